// Costs: what every call cost, in order, and what drafts add up to. A fork pays nothing for what it took over.

import type { LineOf } from '../kernel/line.js'
import type { TurnData } from '../kernel/line-data.js'
import type { TurnCost } from './items.js'
import type { Cost, Draft, Pending } from './story.js'

export function costOf({ receipt }: TurnData): TurnCost {
  const { tokens, model, backend, attempts, ms } = receipt
  const { input, output, cached = 0, estimated } = tokens
  return { input, output, cached, estimated, model, backend, ms, attempts }
}

export function bookTurn(draft: Draft, { n, data }: LineOf<'turn'>): void {
  const { input, output, cached, estimated, model, backend, ms } = costOf(data)
  const { seat, call } = data
  const taken = data.from !== undefined
  const paid = taken ? { input: 0, output: 0, cached: 0 } : { input, output, cached }
  add(draft, { n, seat, call, model, backend, ...paid, estimated, ms, failed: false, taken })
}

/** What a failed turn cost is paid all the same; a failed run cost nothing of its own. */
export function bookFailure(draft: Draft, { n, data }: LineOf<'failed'>): void {
  if (!('seat' in data) || data.from) return
  const { seat, call, tokens } = data
  const { input, output, cached = 0, estimated } = tokens
  const by = { model: null, backend: null, ms: 0, failed: true, taken: false }
  add(draft, { n, seat, call, input, output, cached, estimated, ...by })
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
    model: cost.model,
    backend: cost.backend,
    ms: (before?.ms ?? 0) + cost.ms,
    attempts: (before?.attempts ?? 0) + cost.attempts,
    tools: [...(before?.tools ?? []), ...turn.receipt.tools],
    value: turn.value,
  }
}
