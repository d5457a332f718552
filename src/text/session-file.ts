// Session file: one meeting's state as thirteen `key: value` lines, for other tools to read.
//
//   FIELD1  What was written into a field is what reading that field gives back.
//   FIELD2  An update changes its own line and no other byte.
import type { Boundary, Phase } from '../rules/lifecycle.js'
import { endedByBreak, onOneLine } from '../rules/lines.js'
import {
  type FieldVerdict,
  isCounterField,
  judgeField,
  SESSION_FIELDS,
  type SessionField,
} from '../rules/session-fields.js'

export interface Session {
  session_id: string
  phase: Phase
  round: number
  turn_counter: number
  cadence_counter: number
  raise_hand_ledger: string
  scratchpad_state: string
  cumulative_cost: number
  last_checkpoint_at: string
  last_checkpoint_phase: Phase | Boundary | ''
  last_yield_emitted_at: string
  agent_dispatch_findings: string
  user_attendance: boolean | ''
}

export type SessionUpdate = { kind: 'updated'; text: string } | Extract<FieldVerdict, { kind: 'refused' }>

/** A meeting of which nothing is known yet but its id. */
export function newSession(id: string): Session {
  return {
    session_id: id,
    phase: 'INVITE',
    round: 0,
    turn_counter: 0,
    cadence_counter: 0,
    raise_hand_ledger: '',
    scratchpad_state: '',
    cumulative_cost: 0,
    last_checkpoint_at: '',
    last_checkpoint_phase: '',
    last_yield_emitted_at: '',
    agent_dispatch_findings: '',
    user_attendance: '',
  }
}

/** The whole file. Line breaks in text fields become spaces, since each would start a new field. */
export function renderSession(session: Readonly<Session>): string {
  return SESSION_FIELDS.map((field) => `${fieldLine(field, onOneLine(String(session[field])))}\n`).join('')
}

/** The value, unquoted; empty when the file has no such line. */
export function readSessionField(text: string, field: SessionField): string {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${field}:`))
  if (line === undefined) return ''
  const value = line.slice(field.length + 1).trim()
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value
  return value.slice(1, -1).replaceAll('\\"', '"')
}

/** A file that lacks the line gets it at the end. */
export function updateSessionField(text: string, field: SessionField, value: string): SessionUpdate {
  const verdict = judgeField(field, value)
  if (verdict.kind === 'refused') return verdict
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${field}:`))
  if (at < 0) return { kind: 'updated', text: `${endedByBreak(text)}${fieldLine(field, value)}\n` }
  const carriage = lines[at]!.endsWith('\r') ? '\r' : ''
  return { kind: 'updated', text: lines.with(at, fieldLine(field, value) + carriage).join('\n') }
}

/** Backslashes are not escaped, because readers of this file only strip the quotes. */
function fieldLine(field: SessionField, value: string): string {
  const bare = isCounterField(field) || (field === 'user_attendance' && value !== '')
  return bare ? `${field}: ${value}` : `${field}: "${value.replaceAll('"', '\\"')}"`
}
