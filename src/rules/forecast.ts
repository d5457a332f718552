// Forecast: an estimate, before anything is sent, of what a meeting will use and cost: usually, and if every reply reaches its limits.

import { grouped } from './figures.js'
import { costOf, dollars, mostFor, type Need, type Price } from './money.js'
import { isRecord } from './values.js'

/** How many requests one reply may take, the last of them without tools. */
export const mostRequests = 24

/** One call that a meeting is expected to make. */
export interface ExpectedCall {
  readonly seat: string
  /** Tokens that its first request reads. */
  readonly reads: number
  /** Tokens of the reply. */
  readonly says: number
  /** How often it uses tools: after each use the model reads everything again. None where left out. */
  readonly uses?: number
}

export interface Course {
  /** Which course of the meeting this is: `one round and the record`. */
  readonly course: string
  readonly calls: readonly ExpectedCall[]
}

export interface Forecast {
  readonly usual: Course
  /** Every reply is as long as allowed and uses tools as often as allowed. Failed attempts are not included. */
  readonly limit: Course
  /** No reply is longer than a sentence, and nobody uses a tool: below this no ceiling can hold the meeting. Absent where nobody can say. */
  readonly least?: Course
}

/** A forecast with its price, as the first line of a journal records it. */
export interface Foreseen {
  readonly usual: Expense
  readonly limit: Expense
}

export interface Expense {
  readonly course: string
  readonly tokens: number
  /** In millionths of a dollar, for the seats whose price is known; null where there is none. */
  readonly money: number | null
  /** Whether there are seats whose price is not known. */
  readonly unpriced: boolean
}

/** The price of a seat's voice: null where it is unknown, undefined where it costs nothing. */
export type PriceOfSeat = (seat: string) => Price | null | undefined

/** Undefined where no seat costs anything: then there is nothing to warn about. */
export function foresee({ usual, limit }: Forecast, priceOf: PriceOfSeat): Foreseen | undefined {
  if (usual.calls.every(({ seat }) => priceOf(seat) === undefined)) return undefined
  return { usual: expense(usual, priceOf, costOf), limit: expense(limit, priceOf, mostFor) }
}

/** What a ceiling is too low for, and the one that would do; undefined where it may be enough. */
export function tooLow(
  { usual, limit, least }: Forecast,
  ceilings: { readonly tokens: number | null; readonly cost: number | null },
  priceOf: PriceOfSeat,
):
  | { readonly course: string; readonly given: string; readonly least: string; readonly give: string }
  | undefined {
  if (!least) return undefined
  const [floor, normal] = [expense(least, priceOf, costOf), expense(usual, priceOf, costOf)]
  const { course } = least
  // The longest last reply must fit too: what a call may take is reserved before it is made.
  const last = limit.calls.at(-1)
  const room = { input: 0, output: last?.says ?? 0 }
  if (ceilings.tokens !== null && ceilings.tokens < floor.tokens) {
    const give = roundedUp(normal.tokens + room.output)
    return {
      course,
      given: `${grouped(ceilings.tokens)} tokens`,
      least: `${grouped(roundedUp(floor.tokens))} tokens`,
      give: `--token-ceiling ${give}`,
    }
  }
  if (ceilings.cost === null || floor.money === null || ceilings.cost >= floor.money) return undefined
  const price = last && priceOf(last.seat)
  const give = (normal.money ?? 0) + (price ? costOf(room, price) : 0)
  return {
    course,
    given: dollars(ceilings.cost),
    least: dollars(floor.money),
    give: `--cost-ceiling ${(Math.ceil(give / 10_000) / 100).toFixed(2)}`,
  }
}

/** All that calls read and say. */
export function needOf(calls: readonly ExpectedCall[]): Need {
  const needs = calls.flatMap(requestsOf)
  const sum = (of: (need: Need) => number) => needs.reduce((total, need) => total + of(need), 0)
  return { input: sum(({ input }) => input), output: sum(({ output }) => output) }
}

/** `about 31,000 tokens, $0.13, for one round and the record; at the limits …`. `ceiling` is in millionths of a dollar. */
export function foreseenWords({ usual, limit }: Foreseen, ceiling: number | null): string {
  const course = limit.course === usual.course ? '' : ` in ${limit.course}`
  const worst = `${expenseWords(limit)}, if every reply and its use of tools reach their limits${course}`
  const most = ceiling === null ? '' : `; no more than ${dollars(ceiling)} by the cost ceiling`
  return `about ${expenseWords(usual)}, for ${usual.course}; about ${worst}${most}`
}

/** For journals, which come from outside. */
export function isForeseen(value: unknown): value is Foreseen {
  return isRecord(value) && isExpense(value.usual) && isExpense(value.limit)
}

/** A call of a tool with its result: an extract of a file, or what a command printed. */
const perUse = 1500

function requestsOf({ reads, says, uses = 0 }: ExpectedCall): readonly Need[] {
  return Array.from({ length: uses + 1 }, (_, nth) => ({
    input: reads + nth * perUse,
    output: nth === uses ? says : Math.min(says, 100),
  }))
}

/** What a course will cost, if its calls are as long as it says. */
export function expenseOf(course: Course, priceOf: PriceOfSeat): Expense {
  return expense(course, priceOf, costOf)
}

function expense(
  { course, calls }: Course,
  priceOf: PriceOfSeat,
  costs: (need: Need, price: Price) => number,
): Expense {
  const { input, output } = needOf(calls)
  let money: number | null = null
  for (const call of calls) {
    const price = priceOf(call.seat)
    if (price) money = requestsOf(call).reduce((sum, need) => sum + costs(need, price), money ?? 0)
  }
  return {
    course,
    tokens: Math.round(input + output),
    money,
    unpriced: calls.some(({ seat }) => priceOf(seat) === null),
  }
}

/** `24,000 tokens, $0.31` */
export function expenseWords({ tokens, money, unpriced }: Expense): string {
  return [`${roughly(tokens)} tokens`, ...paidWords(money, unpriced)].join(', ')
}

function paidWords(money: number | null, unpriced: boolean): readonly string[] {
  if (money === null) return unpriced ? ['price unknown'] : []
  return [unpriced ? `${dollars(money)} and seats of unknown price` : dollars(money)]
}

/** Two digits: more would look exact. */
export function roughly(tokens: number): string {
  const unit = unitOf(tokens)
  return grouped(Math.round(tokens / unit) * unit)
}

/** To two digits, so that it is enough. */
export function roundedUp(tokens: number): number {
  const unit = unitOf(tokens)
  return Math.ceil(tokens / unit) * unit
}

const unitOf = (tokens: number): number => 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1)

function isExpense(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { course, tokens, money, unpriced } = value
  const isAmount = (one: unknown) => typeof one === 'number' && Number.isFinite(one) && one >= 0
  return (
    typeof course === 'string' &&
    isAmount(tokens) &&
    (money === null || isAmount(money)) &&
    typeof unpriced === 'boolean'
  )
}
