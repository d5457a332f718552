// The parts of what a seat of a council says.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dissentsIn } from './documents/dissent.js'
import { positionIn } from './documents/pad-lines.js'
import { saidParts } from './said-parts.js'

describe('the parts of what a seat says', () => {
  test('the first line may state a position', () => {
    expect(saidParts('**Position:** halve it\n\nIt is rarely hit.')).toEqual([
      { kind: 'position', text: 'halve it' },
      { kind: 'prose', text: '\nIt is rarely hit.' },
    ])
  })

  test('a position counts wherever its line stands, once, and not in code', () => {
    const reply = 'I looked.\n\n```\n**Position:** no\n```\n\n**Position:** halve it\n\n**Position:** or not'
    expect(saidParts(reply)).toEqual([
      { kind: 'prose', text: 'I looked.\n\n```\n**Position:** no\n```\n' },
      { kind: 'position', text: 'halve it' },
      { kind: 'prose', text: '\n**Position:** or not' },
    ])
    expect(positionIn(reply)).toBe('halve it')
  })

  test('a dissent with its qualifier ends at the blank line', () => {
    expect(saidParts('**Dissent (on cost):** No.\nStill no.\n\nElse.')).toEqual([
      { kind: 'dissent', qualifier: 'on cost', text: 'No.\nStill no.' },
      { kind: 'prose', text: '\nElse.' },
    ])
  })

  test('a dissent that says there is none is no dissent', () => {
    expect(saidParts('**Dissent:** none.').map(({ kind }) => kind)).toEqual(['prose'])
  })

  test('it marks as many dissents as the table after the round counts', () => {
    const line = fc.constantFrom(
      'Word.',
      '',
      '**Dissent:** word',
      'I dissent from it.',
      '> Dissent: quoted',
      '```',
      '**Dissent:**',
      '- Dissent (late): item',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        const text = lines.join('\n')
        const marked = saidParts(text).filter(({ kind }) => kind === 'dissent')
        expect(marked).toHaveLength(dissentsIn(text).length)
      }),
      { numRuns: 300 },
    )
  })
})
