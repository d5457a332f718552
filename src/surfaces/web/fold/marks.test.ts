// Marks: the blocks of a text, and the laws F1 and F2.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf } from './marks.js'

describe('marks', () => {
  test('prose without a mark is one block', () => {
    expect(blocksOf('Plain.\n\nWords.')).toEqual([{ kind: 'prose', text: 'Plain.\n\nWords.' }])
  })

  test('a challenge, a decision and a request for the floor stand where they were said', () => {
    const blocks = blocksOf(
      'One.\n[challenge] Too dear.\nTwo.\n- [decision] LRU.\n\n[raise-hand → respond to Kai]',
    )
    expect(blocks.map(({ kind }) => kind)).toEqual(['prose', 'challenge', 'prose', 'decision', 'request'])
    expect(blocks[1]).toEqual({ kind: 'challenge', text: 'Too dear.' })
  })

  test('a dissent with its qualifier ends at the blank line', () => {
    expect(blocksOf('**Dissent (on cost):** No.\nStill no.\n\nElse.')).toEqual([
      { kind: 'dissent', qualifier: 'on cost', text: 'No.\nStill no.' },
      { kind: 'prose', text: '\nElse.' },
    ])
  })

  test('a dissent that says there is none is no dissent', () => {
    expect(blocksOf('**Dissent:** none.').map(({ kind }) => kind)).toEqual(['prose'])
  })

  test('a pin takes the fenced block under it, also where that stands two spaces in', () => {
    const [pin] = blocksOf('[pin SP-2] A setting\n  ```yaml\n  a: 1\n    b: 2\n  ```')
    expect(pin).toEqual({
      kind: 'pin',
      pin: { target: 'SP-2', intent: 'A setting', content: 'a: 1\n  b: 2', type: 'yaml' },
    })
  })

  test('F2: a marker inside fenced code is code', () => {
    const text = '```\n[decision] not one\n**Dissent:** not one\n```\n[decision] one'
    expect(blocksOf(text).map(({ kind }) => kind)).toEqual(['prose', 'decision'])
  })

  test('F1: every word that was said is in some block', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '[challenge] word',
        '[decision] word',
        '**Dissent:** word',
        '```',
        '[pin] word',
        '',
        '[pass]',
      ),
      fc.stringMatching(/^[a-z ]{0,12}$/),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n')
        const shown = JSON.stringify(blocksOf(text))
        for (const word of text.match(/[a-z]{2,}/g) ?? []) {
          if (!['challenge', 'decision', 'pin'].includes(word)) expect(shown).toContain(word)
        }
      }),
      { numRuns: 200 },
    )
  })
})
