import { expect, test } from 'vitest'
import { cellPlace, changeWords, isChanged, piecesOf } from './edits.js'

const paper = `# Design

## Overview
**Degraded:** absent:a
**Left out:** A — round 1: away

A ditch.

It is dug by hand.

\`\`\`
# no heading
| no | table |
\`\`\`

## Tensions
| Tension | Resolution |
|---------|------------|
| Rain \\| river | River |
| Day or night | Night |
`

test('a paper falls into headings, prose and tables; code is prose, and the marks of the engine nobody’s', () => {
  const pieces = piecesOf(paper)
  expect(pieces.map(({ kind }) => kind)).toEqual(['heading', 'heading', 'fixed', 'prose', 'heading', 'table'])
  expect(pieces[5]).toMatchObject({
    under: 'Tensions',
    header: ['Tension', 'Resolution'],
    rows: [
      ['Rain | river', 'River'],
      ['Day or night', 'Night'],
    ],
  })
})

test('only what differs is said, with where it stands; nothing changed says nothing', () => {
  const pieces = piecesOf(paper)
  const prose = pieces[3]!.kind === 'prose' ? pieces[3]!.text : ''
  expect(changeWords(pieces, { '3': prose, [cellPlace(5, 0, 1)]: 'River ' })).toBe('')
  // A space at the end says nothing yet, and is kept for the word that follows it.
  expect(isChanged(pieces, { '3': `${prose} ` })).toBe(true)
  expect(isChanged(pieces, { '3': prose, [cellPlace(5, 0, 1)]: 'River' })).toBe(false)
  const words = changeWords(pieces, {
    '3': prose.replace('by hand', 'by two'),
    [cellPlace(5, 1, 1)]: 'Day',
  })
  expect(words).toContain('1. in “Overview”, instead of')
  expect(words).toContain('It is dug by hand.')
  expect(words).toContain('It is dug by two.')
  expect(words).not.toContain('A ditch.')
  expect(words).toContain('2. in “Tensions”, row 2, “Resolution”, instead of')
  expect(changeWords(pieces, { '3': prose.replace('A ditch.\n', '') })).toContain('leave this out')
})

test('a story’s title is changed where it stands; its number and the sections of the form are nobody’s to write', () => {
  const pieces = piecesOf(
    '# PRD: Water\n\n## User Stories\n\n### US-001: Dig\n\nDeep.\n\n### Handoff 1\n\nTo others.\n',
  )
  expect(pieces.filter(({ kind }) => kind === 'heading')).toMatchObject([
    { text: 'PRD: Water', open: false },
    { text: 'User Stories', open: false },
    { id: 'US-001', text: 'Dig', open: true },
    { text: 'Handoff 1', open: false },
  ])
  const words = changeWords(pieces, { '2': 'Dig by hand' })
  expect(words).toMatch(/1\. as the title of US-001, instead of[\s\S]*Dig\n[\s\S]*write[\s\S]*Dig by hand/)
  expect(changeWords(pieces, { '3': 'Deeper.' })).toContain('in “US-001: Dig”, instead of')
})
