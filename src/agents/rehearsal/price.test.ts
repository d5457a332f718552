// Price: the estimate in words.

import { describe, expect, test } from 'vitest'
import { price } from './price.js'

const usage = (input: number, output: number) => ({ input, output, estimated: true })

describe('the price of a rehearsed meeting', () => {
  test('is the sum of its calls, said roughly', () => {
    expect(price([usage(10_000, 200), usage(23_400, 511)], 'some-model')).toEqual({
      turns: 2,
      input: 33_400,
      output: 711,
      text: '2 turns with at least 34,000 tokens on some-model',
    })
  })

  test('names the money where a price is known, and says where it is not', () => {
    const costs = { input: 3_000_000, cached: 0, written: 3_000_000, output: 15_000_000 }
    const usages = [usage(10_000, 200), usage(23_400, 511)]
    expect(price(usages, 'm', costs).text).toBe('2 turns with at least 34,000 tokens on m, at least $0.11')
    expect(price(usages, 'm', null).text).toBe('2 turns with at least 34,000 tokens on m, price unknown')
  })

  test.each([
    [[], '0 turns with at least 0 tokens on m'],
    [[usage(5, 0)], '1 turn with at least 5 tokens on m'],
    [[usage(90, 9)], '1 turn with at least 99 tokens on m'],
    [[usage(990, 9)], '1 turn with at least 1,000 tokens on m'],
  ])('keeps two digits and its grammar', (usages, text) => {
    expect(price(usages, 'm').text).toBe(text)
  })
})
