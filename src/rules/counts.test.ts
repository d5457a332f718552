// Counts: only digits are accepted.
import { describe, expect, test } from 'vitest'
import { addCounts, countOf, positiveOf } from './counts.js'

describe('counts', () => {
  test.each([
    ['0', 0, undefined],
    ['7', 7, 7],
    ['007', 7, undefined],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['', undefined, undefined],
    ['-1', undefined, undefined],
    ['+1', undefined, undefined],
    ['1.0', undefined, undefined],
    ['1e3', undefined, undefined],
    [' 1', undefined, undefined],
    ['1\n', undefined, undefined],
    ['٣', undefined, undefined],
    [undefined, undefined, undefined],
  ])('%j counts as %s, and as %s where counting starts at 1', (text, count, positive) => {
    expect(countOf(text)).toBe(count)
    expect(positiveOf(text)).toBe(positive)
  })
  test('a sum is always digits', () => {
    expect(String(addCounts(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER))).toMatch(/^[0-9]+$/)
  })
})
