// Documents read back: what was rendered gives the same requirements, stories and rows again, and what the person wrote survives every rendering.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asSaid, oneLine } from '../../../text/embedded.js'
import { put, renderingOf, said, stored } from '../fixtures.suite.js'
import { applied, emptyStore } from '../rules/records.js'
import type { Change } from '../schemas.js'
import { renderedArtifact } from './artifact.js'
import { emptyFile, readKeptFile } from './kept.js'
import { requirementsIn, rowsIn, sectionNamed } from './reading.js'
import { matrixIn, matrixText, storiesIn, storiesText } from './stories.js'

const hostile = [
  '#',
  '##',
  '|',
  '\\|',
  '```',
  '---',
  '<b>',
  '- ',
  '> ',
  '**x**',
  '\n',
  ' ',
  'FR-009',
  'AC-001-01',
]
/** Words with everything between them that could be taken for structure. */
const words = fc
  .tuple(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string()), { maxLength: 6 }),
  )
  .map(([first, rest]) => [first, ...rest].join(' ').slice(0, 900))
  .filter((text) => !/[\0\ufffd]/.test(text))
const priorities = ['Must Have', 'Should Have', 'Could Have', "Won't Have"] as const
const requirement = fc.record({
  title: words,
  description: words,
  priority: fc.constantFrom(...priorities),
  criteria: fc.array(fc.record({ given: words, when: words, third: words }), { minLength: 1, maxLength: 3 }),
})

function changesOf(
  frs: readonly {
    title: string
    description: string
    priority: string
    criteria: readonly { given: string; when: string; third: string }[]
  }[],
): Change[] {
  return frs.flatMap(({ title, description, priority, criteria }, at) => {
    const number = String(at + 1).padStart(3, '0')
    return [
      put('fr', { id: `FR-${number}`, data: { title, description, priority } }),
      ...criteria.map(({ given, when, third }, n) =>
        put('ac', {
          id: `AC-${number}-0${n + 1}`,
          data: Object.fromEntries([
            ['given', given],
            ['when', when],
            ['then', third],
          ]),
        }),
      ),
    ]
  })
}

const asWritten = (text: string) => asSaid(oneLine(text.trim())).trim()
const writing = { status: 'Draft', kept: emptyFile, gaps: null } as const

describe('a file that was rendered', () => {
  test('gives the same requirements, criteria and priorities again, whatever words they hold', () => {
    fc.assert(
      fc.property(fc.array(requirement, { minLength: 1, maxLength: 4 }), (frs) => {
        const store = stored(changesOf(frs))
        const { text } = renderedArtifact('requirements-spec.md', renderingOf(store), writing)
        const found = requirementsIn(text)
        expect(found.map(({ id }) => id)).toEqual(frs.map((_, at) => `FR-${String(at + 1).padStart(3, '0')}`))
        expect(found.map(({ title }) => title)).toEqual(frs.map(({ title }) => asWritten(title)))
        expect(found.map(({ criteria }) => criteria.length)).toEqual(
          frs.map(({ criteria }) => criteria.length),
        )
        const rows = rowsIn(sectionNamed(text, 'MoSCoW Prioritization'))
        expect(rows.map(([id, , priority]) => [id, priority])).toEqual(
          frs.map(({ priority }, at) => [`FR-${String(at + 1).padStart(3, '0')}`, priority]),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('of stories or of the matrix gives the same records and rows again', () => {
    const story = fc.record({
      title: words,
      story: words,
      acceptance_criteria: fc.array(words, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(story, { minLength: 1, maxLength: 4 }), (stories) => {
        const changes = stories.map((data, at) =>
          put('story', { id: `US-00${at + 1}`, data: { ...data, traces: ['FR-001'] } }),
        )
        const store = stored([put('fr'), put('ac'), ...changes])
        const again = storiesIn(storiesText(store)) ?? []
        const read = applied(
          emptyStore,
          [put('fr'), ...again.map((change) => ({ ...change, evidence: [...said] }))],
          { exchange: 1 },
        )
        expect(read.rejected).toEqual([])
        for (const { id } of changes)
          expect(read.store.records.get(id!)?.data).toEqual(store.records.get(id!)?.data)
        expect(matrixIn(matrixText(store))).toEqual(
          stories.map((_, at) => ({ fr: 'FR-001', ac: 'AC-001-01', story: `US-00${at + 1}` })),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('keeps what the person wrote into it, letter for letter, however often it is rendered again', () => {
    const title = fc
      .stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[a-z]$/)
      .filter(
        (one) =>
          !/pending|gaps|context|stakeholders|journeys|quality|functional|scope|moscow|technical/i.test(one),
      )
    const line = fc
      .oneof(words, fc.constantFrom('### Below', '- item', '| a | b |', '```', '> quote', ''))
      .map((text) => text.replace(/\n+/g, ' '))
      .filter((text) => !/^ {0,3}##(?!#)/.test(text))
    const section = fc.record({ title, lines: fc.array(line, { minLength: 1, maxLength: 6 }) })
    fc.assert(
      fc.property(
        fc.uniqueArray(section, {
          selector: (one) => one.title.toLowerCase().replace(/\s+/g, ' '),
          minLength: 1,
          maxLength: 3,
        }),
        (mine) => {
          const store = stored(
            changesOf([
              {
                title: 'a',
                description: 'b',
                priority: 'Must Have',
                criteria: [{ given: 'a', when: 'b', third: 'c' }],
              },
            ]),
          )
          const rendering = renderingOf(store)
          const first = renderedArtifact('requirements-spec.md', rendering, writing).text
          const edited = `${first}\n${mine.map((one) => `## ${one.title}\n\n${one.lines.join('\n')}\n`).join('\n')}`
          const wanted = readKeptFile(edited).sections.filter((one) =>
            mine.some((own) => own.title.trim() === one.title),
          )
          const once = renderedArtifact('requirements-spec.md', rendering, {
            ...writing,
            kept: readKeptFile(edited),
          }).text
          const twice = renderedArtifact('requirements-spec.md', rendering, {
            ...writing,
            kept: readKeptFile(once),
          }).text
          expect(twice).toBe(once)
          const kept = readKeptFile(twice).sections
          expect(kept.filter((one) => wanted.some((own) => own.title === one.title))).toEqual(wanted)
          expect(requirementsIn(twice).map(({ id }) => id)).toEqual(['FR-001'])
        },
      ),
      { numRuns: 60 },
    )
  })
})
