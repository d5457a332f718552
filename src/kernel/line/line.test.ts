// A line: sealed, chained, and refused when a byte of it changed or its data is not what its kind holds.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Damaged } from '../errors.js'
import { seal, sha256, unseal } from './hash.js'
import { type Entry, type Kind, kinds, parse } from './line.js'
import { at, entryOf, receipt, samples } from './line.suite.js'

const entry = entryOf('noted', { kind: 'x', data: { a: [1, 'ü'] } }, 'note:x')

const free: fc.Arbitrary<Entry> = fc
  .record({ key: fc.string({ unit: 'binary' }), value: fc.jsonValue(), name: fc.string({ unit: 'binary' }) })
  .chain(({ key, value, name }) =>
    fc.constantFrom<Entry>(
      entryOf('noted', { kind: name, data: value }, key),
      entryOf('acted', { name, result: value }, key),
      entryOf('concluded', { outcome: value }, key),
      entryOf('turn', { ...samples.turn, text: name, value }, key),
      entryOf('opened', { ...samples.opened, title: name, input: value }, key),
    ),
  )
const sampled: fc.Arbitrary<Entry> = fc.constantFrom(...kinds).map((kind) => ({ ...entryOf(kind) }) as Entry)
const entries = fc.oneof(free, sampled)

describe('a journal line', () => {
  test('J1: is refused at another number or after another line', () => {
    const { text } = seal(entry, 7, 'before')
    expect(unseal(text, 7, 'before').data).toEqual(entry.data)
    expect(() => unseal(text, 8, 'before')).toThrow(
      'Line 8 of the journal is damaged: it calls itself line 7.',
    )
    expect(() => unseal(text, 7, 'other')).toThrow('it does not follow the line before')
  })

  test('J2: is read back as it was sealed, whatever it holds', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (entry, n) => {
        const { line, text } = seal(entry, n, 'p')
        expect(text).not.toContain('\n')
        expect(unseal(text, n, 'p')).toEqual(JSON.parse(JSON.stringify(line)))
      }),
    )
  })

  test('J2: is refused after any character of it changed', () => {
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
    ['of no time', JSON.stringify({ ...entry, n: 1, prev: '', hash: '', at: 'at noon' })],
    ['nothing at all', 'null'],
  ])('that is %s is damaged, even for display', (_, text) => {
    expect(() => parse(text, 1)).toThrow(Damaged)
  })
})

const withData = (kind: Kind, data: unknown) =>
  JSON.stringify({ n: 12, at, kind, key: '', data, prev: '', hash: '' })

describe('the data of a line', () => {
  test.each(kinds)('of kind %s must be an object', (kind) => {
    for (const data of [null, 'text', 7, []]) {
      expect(() => parse(withData(kind, data), 12)).toThrow(
        /Line 12 of the journal is damaged: it is .* without data/,
      )
    }
  })

  test.each(kinds)('of kind %s may hold more than this parley knows', (kind) => {
    const data = { ...samples[kind], later: { than: 'now' } }
    expect(parse(withData(kind, data), 12).data).toEqual(data)
  })

  test.each(kinds.filter((kind) => kind !== 'concluded'))(
    'of kind %s must hold every field that code reads',
    (kind) => {
      for (const field of Object.keys(samples[kind])) {
        if (anything.has(field)) continue
        expect(() => parse(withData(kind, { ...samples[kind], [field]: undefined }), 12)).toThrow(Damaged)
        expect(() => parse(withData(kind, { ...samples[kind], [field]: [{}] }), 12)).toThrow(Damaged)
      }
    },
  )

  test.each([
    ['turn', { seat: 'ada', call: 'a', text: '' }, 'it is a turn without a receipt'],
    [
      'turn',
      { ...samples.turn, receipt: { ...receipt, tokens: { input: 1 } } },
      'it is a turn without a receipt',
    ],
    ['turn', { ...samples.turn, receipt: { ...receipt, tools: [null] } }, 'it is a turn without a receipt'],
    [
      'asked',
      { ...samples.asked, options: [{ key: 'a' }] },
      'it is a question whose `options` cannot be read',
    ],
    ['asked', { ...samples.asked, freeText: 'yes' }, 'it is a question whose `freeText` cannot be read'],
    ['answered', { ...samples.answered, by: 'a model' }, 'it is an answer whose `by` cannot be read'],
    ['wrote', { ...samples.wrote, parts: [1] }, 'it is a written document whose `parts` cannot be read'],
    ['failed', { seat: 'ada', message: 'no' }, 'it is a failure whose `result` cannot be read'],
    ['noted', { kind: 'plan', aside: true, data: {} }, 'it is a plan without its path and hashes'],
    ['noted', { kind: 'begun', aside: true, data: null }, 'it announces a turn without its seat and call'],
    ['aborted', { reason: '', moved: [{ path: 'a' }] }, 'it is an abort whose `moved` cannot be read'],
    ['opened', { ...samples.opened, forkedFrom: 'x' }, 'it is an opening whose `forkedFrom` cannot be read'],
  ] as const)('of a %s is damaged by %j, and the message says how', (kind, data, what) => {
    expect(() => parse(withData(kind, data), 12)).toThrow(`Line 12 of the journal is damaged: ${what}.`)
  })

  test('a note of a protocol may hold any data', () => {
    const note = { kind: 'plan', data: null }
    expect(parse(withData('noted', note), 12).data).toEqual(note)
  })
})

const anything = new Set(['input', 'agents', 'result', 'data'])
