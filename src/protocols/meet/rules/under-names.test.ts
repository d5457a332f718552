// Words under a seat's name: law NAME1, by lines as models draft them.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOwnWords, type SeatWords } from './under-names.js'

const bo: SeatWords = {
  name: 'Bo',
  said: ['The cache leaks at night, see cache.ts:4.', 'It costs ten thousand every quarter.'],
  marked: ['It costs ten thousand every quarter.'],
}
const told = (line: string) => inOwnWords(line, [bo, { name: 'Ann', said: [], marked: [] }], 'Facilitator')

describe('words under a seat’s name', () => {
  test.each([
    ['Bo: ship it today', 'Facilitator, about Bo: ship it today'],
    ['- **Bo:** ship it today', '- Facilitator, about Bo: ship it today'],
    ['> Bo (Tester): "ship it"', '> Facilitator, about Bo: "ship it"'],
    ['**Dissent (Bo):** never ship it', 'Facilitator, about Bo: never ship it'],
    ['Position of Bo: never ship it', 'Facilitator, about Bo: never ship it'],
    ["Bo's objection: never ship it", 'Facilitator, about Bo: never ship it'],
    ['bo agreed: yes', 'Facilitator, about Bo: yes'],
    ['Bo:', 'Facilitator, about Bo:'],
    ['Ann says: anything', 'Facilitator, about Ann: anything'],
    [
      'Objection to P1 (Ship it): it leaks at noon — Bo, turn 3',
      'Objection to P1 (Ship it): it leaks at noon — Facilitator, about Bo, turn 3',
    ],
    ['Shall we wait? — Bo, turn 2', 'Shall we wait? — Facilitator, about Bo, turn 2'],
  ])('NAME1: %j is told as %j', (line, expected) => {
    expect(told(line)).toBe(expected)
  })
  test.each([
    '- **Bo:** “the cache leaks at night”',
    '**Dissent (Bo):** It costs ten thousand every quarter',
    'Objection to P1 (Ship it): It costs ten thousand every quarter. — Bo, turn 3',
    'The cache leaks at night — Bo, turn 2',
    'Bo raised that the cache leaks; ask Bo: where?',
    'Boris: not at this table',
    'Owner: Bo',
    'Measure it — Bo',
  ])('NAME1: %j stands: these are the words of Bo, or nobody speaks there in the name of Bo', (line) => {
    expect(told(line)).toBe(line)
  })
  test('NAME1: words that a seat said but did not mark are not its dissent', () => {
    expect(told('Dissent by Bo: the cache leaks at night')).toBe(
      'Facilitator, about Bo: the cache leaks at night',
    )
  })
  test('a long line of nothing but marks is no danger', () => {
    for (const piece of [
      '*',
      ' ',
      '-',
      'Bo',
      'Bo:',
      '(',
      'Objection to P1 (',
      ') ',
      'Bo — ',
      '1. ',
      ', turn 3',
    ])
      expect(told(piece.repeat(300_000 / piece.length)).length).toBeGreaterThan(299_000)
  })
  test('a seat may speak in its own name, and telling twice changes nothing more', () => {
    expect(inOwnWords('Bo: anything', [bo], 'Bo')).toBe('Bo: anything')
    const pieces = fc.constantFrom(
      'Bo',
      ':',
      ' ',
      '**',
      'Dissent (',
      ')',
      '- ',
      '— ',
      ', turn 3',
      'x',
      'It costs',
      '\n',
      'Ann',
      "'s",
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const once = told(parts.join(''))
        expect(told(once)).toBe(once)
        expect(once.split('\n')).toHaveLength(parts.join('').split('\n').length)
      }),
    )
  })
})
