// Ledger: what a meeting has spent, in tokens and in money, and whether it may spend more.
//
//   L1  A call, and each further request of a call that uses tools, is made only if what is spent, what running calls reserved,
//       its own worst case and what must stay free fit under each ceiling together: a budget can be reached, never exceeded.
//   L2  When a call has ended, its usage replaces its reservation.
//   L3  The cost of a step that failed and was tried again counts against the ceilings, but not in what the procedure is told
//       it spent: that must be the same in every replay.

import { dollars } from '../../rules/money.js'
import type { Spending, Usage } from '../agents.js'
import type { Spent } from '../protocol.js'

/** An amount of both: tokens, and millionths of a dollar. */
export interface Amount {
  readonly tokens: number
  readonly cost: number
}

/** Which limit leaves no room. */
export type Limit = 'tokens' | 'cost'

export const nothing: Amount = { tokens: 0, cost: 0 }

export class Ledger {
  readonly ceiling: number | null
  /** In millionths of a dollar. */
  readonly costCeiling: number | null
  #input = 0
  #output = 0
  #cost = 0
  #priced = false
  #reserved = nothing
  #inVain = nothing
  #estimated = false

  constructor(ceiling: number | null, costCeiling: number | null = null) {
    this.ceiling = ceiling
    this.costCeiling = costCeiling
  }

  /** Whether anything is to be reserved at all. */
  get isLimited(): boolean {
    return this.ceiling !== null || this.costCeiling !== null
  }

  /** More was spent than a ceiling allows: an agent that asks its model by itself cannot be stopped in the middle of a turn. */
  get isOverrun(): boolean {
    const { tokens, cost } = plus({ tokens: this.#input + this.#output, cost: this.#cost }, this.#inVain)
    return (
      (this.ceiling !== null && tokens > this.ceiling) ||
      (this.costCeiling !== null && cost > this.costCeiling)
    )
  }

  /** For people. */
  nameOf(limit: Limit): string {
    return limit === 'cost'
      ? `cost ceiling of ${dollars(this.costCeiling ?? 0)}`
      : `token ceiling of ${this.ceiling}`
  }

  get spent(): Spent {
    const { tokens, cost } = this.#taken
    const left = this.ceiling === null ? null : Math.max(0, this.ceiling - tokens)
    const costLeft = this.costCeiling === null ? null : Math.max(0, this.costCeiling - cost)
    const spent = { input: this.#input, output: this.#output, estimated: this.#estimated, left, costLeft }
    return { ...spent, cost: this.#priced ? this.#cost : null }
  }

  /** Reserves `worst`, or returns the limit that has no room for it. */
  reserve(worst: Amount, keepFree: Amount = nothing): Limit | null {
    const { tokens, cost } = [this.#taken, worst, keepFree].reduce(plus)
    if (this.ceiling !== null && tokens > this.ceiling) return 'tokens'
    if (this.costCeiling !== null && cost > this.costCeiling) return 'cost'
    if (this.isLimited) this.#reserved = plus(this.#reserved, worst)
    return null
  }

  /** The ceiling that would have had room for this: in tokens, or in millionths of a dollar. */
  needed(limit: Limit, worst: Amount, keepFree: Amount = nothing): number {
    return [this.#taken, worst, keepFree].reduce(plus)[limit]
  }

  settle(worst: Amount, usage: Usage, cost?: number): void {
    if (this.isLimited) this.#reserved = plus(this.#reserved, { tokens: -worst.tokens, cost: -worst.cost })
    this.add(usage, cost)
  }

  /** A journal may come from elsewhere: an amount below nothing must not make room. */
  add(usage: Usage, cost?: number): void {
    this.#input += Math.max(0, usage.input)
    this.#output += Math.max(0, usage.output)
    this.#cost += Math.max(0, cost ?? 0)
    this.#priced ||= cost !== undefined && usage.input + usage.output > 0
    this.#estimated ||= usage.estimated && usage.input + usage.output > 0
  }

  /** Counts the cost of a failed step against the ceilings only (L3): a replay does not see that step. */
  addInVain(usage: Usage, cost = 0): void {
    const tokens = Math.max(0, usage.input) + Math.max(0, usage.output)
    this.#inVain = plus(this.#inVain, { tokens, cost: Math.max(0, cost) })
  }

  get #taken(): Amount {
    const paid = { tokens: this.#input + this.#output, cost: this.#cost }
    return [paid, this.#inVain, this.#reserved].reduce(plus)
  }
}

/** A ceiling has no room for a call. */
export class OverCeiling extends Error {
  readonly over: Limit

  constructor(over: Limit) {
    super()
    this.over = over
  }
}

/** What one call has reserved: its worst case, which grows with every request of the reply. */
export class Reservation {
  readonly #ledger: Ledger
  readonly #keepFree: Amount
  #held = nothing
  #needs = 0

  constructor(ledger: Ledger, keepFree: Amount = nothing) {
    this.#ledger = ledger
    this.#keepFree = keepFree
  }

  /** Reserves `worst` in place of the earlier amount, or returns the limit that has no room for it. */
  raise(worst: Amount): Limit | null {
    const more = {
      tokens: Math.max(0, worst.tokens - this.#held.tokens),
      cost: Math.max(0, worst.cost - this.#held.cost),
    }
    if (more.tokens === 0 && more.cost === 0) return null
    const over = this.#ledger.reserve(more, this.#keepFree)
    if (over === null) this.#held = plus(this.#held, more)
    else this.#needs = this.#ledger.needed(over, more, this.#keepFree)
    return over
  }

  /** The ceiling that would have had room for what was refused last. */
  get needs(): number {
    return this.#needs
  }

  settle(usage: Usage, cost?: number): void {
    this.#ledger.settle(this.#held, usage, cost)
  }
}

function plus(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens + b.tokens, cost: a.cost + b.cost }
}

export const noUsage: Usage = { input: 0, output: 0, estimated: false }

/** More than any call can cost: a higher count is an error of the provider's and would make every sum wrong. */
const mostTokens = 10_000_000

/** Whether a provider can have counted so many in one request. */
export function isSound(tokens: number | undefined): tokens is number {
  return tokens !== undefined && tokens >= 0 && tokens <= mostTokens
}

/** Usage as a provider reported it, with counts that cannot be corrected: to zero, or to the most that is possible. */
export function counted(usage: Usage): Usage {
  const tokens = (n: number) => (n > 0 && Number.isFinite(n) ? Math.min(Math.round(n), mostTokens) : 0)
  const { input, output, cached, written } = usage
  const sound = [input, output, cached ?? 0, written ?? 0].every(isSound)
  return {
    input: tokens(input),
    output: tokens(output),
    ...(cached === undefined ? {} : { cached: tokens(cached) }),
    ...(written === undefined ? {} : { written: tokens(written) }),
    estimated: usage.estimated || !sound,
  }
}

/** What the requests of one reply cost together. */
export function together(requests: readonly Usage[]): Spending {
  const whole = requests.reduce(sum, noUsage)
  return requests.length > 1 ? { ...whole, requests } : whole
}

export function sum(a: Usage, b: Usage): Usage {
  const cached = (a.cached ?? 0) + (b.cached ?? 0)
  const written = (a.written ?? 0) + (b.written ?? 0)
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    estimated: a.estimated || b.estimated,
    ...(cached > 0 ? { cached } : {}),
    ...(written > 0 ? { written } : {}),
  }
}
