// Ledger: what a meeting has spent, and whether it may spend more.
//
//   L1  A call is made only if what is spent, what is reserved by calls under way, its own worst case and what must stay
//       free fit under the ceiling together: a budget is reached, never exceeded by what we let through.
//   L2  When a call is settled its reservation is replaced by its usage.
//   L3  What was paid for in vain (a step that failed and was tried again) counts against the ceiling, but is no part of
//       what the procedure is told it spent: that must be the same in every replay.

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

  /** Sets `worst` aside, or says that it does not fit. */
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

  /** Law L3. */
  addInVain(usage: Usage): void {
    this.#inVain += usage.input + usage.output
  }

  get #taken(): number {
    return this.#input + this.#output + this.#inVain + this.#reserved
  }
}

export const noUsage: Usage = { input: 0, output: 0, estimated: false }

/** Usage as a provider reported it, without what cannot be counted: no number, or less than nothing. */
export function counted(usage: Usage): Usage {
  const tokens = (n: number) => (Number.isFinite(n) && n > 0 ? n : 0)
  return { ...usage, input: tokens(usage.input), output: tokens(usage.output) }
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
