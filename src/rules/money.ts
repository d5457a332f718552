// Money: what tokens cost, in whole millionths of a dollar, so that sums are exact. Pure; runs in the browser too.

import { groupedDigits } from './figures.js'
import { isRecord } from './values.js'

/** Millionths of a dollar for a million tokens: three dollars a million are 3,000,000. */
export interface Rates {
  readonly input: number
  /** Input that the provider reads from its cache. */
  readonly cached: number
  /** Input that the provider writes to its cache. */
  readonly written: number
  readonly output: number
}

export interface Price extends Rates {
  /** Other rates for a request that reads more than `over` tokens. */
  readonly long?: Rates & { readonly over: number }
}

export interface Tokens {
  /** All that was read, from the cache or not. */
  readonly input: number
  readonly output: number
  readonly cached?: number
  readonly written?: number
}

export const free: Price = { input: 0, cached: 0, written: 0, output: 0 }

/** What one request cost, in millionths of a dollar, rounded up: a bill is never larger than what is shown here. */
export function costOf(tokens: Tokens, price: Price): number {
  return Math.ceil(atRates(tokens, ratesFor(tokens.input, price)) / million)
}

/** Tokens that requests to come read and say. */
export type Need = Pick<Tokens, 'input' | 'output'>

/** The most that one request can cost: nothing of what it reads comes from a cache, and all of it is written to one. */
export function mostFor({ input, output }: Need, price: Price): number {
  const rates = ratesFor(input, price)
  const most = input * Math.max(rates.input, rates.written) + output * rates.output
  return Math.ceil(most / million)
}

/** The highest of each rate: whichever of them is asked, it costs no more than this. */
export function dearest(prices: readonly Price[]): Price {
  const all = prices.flatMap(({ long, ...rates }) => (long ? [rates, long] : [rates]))
  const most = (of: (rates: Rates) => number) => Math.max(0, ...all.map(of))
  return {
    input: most(({ input }) => input),
    cached: most(({ cached }) => cached),
    written: most(({ written }) => written),
    output: most(({ output }) => output),
  }
}

/** What a call cost, in millionths of a dollar. Null where nobody is paid: by a script. */
export type MoneyPaid = number | 'unknown' | null

/** From what was recorded of the call. */
export function moneyFor(cost: number | undefined, backend: string): MoneyPaid {
  if (cost !== undefined) return cost
  return backend === 'script' ? null : 'unknown'
}

/** What several calls cost together. */
export interface MoneySum {
  /** Of those whose price was known; null when there was none. */
  readonly money: number | null
  /** How many had a price that was not known. */
  readonly unpriced: number
}

/** What all calls of one seat have cost. */
export interface SeatCost extends MoneySum {
  readonly seat: string
  readonly input: number
  readonly output: number
  readonly estimated: boolean
}

export const noMoney: MoneySum = { money: null, unpriced: 0 }

export function addMoney({ money, unpriced }: MoneySum, paid: MoneyPaid): MoneySum {
  if (paid === null) return { money, unpriced }
  return paid === 'unknown' ? { money, unpriced: unpriced + 1 } : { money: (money ?? 0) + paid, unpriced }
}

export function moneyWord(paid: MoneyPaid): string {
  return moneyWords(addMoney(noMoney, paid))
}

/** For people, beside tokens; empty where nobody was paid. */
export function moneyWords({ money, unpriced }: MoneySum): string {
  if (unpriced === 0) return money === null ? '' : dollars(money)
  if (money === null) return 'price unknown'
  return `${dollars(money)} and ${unpriced} ${unpriced === 1 ? 'call' : 'calls'} of unknown price`
}

/** `$0.0042`, `$0.13`, `$1,204.50`: cents, and finer below one cent. */
export function dollars(micros: number): string {
  if (micros <= 0) return '$0'
  if (micros < 100) return 'under $0.0001'
  const digits = micros < 10_000 ? 4 : 2
  const [whole = '', part = ''] = (micros / million).toFixed(digits).split('.')
  return `$${groupedDigits(whole)}.${part}`
}

/** `0.50`, `$2` or `1.25` dollars in millionths; null for anything else, nothing and less than a millionth among it. */
export function parseDollars(text: string): number | null {
  const [, amount] = /^\$?(\d{1,6}(?:\.\d{1,6})?)$/.exec(text.trim()) ?? []
  const micros = Math.round(Number(amount ?? 0) * million)
  return micros > 0 ? micros : null
}

/** For journals, which come from outside. */
export function isPrice(value: unknown): value is Price {
  if (!areRates(value)) return false
  const { long } = value as { long?: unknown }
  return long === undefined || (areRates(long) && isAmount((long as { over?: unknown }).over))
}

const million = 1_000_000

function atRates({ input, output, cached = 0, written = 0 }: Tokens, rates: Rates): number {
  const fresh = Math.max(0, input - cached - written)
  return fresh * rates.input + cached * rates.cached + written * rates.written + output * rates.output
}

function ratesFor(input: number, { long, ...rates }: Price): Rates {
  return long !== undefined && input > long.over ? long : rates
}

function areRates(value: unknown): boolean {
  return isRecord(value) && ['input', 'cached', 'written', 'output'].every((name) => isAmount(value[name]))
}

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
