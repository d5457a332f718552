// A line: sealed, chained, and refused when a byte of it changed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Damaged } from './errors.js'
import { type Entry, kinds, parse, seal, sha256, unseal } from './line.js'

const entry: Entry = { at: '2026-01-02T03:04:05.678Z', kind: 'noted', key: 'note:x', data: { a: [1, 'ü'] } }

const entries = fc.record({
  at: fc.constant(entry.at),
  kind: fc.constantFrom(...kinds),
  key: fc.string({ unit: 'binary' }),
  data: fc.jsonValue(),
})

describe('a journal line', () => {
  test('J1: refuses to stand at another number or after another line', () => {
    const { text } = seal(entry, 7, 'before')
    expect(unseal(text, 7, 'before').data).toEqual(entry.data)
    expect(() => unseal(text, 8, 'before')).toThrow(
      'Line 8 of the journal is damaged: it calls itself line 7.',
    )
    expect(() => unseal(text, 7, 'other')).toThrow('it does not follow the line before')
  })

  test('J2: comes back as it was sealed, whatever it holds', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (entry, n) => {
        const { line, text } = seal(entry, n, 'p')
        expect(text).not.toContain('\n')
        expect(unseal(text, n, 'p')).toEqual(JSON.parse(JSON.stringify(line)))
      }),
    )
  })

  test('J2: shows any changed character', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (entry, place, other) => {
        const { text } = seal(entry, 3, 'p')
        const at = place % text.length
        fc.pre(text[at] !== other)
        expect(() => unseal(text.slice(0, at) + other + text.slice(at + 1), 3, 'p')).toThrow(Damaged)
      }),
      { numRuns: 500 },
    )
  })

  test('J2: has the hash of its own bytes without the hash field', () => {
    const { line, text } = seal(entry, 1, '')
    expect(sha256(text.replace(`,"hash":"${line.hash}"`, ''))).toBe(line.hash)
  })

  test.each([
    ['no JSON', '{"n":1'],
    ['no object', '"line"'],
    ['without a hash', JSON.stringify({ ...entry, n: 1, prev: '' })],
    ['of an unknown kind', JSON.stringify({ ...entry, n: 1, prev: '', hash: '', kind: 'spoken' })],
    ['nothing at all', 'null'],
  ])('that is %s is damaged, even for display', (_, text) => {
    expect(() => parse(text, 1)).toThrow(Damaged)
  })
})
