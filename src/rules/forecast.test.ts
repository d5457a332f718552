// Forecasts: what a meeting will use and cost, in numbers and in words.

import { describe, expect, test } from 'vitest'
import { type Forecast, foresee, foreseenWords, isForeseen, mostRequests, needOf } from './forecast.js'
import { free, type Price } from './money.js'

const dollar = 1_000_000
const price: Price = { input: 2 * dollar, cached: 0, written: 2.5 * dollar, output: 10 * dollar }
const call = { seat: 'theo', reads: 10_000, says: 1000 }
const forecast: Forecast = {
  usual: { course: 'one round', calls: [call, { ...call, seat: 'ada' }] },
  limit: {
    course: 'one round',
    calls: [
      { ...call, uses: mostRequests - 1 },
      { ...call, seat: 'ada' },
    ],
  },
}
const priced = (prices: Record<string, Price | null>) => foresee(forecast, (seat) => prices[seat])!

describe('a forecast', () => {
  test('counts what every use of tools makes the model read again', () => {
    expect(needOf([call])).toEqual({ input: 10_000, output: 1000 })
    expect(needOf([{ ...call, uses: 2 }])).toEqual({ input: 3 * 10_000 + 3 * 1500, output: 1000 + 2 * 100 })
  })

  test('prices each seat by its own voice, and the worst course as if nothing came from a cache and all were written to one', () => {
    const { usual, limit } = priced({ theo: price, ada: free })
    expect(usual).toEqual({ course: 'one round', tokens: 22_000, money: 30_000, unpriced: false })
    const { input, output } = needOf(forecast.limit.calls.slice(0, 1))
    expect(limit.money).toBe(input * 2.5 + output * 10)
  })

  test('prices a long request at the rates for long ones', () => {
    const tiered = { ...price, long: { ...price, over: 9999, input: 4 * dollar } }
    expect(priced({ theo: tiered, ada: price }).usual.money).toBe(50_000 + 30_000)
  })

  test('says what is not known, and nothing where nobody is paid', () => {
    expect(foresee(forecast, () => undefined)).toBeUndefined()
    expect(priced({ theo: null, ada: null }).usual).toMatchObject({ money: null, unpriced: true })
    expect(foreseenWords(priced({ theo: price, ada: price }), null)).toBe(
      'about 22,000 tokens, $0.06, for one round; about 670,000 tokens, $1.70, if every reply and its use of tools reach their limits',
    )
    const mixed = foreseenWords(priced({ theo: price, ada: null }), 500_000)
    expect(mixed).toMatch(/^about 22,000 tokens, \$0\.03 and seats of unknown price, for one round; /)
    expect(mixed).toMatch(/; no more than \$0\.50 by the cost ceiling$/)
    expect(foreseenWords(priced({ theo: null, ada: null }), null)).toMatch(
      /^about 22,000 tokens, price unknown, /,
    )
  })

  test('from a journal is one only when all its figures are amounts', () => {
    const whole = priced({ theo: price, ada: null })
    expect(isForeseen(JSON.parse(JSON.stringify(whole)))).toBe(true)
    expect(isForeseen({ ...whole, limit: { ...whole.limit, money: -1 } })).toBe(false)
    expect(isForeseen({ ...whole, usual: { ...whole.usual, course: 7 } })).toBe(false)
    expect(isForeseen(null)).toBe(false)
  })
})
