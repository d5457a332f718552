// Session fields: the thirteen facts that a session file holds, and which text each of them accepts.
import { isCount } from './counts.js'
import { BOUNDARIES, isBoundary, isPhase, PHASES } from './lifecycle.js'

/** In the order of the file. */
export const SESSION_FIELDS = [
  'session_id',
  'phase',
  'round',
  'turn_counter',
  'cadence_counter',
  'raise_hand_ledger',
  'scratchpad_state',
  'cumulative_cost',
  'last_checkpoint_at',
  'last_checkpoint_phase',
  'last_yield_emitted_at',
  'agent_dispatch_findings',
  'user_attendance',
] as const
export type SessionField = (typeof SESSION_FIELDS)[number]

export type FieldVerdict = { kind: 'accepted' } | { kind: 'refused'; reason: string }

export function isSessionField(name: string): name is SessionField {
  return (SESSION_FIELDS as readonly string[]).includes(name)
}

export function isCounterField(field: SessionField): boolean {
  return COUNTERS.includes(field)
}

/** A line break is refused everywhere: the file has one line per field. */
export function judgeField(field: SessionField, value: string): FieldVerdict {
  if (/[\r\n]/.test(value)) return refused(`${field} must be a single line`)
  if (isCounterField(field) && !isCount(value)) {
    return refused(`${field} must be a non-negative integer (got: '${value}')`)
  }
  if (field === 'phase' && !isPhase(value)) {
    return refused(`phase must be one of: ${PHASES.join(' ')} (got: '${value}')`)
  }
  if (field === 'last_checkpoint_phase' && value !== '' && !isPhase(value) && !isBoundary(value)) {
    const known = [...PHASES, ...BOUNDARIES].join(' ')
    return refused(`last_checkpoint_phase must be empty or one of: ${known} (got: '${value}')`)
  }
  if (field === 'user_attendance' && !['true', 'false', ''].includes(value)) {
    return refused(`user_attendance must be true, false or empty (got: '${value}')`)
  }
  return { kind: 'accepted' }
}

const COUNTERS: readonly SessionField[] = ['round', 'turn_counter', 'cadence_counter', 'cumulative_cost']

function refused(reason: string): FieldVerdict {
  return { kind: 'refused', reason }
}
