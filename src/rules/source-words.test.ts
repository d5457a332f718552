import { describe, expect, test } from 'vitest'
import { citationsIn } from './citations.js'
import { PROSE } from './cite-or-flag.js'
import { brokenList, markBroken, sourceCounts, toldSource } from './source-words.js'

const broken = { kind: 'broken', reason: 'no such lines' } as const

describe('a broken citation', () => {
  test.each([
    ['It is at `a.ts:9`.', 'It is at `a.ts:9` [broken: no such lines, the file has 8].'],
    ['one\n**a.ts:9** two', 'one\n**a.ts:9** [broken: no such lines, the file has 8] two'],
    ['see [it](src/a.ts:9), then', 'see [it](src/a.ts:9) [broken: no such lines, the file has 8], then'],
    [
      'a.ts:9 b.ts:7',
      'a.ts:9 [broken: no such lines, the file has 8] b.ts:7 [broken: no such lines, the file has 8]',
    ],
  ])('is marked behind itself: %j', (text, marked) => {
    const sources = citationsIn(text, PROSE).map((one) => ({ ...one, lines: 8, outcome: broken }))
    expect(markBroken(text, sources)).toBe(marked)
  })
  test('is named with its reason, once, beside the counts of the others', () => {
    const told = [
      { ref: 'b.ts:1', lines: 3, outcome: { kind: 'verified' } as const },
      { ref: 'a.ts:9', lines: 8, outcome: broken },
      { ref: 'a.ts:9', lines: 8, outcome: broken },
    ].map(toldSource)
    expect(sourceCounts(told)).toBe('1 verified, 2 broken (a.ts:9: no such lines, the file has 8)')
    expect(brokenList(told)).toBe('`a.ts:9` (no such lines, the file has 8)')
  })
})
