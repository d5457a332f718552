// Bill: what the calls of one turn have cost and what the next can cost at most, in tokens and in money.
// Each request is priced by itself when it is paid: the rates for long ones depend on it, and the ledger holds the same in a replay.

import { costOf, mostFor, type Need, type Price } from '../../rules/money.js'
import type { Seat, Spending, Usage } from '../agents.js'
import type { Deps } from '../run/deps.js'
import { type Amount, counted, nothing, noUsage, sum } from './ledger.js'

/** What one call has cost. */
interface Payment {
  readonly usage: Usage
  /** Undefined where the price is not known. */
  readonly cost: number | undefined
}

export const noPayment: Payment = { usage: noUsage, cost: undefined }

export class Bill {
  readonly #price: Price | null
  readonly #dearest: Price | null
  #usage = noUsage
  #cost = 0

  constructor({ money }: Deps, seat: Seat) {
    this.#price = money?.priceOf(seat) ?? null
    this.#dearest = money?.dearest ?? null
  }

  get usage(): Usage {
    return this.#usage
  }

  /** As it is recorded; no cost where the price is not known. */
  get total(): { readonly usage: Usage; readonly cost?: number } {
    return this.#price ? { usage: this.#usage, cost: this.#cost } : { usage: this.#usage }
  }

  pay(reported: Spending): Payment {
    const [usage, cost] = [counted(reported), this.#costOf(reported)]
    this.#usage = sum(this.#usage, usage)
    this.#cost += cost
    return { usage, cost: this.#price ? cost : undefined }
  }

  /** The most that a call can cost whose next request needs so much, after what its earlier ones have spent. */
  most({ input, output }: Need, spent: Spending = noUsage): Amount {
    const before = counted(spent)
    const more = this.#price ? mostFor({ input, output }, this.#price) : 0
    return {
      tokens: before.input + before.output + input + output,
      cost: this.#costOf(spent) + more,
    }
  }

  /** Whoever makes the calls to come, they cost no more than the dearest voice does. */
  free(need: Need | undefined): Amount {
    if (need === undefined) return nothing
    const cost = this.#dearest ? mostFor(need, this.#dearest) : 0
    return { tokens: need.input + need.output, cost }
  }

  #costOf(spent: Spending): number {
    const price = this.#price
    if (!price) return 0
    return (spent.requests ?? [spent]).reduce((sum, one) => sum + costOf(counted(one), price), 0)
  }
}
