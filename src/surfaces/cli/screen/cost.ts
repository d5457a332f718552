// Cost: what a meeting has spent, as sums over its journal: by seat, by model and by call.

import type { Line } from '../../../kernel/line.js'
import type { TurnData } from '../../../kernel/summary.js'
import { oneLine } from './clean.js'
import { count } from './words.js'

export interface Cost {
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

/** A turn that a fork took over was paid for elsewhere; a turn that failed was paid for here. */
export function costOf(lines: readonly Line[]): CostTable {
  const paid = lines.flatMap(payment)
  const by = (name: (payment: Payment) => string) => {
    const sums: Record<string, Cost> = {}
    for (const one of paid) sums[name(one)] = add(sums[name(one)] ?? nothing, one.cost)
    return sums
  }
  return {
    total: paid.reduce((sum, one) => add(sum, one.cost), nothing),
    seats: by(({ seat }) => seat),
    models: by(({ model }) => model),
    calls: by(({ call }) => call),
  }
}

export function costText(table: CostTable): string {
  const parts = [section('Seat', table.seats), section('Model', table.models), section('Call', table.calls)]
  return `${[...parts, section('', { total: table.total })].join('\n\n')}\n`
}

interface Payment {
  readonly seat: string
  readonly model: string
  readonly call: string
  readonly cost: Cost
}

function payment({ kind, data }: Line): Payment[] {
  if (kind === 'turn') {
    const { seat, call, receipt, from } = data as TurnData
    if (from) return []
    const { input, output, cached = 0, estimated } = receipt.tokens
    const model = receipt.model ?? receipt.backend
    return [{ seat, call, model, cost: { turns: 1, input, output, cached, estimated, ms: receipt.ms } }]
  }
  const failed = data as { seat?: string; call?: string; tokens?: { input: number; output: number } } | null
  if (kind !== 'failed' || !failed?.tokens || failed.tokens.input + failed.tokens.output === 0) return []
  const { seat = '?', call = '?', tokens } = failed
  return [{ seat, call, model: '(failed)', cost: { ...nothing, input: tokens.input, output: tokens.output } }]
}

const nothing: Cost = { turns: 0, input: 0, output: 0, cached: 0, estimated: false, ms: 0 }

function add(a: Cost, b: Cost): Cost {
  return {
    turns: a.turns + b.turns,
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    estimated: a.estimated || b.estimated,
    ms: a.ms + b.ms,
  }
}

function section(title: string, costs: Readonly<Record<string, Cost>>): string {
  const width = Math.max(24, title.length, ...Object.keys(costs).map((name) => name.length))
  const heading = `${title.padEnd(width)}${['turns', 'input', 'cached', 'output'].map(right).join('')}`
  const rows = Object.entries(costs).map(([name, cost]) => {
    const cells = [count(cost.turns), count(cost.input), count(cost.cached), count(cost.output)]
    return `${oneLine(name, 60).padEnd(width)}${cells.map(right).join('')}${cost.estimated ? '  estimated' : ''}`
  })
  return [...(title ? [heading] : []), ...rows].join('\n')
}

function right(cell: string): string {
  return cell.padStart(12)
}
