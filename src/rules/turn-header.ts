// Turn header: the first lines of every emitted turn, and the lines under it that say where the turn came from.

export const DISPATCHED_VIA = ['subagent', 'interject', 'charter', 'teammate'] as const
export type DispatchedVia = (typeof DISPATCHED_VIA)[number]

/** The origin of a turn that no agent produced. */
export const ORIGINS = ['interject', 'attendee', 'facilitator'] as const
export type Origin = (typeof ORIGINS)[number]

export interface TurnHeader {
  /** Counts may be given as digits, which are then printed as they stand. */
  round: number | string
  turn: number | string
  speaker: string
  role: string
  turnCost: number | string
  runningTotal: number | string
  /** Any case; printed in upper case. */
  phase?: string | undefined
  turnId?: string | undefined
  dispatchedVia?: DispatchedVia | undefined
  origin?: Origin | undefined
}

/** One line, and one more for each optional value that is given. */
export function turnHeader(header: TurnHeader): string {
  const { round, turn, speaker, role, turnCost, runningTotal } = header
  const lines = [
    `[round ${round} / turn ${turn} / ${speaker} (${role}) / per-turn-cost ${turnCost} tokens / running-total ${runningTotal} tokens]`,
  ]
  if (header.phase) lines.push(`Phase: ${header.phase.toUpperCase()}`)
  if (header.turnId) lines.push(`Turn: ${header.turnId}`)
  if (header.dispatchedVia) lines.push(`dispatched_via: ${header.dispatchedVia}`)
  if (header.origin) lines.push(`origin: ${header.origin}`)
  return `${lines.join('\n')}\n`
}

export type ProvenanceVerdict =
  | { kind: 'ok'; via: DispatchedVia | undefined }
  | { kind: 'unlabelled'; warning: string }
  | { kind: 'refused'; reason: string }

/** A turn of RESEARCH or DISCUSS must say who produced it; other phases are only reminded. */
export function judgeDispatchedVia(via: string | undefined, phase: string | undefined): ProvenanceVerdict {
  if (via !== undefined && !isDispatchedVia(via)) {
    return {
      kind: 'refused',
      reason: `--dispatched-via must be one of ${DISPATCHED_VIA.join(', ')} (got: '${via}')`,
    }
  }
  if (via !== undefined || !phase) return { kind: 'ok', via }
  if (needsProvenance(phase)) {
    return { kind: 'refused', reason: `--dispatched-via is required for phase ${phase.toUpperCase()}` }
  }
  return { kind: 'unlabelled', warning: UNLABELLED }
}

/** The phases in which agents speak. */
export function needsProvenance(phase: string): boolean {
  return ['RESEARCH', 'DISCUSS'].includes(phase.toUpperCase())
}

export function isDispatchedVia(text: string): text is DispatchedVia {
  return (DISPATCHED_VIA as readonly string[]).includes(text)
}

const UNLABELLED = 'WARNING: turn-header called without --dispatched-via — required from sprint-41'
