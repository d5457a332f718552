// Costs: what every call cost, in order, and what that comes to for each seat. A fork pays nothing for what it took over.

import { paidFor } from '../kernel/cost/paid.js'
import type { LineOf } from '../kernel/line/line.js'
import type { TurnData } from '../kernel/line/line-data.js'
import { addMoney, type MoneyPaid, type MoneySum, moneyFor, noMoney } from '../rules/money.js'
import type { TurnCost } from './items.js'
import type { Cost, Draft, Face, Pending } from './story.js'

export function costOf({ receipt }: TurnData): TurnCost {
  const { tokens, cost, model, backend, attempts, ms } = receipt
  const { input, output, cached = 0, estimated } = tokens
  return { input, output, cached, estimated, money: moneyFor(cost, backend), model, backend, ms, attempts }
}

export function bookTurn(draft: Draft, line: LineOf<'turn'>): void {
  const { model, backend, ms } = costOf(line.data)
  const { seat, call, from } = line.data
  const taken = from !== undefined
  add(draft, {
    n: line.n,
    at: line.at,
    seat,
    call,
    model,
    backend,
    ...paidFor(line),
    ms,
    failed: false,
    taken,
  })
}

/** A run that failed is no call of a seat, and a failure that a fork took over is no call of its own. */
export function bookFailure(draft: Draft, line: LineOf<'failed'>): void {
  const { n, at, data } = line
  if (!('seat' in data) || data.from) return
  const by = { model: null, backend: null, ms: 0, failed: true, taken: false }
  add(draft, { n, at, seat: data.seat, call: data.call, ...paidFor(line), ...by })
}

function add(draft: Draft, cost: Omit<Cost, 'total'>): void {
  const before = draft.costs.at(-1)?.total ?? 0
  draft.costs.push({ ...cost, total: before + cost.input + cost.output })
}

/** All drafts of a turn count as its cost. */
export function drafted(before: Pending | undefined, turn: TurnData): Pending {
  const cost = costOf(turn)
  return {
    input: (before?.input ?? 0) + cost.input,
    output: (before?.output ?? 0) + cost.output,
    cached: (before?.cached ?? 0) + cost.cached,
    estimated: (before?.estimated ?? false) || cost.estimated,
    money: before === undefined ? cost.money : bothPaid(before.money, cost.money),
    model: cost.model,
    backend: cost.backend,
    ms: (before?.ms ?? 0) + cost.ms,
    attempts: (before?.attempts ?? 0) + cost.attempts,
    tools: [...(before?.tools ?? []), ...turn.receipt.tools],
    value: turn.value,
    cutOff: turn.cutOff,
    whole: turn.whole,
  }
}

/** One price that is not known makes the sum unknown. */
function bothPaid(one: MoneyPaid, other: MoneyPaid): MoneyPaid {
  if (one === 'unknown' || other === 'unknown') return 'unknown'
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0)
}

export interface Share extends MoneySum {
  readonly seat: string
  readonly name: string
  readonly role: string
  readonly calls: number
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  readonly models: readonly string[]
}

/** What each seat has cost: every seat of the meeting in its order, then whoever else was called. */
export function sharesOf(faces: readonly Face[], costs: readonly Cost[]): readonly Share[] {
  const seats = new Map<string, Share>(faces.map((face) => [face.id, noShare(face)]))
  for (const cost of costs) {
    const before = seats.get(cost.seat) ?? noShare({ id: cost.seat, name: cost.seat, role: '' })
    seats.set(cost.seat, {
      ...before,
      calls: before.calls + 1,
      input: before.input + cost.input,
      output: before.output + cost.output,
      estimated: before.estimated || cost.estimated,
      ...addMoney(before, cost.money),
      models: withModel(before.models, cost.model ?? cost.backend),
    })
  }
  return [...seats.values()]
}

function noShare({ id, name, role }: Face): Share {
  return { seat: id, name, role, calls: 0, input: 0, output: 0, estimated: false, ...noMoney, models: [] }
}

function withModel(models: readonly string[], model: string | null): readonly string[] {
  return model === null || models.includes(model) ? models : [...models, model]
}
