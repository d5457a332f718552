// Prices as people write them: dollars for a million tokens. Used by the shipped table and by the person's settings alike.

import { z } from 'zod'
import type { Price, Rates } from '../rules/money.js'

const amount = z.number('must be a number of dollars').nonnegative('must not be less than zero')
const rates = { input: amount, cached: amount.optional(), written: amount.optional(), output: amount }

export const PriceInDollars = z.strictObject({
  ...rates,
  long: z
    .strictObject({ over: z.int('must be a whole number').positive('must be more than zero'), ...rates })
    .optional(),
})

/** A rate that is left out is that of fresh input: some providers make no difference. */
export function toPrice({ long, ...base }: z.infer<typeof PriceInDollars>): Price {
  return long === undefined
    ? inMillionths(base)
    : { ...inMillionths(base), long: { over: long.over, ...inMillionths(long) } }
}

export const millionths = (dollars: number): number => Math.round(dollars * 1_000_000)

type Written = Omit<z.infer<typeof PriceInDollars>, 'long'>

function inMillionths({ input, cached = input, written = input, output }: Written): Rates {
  return {
    input: millionths(input),
    cached: millionths(cached),
    written: millionths(written),
    output: millionths(output),
  }
}
