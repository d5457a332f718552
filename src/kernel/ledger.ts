// Ledger: what a meeting has spent, and whether it may spend more.
//
//   L1  A call, and each further request of a call that uses tools, is made only if what is spent, what running calls reserved,
//       its own worst case and what must stay free fit under the ceiling together: a budget can be reached, never exceeded.
//   L2  When a call has ended, its usage replaces its reservation.
//   L3  The cost of a step that failed and was tried again counts against the ceiling, but not in what the procedure is told
//       it spent: that must be the same in every replay.

import type { Usage } from './agents.js'
import type { Spent } from './protocol.js'

export class Ledger {
  readonly ceiling: number | null
  #input = 0
  #output = 0
  #reserved = 0
  #inVain = 0
  #estimated = false

  constructor(ceiling: number | null) {
    this.ceiling = ceiling
  }

  get spent(): Spent {
    const left = this.ceiling === null ? null : Math.max(0, this.ceiling - this.#taken)
    return { input: this.#input, output: this.#output, estimated: this.#estimated, left }
  }

  /** Reserves `worst`, or returns false when it does not fit. */
  reserve(worst: number, keepFree = 0): boolean {
    if (this.ceiling === null) return true
    if (this.#taken + worst + keepFree > this.ceiling) return false
    this.#reserved += worst
    return true
  }

  settle(worst: number, usage: Usage): void {
    if (this.ceiling !== null) this.#reserved -= worst
    this.add(usage)
  }

  add(usage: Usage): void {
    this.#input += usage.input
    this.#output += usage.output
    this.#estimated ||= usage.estimated && usage.input + usage.output > 0
  }

  /** Counts the cost of a failed step against the ceiling only (L3): a replay does not see that step. */
  addInVain(usage: Usage): void {
    this.#inVain += usage.input + usage.output
  }

  get #taken(): number {
    return this.#input + this.#output + this.#inVain + this.#reserved
  }
}

/** What one call has reserved: its worst case, which grows with every request of the reply. */
export class Reservation {
  readonly #ledger: Ledger
  readonly #keepFree: number
  #held = 0

  constructor(ledger: Ledger, keepFree = 0) {
    this.#ledger = ledger
    this.#keepFree = keepFree
  }

  /** Reserves `worst` in place of the earlier amount, or returns false when it does not fit. */
  raise(worst: number): boolean {
    const more = worst - this.#held
    if (more <= 0) return true
    if (!this.#ledger.reserve(more, this.#keepFree)) return false
    this.#held += more
    return true
  }

  settle(usage: Usage): void {
    this.#ledger.settle(this.#held, usage)
  }
}

export const noUsage: Usage = { input: 0, output: 0, estimated: false }

/** More than any call can cost: a higher count is an error of the provider's and would make every sum wrong. */
const mostTokens = 10_000_000

/** Usage as a provider reported it, with impossible counts set to zero: not a number, negative, or too high. */
export function counted(usage: Usage): Usage {
  const tokens = (n: number) => (n > 0 && Number.isFinite(n) ? Math.min(Math.round(n), mostTokens) : 0)
  const { input, output, cached } = usage
  const sound = [input, output, cached ?? 0].every((n) => n >= 0 && n <= mostTokens)
  return {
    input: tokens(input),
    output: tokens(output),
    ...(cached === undefined ? {} : { cached: tokens(cached) }),
    estimated: usage.estimated || !sound,
  }
}

export function sum(a: Usage, b: Usage): Usage {
  const cached = (a.cached ?? 0) + (b.cached ?? 0)
  const usage = {
    input: a.input + b.input,
    output: a.output + b.output,
    estimated: a.estimated || b.estimated,
  }
  return cached > 0 ? { ...usage, cached } : usage
}
