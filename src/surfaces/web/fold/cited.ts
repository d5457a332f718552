// Citations: what a turn cites and what was found there. They are checked just before a turn is let through; preludes just after.

import type { Line } from '../../../kernel/line.js'
import type { Desk } from './desk.js'
import type { Cited } from './items.js'

export function keepCitations(desk: Desk, line: Line): void {
  const { name, result } = line.data as { name?: string; result?: unknown }
  if (name !== 'check citations' || !Array.isArray(result)) return
  const cited = result.flatMap(citedOf)
  if (desk.pending.size > 0) desk.checked = cited
  else attach(desk, cited)
}

function attach(desk: Desk, cited: readonly Cited[]): void {
  const at = desk.items.findLastIndex(({ kind }) => kind === 'turn')
  const turn = desk.items[at]
  if (turn?.kind === 'turn' && turn.cited.length === 0) desk.items[at] = { ...turn, cited }
}

function citedOf(value: unknown): Cited[] {
  const { ref, path, outcome } = (value ?? {}) as {
    ref?: unknown
    path?: unknown
    outcome?: { kind?: unknown; reason?: unknown }
  }
  const state = states.find((known) => known === outcome?.kind)
  if (typeof ref !== 'string' || !state) return []
  const reason = typeof outcome?.reason === 'string' ? outcome.reason : ''
  return [{ ref, path: typeof path === 'string' ? path : null, state, reason }]
}

const states = ['verified', 'unverified', 'broken'] as const
