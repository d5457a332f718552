// Cost: what a meeting has spent, as sums over its calls: by seat, by model and by call.

import { addMoney, dollars, type MoneySum, noMoney } from '../../../rules/money.js'
import type { Cost as Call } from '../../../view/story.js'
import { oneLine } from './clean.js'
import { count } from './words.js'

export interface Cost extends MoneySum {
  readonly turns: number
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly estimated: boolean
  readonly ms: number
}

export interface CostTable {
  readonly total: Cost
  readonly seats: Readonly<Record<string, Cost>>
  readonly models: Readonly<Record<string, Cost>>
  readonly calls: Readonly<Record<string, Cost>>
}

/** A turn that a fork took over was paid for by its source; a failed turn was paid for here. */
export function costTable(calls: readonly Call[]): CostTable {
  const paid = calls.filter(({ taken, failed, input, output }) => !taken && !(failed && input + output === 0))
  const by = (name: (call: Call) => string) => {
    const sums: Record<string, Cost> = {}
    for (const call of paid) sums[name(call)] = add(sums[name(call)] ?? nothing, call)
    return sums
  }
  return {
    total: paid.reduce(add, nothing),
    seats: by(({ seat }) => seat),
    models: by(({ model, backend, failed }) => (failed ? '(failed)' : (model ?? backend ?? '?'))),
    calls: by(({ call }) => call),
  }
}

/** Where the terminal is too narrow for the wide columns, a `~` says what is estimated. */
export function costText(table: CostTable, columns: number): string {
  const all = { Seat: table.seats, Model: table.models, Call: table.calls, '': { total: table.total } }
  const names = Object.values(all).flatMap((costs) =>
    Object.keys(costs).map((name) => oneLine(name, 60).length),
  )
  const wide = { name: Math.max(24, ...names), cell: 12, word: '  estimated' }
  const fits = wide.name + 5 * wide.cell + wide.word.length <= columns
  const narrow = Math.max(5, ...names)
  const cell = Math.min(12, Math.max(8, Math.floor((columns - narrow) / 5)))
  const look = fits ? wide : { name: narrow, cell, word: '' }
  const parts = Object.entries(all).map(([title, costs]) => section(title, costs, look))
  return `${parts.join('\n\n')}\n`
}

const nothing: Cost = { turns: 0, input: 0, output: 0, cached: 0, estimated: false, ...noMoney, ms: 0 }

function add(sum: Cost, call: Call): Cost {
  return {
    turns: sum.turns + (call.failed ? 0 : 1),
    input: sum.input + call.input,
    output: sum.output + call.output,
    cached: sum.cached + call.cached,
    estimated: sum.estimated || (call.estimated && !call.failed),
    ...addMoney(sum, call.money),
    ms: sum.ms + call.ms,
  }
}

interface Columns {
  readonly name: number
  readonly cell: number
  /** Stands behind what is estimated; where it is empty, a mark stands before it. */
  readonly word: string
}

function section(title: string, costs: Readonly<Record<string, Cost>>, look: Columns): string {
  const right = (text: string) => text.padStart(look.cell)
  const heading = `${title.padEnd(look.name)}${['turns', 'input', 'cached', 'output', 'money'].map(right).join('')}`
  const rows = Object.entries(costs).map(([name, cost]) => {
    const about = cost.estimated && look.word === '' ? '~' : ''
    const tokens = [`${about}${count(cost.input)}`, count(cost.cached), `${about}${count(cost.output)}`]
    const cells = [count(cost.turns), ...tokens, moneyCell(cost)]
    return `${oneLine(name, 60).padEnd(look.name)}${cells.map(right).join('')}${cost.estimated ? look.word : ''}`
  })
  return [...(title ? [heading] : []), ...rows].join('\n')
}

/** A sum that lacks a price is marked: it is the least that was paid. */
function moneyCell({ money, unpriced }: MoneySum): string {
  if (money === null) return unpriced > 0 ? 'unknown' : '–'
  return `${dollars(money)}${unpriced > 0 ? ' +?' : ''}`
}
