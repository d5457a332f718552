// Excerpts: cut between sentences or words.

import { describe, expect, test } from 'vitest'
import { firstSentences, shortened } from './excerpts.js'

describe('the first sentences of a text', () => {
  test.each([
    ['One. Two! Three?', 1, 'One.'],
    ['One. Two! Three?', 2, 'One. Two!'],
    ['"Is it?" asked Theo.', 1, '"Is it?"'],
    ['Version 1.2 is out. It is fast.', 1, 'Version 1.2 is out.'],
    ['No end', 3, 'No end'],
  ])('%j, %i of them: %j', (line, most, expected) => {
    expect(firstSentences(line, most)).toBe(expected)
  })
})

describe('a shortened text', () => {
  test.each([
    ['four', 4, 'four'],
    ['fives', 4, 'fiv…'],
    ['a b c', 3, 'a…'],
    ['at the right time, edge cases shown', 31, 'at the right time, edge cases…'],
    ['the right time, edge cases', 20, 'the right time…'],
    ['see https://example.org/a/long/path', 20, 'see https://example…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
  ])('%j with at most %i characters is %j', (text, most, expected) => {
    expect(shortened(text, most)).toBe(expected)
  })
})
