// Money: exact in millionths of a dollar, never less than the bill.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOf, dearest, dollars, free, isPrice, mostFor, type Price, parseDollars } from './money.js'

const dollar = 1_000_000
const price: Price = { input: 3 * dollar, cached: 300_000, written: 3_750_000, output: 15 * dollar }
const tiered: Price = { ...price, long: { ...price, over: 200_000, input: 6 * dollar } }

describe('what tokens cost', () => {
  test('is the sum of fresh, cached and written input and of output, each at its own rate', () => {
    expect(costOf({ input: dollar, output: 0 }, price)).toBe(3 * dollar)
    expect(costOf({ input: dollar, output: 0, cached: dollar }, price)).toBe(300_000)
    expect(costOf({ input: 1000, output: 100, cached: 600, written: 300 }, price)).toBe(
      (100 * 3_000_000 + 600 * 300_000 + 300 * 3_750_000 + 100 * 15_000_000) / dollar,
    )
    expect(costOf({ input: 1, output: 0 }, { ...price, input: 1 })).toBe(1)
    expect(costOf({ input: 500, output: 500 }, free)).toBe(0)
  })

  test('has other rates for a long request where the provider has them', () => {
    expect(costOf({ input: 200_000, output: 0 }, tiered)).toBe(600_000)
    expect(costOf({ input: 200_001, output: 0 }, tiered)).toBe(1_200_006)
  })

  test('is never more than the most for as many tokens, nor than the dearest price', () => {
    const tokens = fc.nat(400_000)
    fc.assert(
      fc.property(tokens, tokens, fc.nat(100), fc.nat(100), (input, output, read, wrote) => {
        const cached = Math.floor((input * read) / 200)
        const written = Math.floor((input * wrote) / 200)
        const cost = costOf({ input, output, cached, written }, tiered)
        expect(cost).toBeLessThanOrEqual(mostFor({ input, output }, tiered))
        expect(cost).toBeLessThanOrEqual(mostFor({ input, output }, dearest([free, tiered])))
      }),
    )
    expect(dearest([])).toEqual(free)
  })
})

describe('an amount', () => {
  test.each([
    [0, '$0'],
    [99, 'under $0.0001'],
    [4_200, '$0.0042'],
    [130_000, '$0.13'],
    [1_204_500_000, '$1,204.50'],
  ])('of %i millionths reads %s', (micros, text) => {
    expect(dollars(micros)).toBe(text)
  })

  test.each([
    ['0.50', 500_000],
    ['$2', 2_000_000],
    [' 0.000001 ', 1],
    ['0', null],
    ['-1', null],
    ['1e3', null],
    ['1,50', null],
    ['', null],
  ])('that is given as %j is %j millionths', (text, micros) => {
    expect(parseDollars(text)).toBe(micros)
  })
})

test('a price from outside is one only when all its rates are amounts', () => {
  expect(isPrice(tiered)).toBe(true)
  expect(isPrice({ ...price, cached: -1 })).toBe(false)
  expect(isPrice({ ...price, output: '15' })).toBe(false)
  expect(isPrice({ ...price, long: { over: 1 } })).toBe(false)
  expect(isPrice(null)).toBe(false)
})
