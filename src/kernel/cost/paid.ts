// Paid: what the calls of a journal have cost, by its lines. Pure; runs in the browser too.

import { addMoney, type MoneyPaid, moneyFor, noMoney, type SeatCost } from '../../rules/money.js'
import type { Line, LineOf } from '../line/line.js'

/** What a call has cost this meeting. */
export interface Paid {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly estimated: boolean
  readonly money: MoneyPaid
}

const nothing: Paid = { input: 0, output: 0, cached: 0, estimated: false, money: null }

/**
 * A fork pays nothing for what it took over. A turn that came to nothing is paid for all the same; a run that failed cost
 * nothing of its own.
 */
export function paidFor(line: LineOf<'turn' | 'failed'>): Paid {
  return line.kind === 'turn' ? paidForTurn(line.data) : paidInVain(line.data)
}

/** Every seat that was called, in the order of its first call; failed calls and those of earlier runs count too. */
export function seatCosts(lines: readonly Line[]): readonly SeatCost[] {
  const seats = new Map<string, SeatCost>()
  for (const line of lines) {
    if ((line.kind !== 'turn' && line.kind !== 'failed') || !('seat' in line.data)) continue
    const { seat } = line.data
    const before = seats.get(seat) ?? { seat, input: 0, output: 0, estimated: false, ...noMoney }
    const { input, output, estimated, money } = paidFor(line)
    seats.set(seat, {
      ...before,
      input: before.input + input,
      output: before.output + output,
      estimated: before.estimated || (estimated && input + output > 0),
      ...addMoney(before, money),
    })
  }
  return [...seats.values()]
}

function paidForTurn({ receipt, from }: LineOf<'turn'>['data']): Paid {
  const { input, output, cached = 0, estimated } = receipt.tokens
  if (from) return { ...nothing, estimated }
  return { input, output, cached, estimated, money: moneyFor(receipt.cost, receipt.backend) }
}

/** Where no token was used nothing is owed, whatever the price. */
function paidInVain(data: LineOf<'failed'>['data']): Paid {
  if (!('seat' in data) || data.from) return nothing
  const { input, output, cached = 0, estimated } = data.tokens
  const isPaid = input + output > 0
  const money = isPaid && data.backend !== undefined ? moneyFor(data.cost, data.backend) : (data.cost ?? null)
  return { input, output, cached, estimated: estimated && isPaid, money }
}
