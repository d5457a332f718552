// The parts of a turn of a chartered meeting.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnParts } from './turn-parts.js'

describe('the parts of a turn', () => {
  test('prose without a mark is one part', () => {
    expect(turnParts('Plain.\n\nWords.')).toEqual([{ kind: 'prose', text: 'Plain.\n\nWords.' }])
  })

  test('a challenge, a decision and a request for the floor stand where they were said', () => {
    const parts = turnParts(
      'One.\n[challenge] Too dear.\nTwo.\n- [decision] LRU.\n\n[raise-hand → respond to Kai]',
    )
    expect(parts.map(({ kind }) => kind)).toEqual(['prose', 'challenge', 'prose', 'decision', 'request'])
    expect(parts[1]).toEqual({ kind: 'challenge', text: 'Too dear.' })
    expect(parts[4]).toEqual({ kind: 'request', request: { kind: 'respond', who: 'Kai' } })
  })

  test('a pin takes the fenced block under it, also where that stands two spaces in', () => {
    const [pin] = turnParts('[pin SP-2] A setting\n  ```yaml\n  a: 1\n    b: 2\n  ```')
    expect(pin).toEqual({
      kind: 'pin',
      target: 'SP-2',
      intent: 'A setting',
      content: 'a: 1\n  b: 2',
      type: 'yaml',
    })
  })

  test('a marker inside fenced code is code', () => {
    const text = '```\n[decision] not one\n[challenge] not one\n```\n[decision] one'
    expect(turnParts(text).map(({ kind }) => kind)).toEqual(['prose', 'decision'])
  })

  test('every word that was said is in some part', () => {
    const line = fc.oneof(
      fc.constantFrom('[challenge] word', '[decision] word', '```', '[pin] word', '', '[pass]'),
      fc.stringMatching(/^[a-z ]{0,12}$/),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n')
        const shown = JSON.stringify(turnParts(text))
        for (const word of text.match(/[a-z]{2,}/g) ?? [])
          if (!['challenge', 'decision', 'pin'].includes(word)) expect(shown).toContain(word)
      }),
      { numRuns: 200 },
    )
  })
})
