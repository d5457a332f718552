// YAML text: law YAML1, checked against a real YAML parser.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { blockList, flowList, flowScalar, numeral, quoted, scalar } from './yaml-text.js'

const odd = fc.constantFrom(
  'true',
  'No',
  'null',
  '~',
  '12',
  '1e3',
  '2026-01-02',
  '2026-01-02-x',
  '',
  ' ',
  'a: b',
  'a #b',
  '- a',
  "it's",
  '"',
  '\\',
  'a\nb',
  '\u2028',
  '\u0085',
  '[x]',
  '{y}',
  '*a',
  '&a',
  '!t',
  '%d',
  '@h',
  '`c`',
  'a:',
  ':',
  '?',
  '| x',
  'Zoë',
  'a,b',
  '---',
  '\ud800',
)
const values = fc.oneof(odd, fc.string(), fc.string({ unit: 'binary' }))

describe('YAML text', () => {
  test('YAML1: a value parses back as itself in every place it can stand', () => {
    fc.assert(
      fc.property(values, fc.array(values, { maxLength: 4 }), (value, list) => {
        const lines = [
          `a: ${quoted(value)}`,
          `b: ${scalar(value)}`,
          `c: { d: ${flowScalar(value)} }`,
          `e: ${flowList(list)}`,
        ]
        const text = [...lines, ...blockList('f', list), ...blockList('g', list, quoted)].join('\n')
        expect(parse(text)).toEqual({ a: value, b: value, c: { d: value }, e: list, f: list, g: list })
        expect(lines.every((line) => !/[\n\r\u0085\u2028]/.test(line))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
  test('plain words stay plain', () => {
    for (const word of [
      'Theo',
      'System Architect',
      'DevOps/SRE Engineer',
      'meeting-2026-01-02-api',
      '2026-01-02-api',
    ]) {
      expect(scalar(word)).toBe(word)
    }
    expect(flowList(['AI-2026-01-02-1', 'a b'])).toBe('[AI-2026-01-02-1, "a b"]')
    expect([numeral(12), numeral('12'), numeral('many'), numeral('')]).toEqual(['12', '12', 'many', '""'])
  })
})
