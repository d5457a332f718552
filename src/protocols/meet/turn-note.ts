// What stands in the transcript of a chartered meeting, turns and other lines, as fields: for the journal and for whoever draws it.

import type { Phase } from '../../rules/lifecycle.js'
import { type DispatchedVia, type Origin, turnHeader } from '../../rules/turn-header.js'
import type { Cited } from '../../view/items.js'
import { proposalsOf } from './proposals.js'
import type { Table } from './rules/table.js'

export type TurnKind = 'charter' | 'prelude' | 'slot' | 'raised' | 'lookup' | 'person' | 'facilitator'

/** A turn as it stands in the transcript. */
export interface Emitted {
  readonly kind: TurnKind
  /** Counted through the whole meeting; 0 for the charter. */
  readonly t: number
  readonly id: string
  readonly round: number
  readonly phase: Phase
  /** The seat's id; null for the person and the facilitator. */
  readonly seat: string | null
  readonly speaker: string
  readonly role: string
  readonly cost: number
  readonly total: number
  /** As said, for other seats and for the notes; what the transcript shows of it may be shorter. */
  readonly body: string
  readonly shown: string
  readonly challenges: readonly string[]
  readonly decisions: readonly string[]
  /** References it made, as written. */
  readonly refs: readonly string[]
}

export interface NewTurn extends Omit<Emitted, 't' | 'id' | 'round' | 'total'> {
  readonly via: DispatchedVia | null
  readonly origin: Origin | null
  /** What is on the table now, where this turn changed it. */
  readonly table?: Table
  /** What a prelude holds; the transcript shows its first line only. */
  readonly prelude?: { readonly bullets: readonly string[]; readonly sources: readonly string[] }
}

/** The content of a transcript line as fields. `words` says the same to people. */
export type ToldLine =
  | { readonly what: 'phase'; readonly phase: Phase; readonly skipped: string | null }
  | { readonly what: 'citations'; readonly turn: string; readonly cited: readonly NotedCitation[] }
  | {
      readonly what: 'cost-check'
      readonly turn: number
      readonly total: number
      readonly input: number
      readonly ceiling: number | null
    }
  | { readonly what: 'invitees'; readonly words: string; readonly names: readonly string[] }
  | { readonly what: 'muted'; readonly words: string; readonly seat: string }
  | { readonly what: 'turn-limit'; readonly words: string; readonly limit: number }
  | { readonly what: 'turn-skipped'; readonly words: string; readonly seat: string; readonly reason: string }
  | {
      readonly what: 'raised-hand' | 'look-up'
      readonly words: string
      readonly cycle: number
      readonly requesting: string
      readonly target: string | null
      readonly status: string
    }

/** A turn as the journal has it: everything that a surface needs to draw it. */
export function noteOf(emitted: Emitted, { via, origin, prelude, table = [] }: NewTurn) {
  const proposals = proposalsOf({ table, settled: [] })
  const { id, t, kind, round, phase, seat, speaker, role, cost, total } = emitted
  const { body, shown, challenges, decisions } = emitted
  return {
    ...{ turn: id, t, kind, round, phase, seat, speaker, role, cost, total, via, origin },
    ...{ text: body, challenges, decisions },
    ...(shown === body ? {} : { shown }),
    ...(prelude ? { prelude } : {}),
    ...(proposals.length > 0 ? { proposals } : {}),
  }
}

export function headerOf(emitted: Emitted, { via, origin, kind }: NewTurn): string {
  return turnHeader({
    round: emitted.round,
    turn: emitted.t,
    speaker: emitted.speaker,
    role: emitted.role.replaceAll('/', '-'),
    turnCost: emitted.cost,
    runningTotal: emitted.total,
    phase: kind === 'facilitator' ? undefined : emitted.phase,
    turnId: emitted.id,
    dispatchedVia: via ?? undefined,
    origin: origin ?? undefined,
  })
}

/** A citation as the note after a turn records it. */
export type NotedCitation = Pick<Cited, 'ref' | 'path' | 'state' | 'reason'>
