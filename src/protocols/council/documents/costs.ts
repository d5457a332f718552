// Costs in a record: one sentence of the trail, so that its shape stays as it is. A session in which nobody was paid has none.

import { grouped } from '../../../rules/figures.js'
import { addMoney, type MoneySum, moneyWords } from '../../../rules/money.js'

export interface SeatSpent extends MoneySum {
  readonly seat: string
  readonly input: number
  readonly output: number
  readonly estimated: boolean
}

/** `The calls cost $0.42 (48,210 tokens): ceo $0.30 (30,000), cfo price unknown (18,210), cto nothing.` */
export function costSentence(seats: readonly SeatSpent[]): string {
  const paid = seats.filter(isPaid)
  if (paid.length === 0) return ''
  const sum = paid.reduce(together)
  const head = sum.money === null ? 'The price of the calls is unknown' : `The calls cost ${moneyWords(sum)}`
  const each = seats.map((seat) => `${seat.seat} ${shareWords(seat, sum)}`)
  return `${head} (${tokensOf(sum)} tokens): ${each.join(', ')}.`
}

/** Nobody is paid for a script. */
function isPaid({ money, unpriced }: MoneySum): boolean {
  return money !== null || unpriced > 0
}

function together(one: SeatSpent, other: SeatSpent): SeatSpent {
  return {
    seat: '',
    input: one.input + other.input,
    output: one.output + other.output,
    estimated: one.estimated || other.estimated,
    ...addMoney({ ...one, unpriced: one.unpriced + other.unpriced }, other.money),
  }
}

function shareWords(seat: SeatSpent, { money }: MoneySum): string {
  if (!isPaid(seat)) return 'nothing'
  return money === null ? tokensOf(seat) : `${moneyWords(seat)} (${tokensOf(seat)})`
}

function tokensOf({ input, output, estimated }: SeatSpent): string {
  const figure = grouped(input + output)
  return estimated ? `about ${figure}` : figure
}
