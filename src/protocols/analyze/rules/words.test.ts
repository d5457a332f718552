// Words: what counts as one, and how alike two texts are.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentWords, overlap, wordsOf } from './words.js'

describe('words', () => {
  test('a word with hyphens or an apostrophe is one word, and a command keeps its slash', () => {
    expect(wordsOf('Don’t fine-tune a/done: /done (FR-001)')).toEqual([
      "don't",
      'fine-tune',
      'a',
      'done',
      '/done',
      'fr-001',
    ])
  })
  test('small words carry no meaning', () => {
    expect([...contentWords('What is the retry limit of the queue?')]).toEqual(['retry', 'limit', 'queue'])
  })
  test('overlap is the share of content words that both have', () => {
    expect(overlap('retry limit queue', 'the retry limit')).toBeCloseTo(2 / 3)
    expect(overlap('what is it', 'who are you')).toBe(0)
  })
  test('overlap is between 0 and 1, the same both ways, and 1 for a text with itself', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), fc.lorem({ maxCount: 8 }), (one, other) => {
        const share = overlap(one, other)
        expect(share >= 0 && share <= 1 && share === overlap(other, one)).toBe(true)
        expect(overlap(one, one)).toBe(contentWords(one).size === 0 ? 0 : 1)
      }),
    )
  })
})
