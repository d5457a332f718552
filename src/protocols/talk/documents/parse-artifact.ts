// Reads a meeting artifact, also one that somebody wrote by hand: fields in any order and style, half of them missing.

import { type Fields, isRecord } from '../../../rules/values.js'
import { readFrontmatter, type Trouble } from '../../../text/frontmatter.js'
import { type SessionId, sessionId } from './ids.js'

export const talkStatuses = ['requested', 'open', 'closed', 'declined'] as const
export type TalkStatus = (typeof talkStatuses)[number]

export interface LogEntry {
  /** ISO time. */
  readonly timestamp: string
  /** requested, opened, progress_summary, session_renewed, deferred, closed, declined. */
  readonly event: string
  readonly reason: string
}

export interface MeetingArtifact {
  readonly title: string
  readonly date: string
  /** Null where there is none, or one that is not legal; `troubles` says so. */
  readonly status: TalkStatus | null
  readonly tags: readonly string[]
  readonly worker: string
  readonly workerDisplayTitle: string
  readonly agenda: string
  readonly referenced: readonly string[]
  readonly sessionId: SessionId | null
  readonly deferredUntil: string | null
  readonly linked: readonly string[]
  readonly log: readonly LogEntry[]
  readonly notesSummary: string
  /** Null unless the branch waits for a person to merge it. */
  readonly merge: { readonly branch: string; readonly files: readonly string[] } | null
  readonly body: string
  /** What could not be understood, for a person to mend. */
  readonly troubles: readonly string[]
}

/** Never throws. */
export function parseArtifact(text: string): MeetingArtifact {
  const { fields, body, trouble } = readFrontmatter(text)
  const status = statusIn(fields)
  const session = textIn(fields, 'session_id').trim()
  return {
    title: textIn(fields, 'title') || headingIn(body),
    date: textIn(fields, 'date'),
    status,
    tags: listIn(fields, 'tags'),
    worker: textIn(fields, 'worker'),
    workerDisplayTitle: textIn(fields, 'workerDisplayTitle'),
    agenda: textIn(fields, 'agenda'),
    // Other tools keep what a talk is about in the list of what it has touched.
    referenced: listIn(
      fields,
      'referenced_artifacts' in fields ? 'referenced_artifacts' : 'linked_artifacts',
    ),
    sessionId: session === '' ? null : sessionId(session),
    deferredUntil: textIn(fields, 'deferred_until') || null,
    linked: listIn(fields, 'linked_artifacts'),
    log: logIn(fields),
    notesSummary: textIn(fields, 'notes_summary'),
    merge: mergeIn(fields),
    body,
    troubles: [troubleWith(trouble), status === null ? statusTrouble(fields) : null].filter(
      (one) => one !== null,
    ),
  }
}

function troubleWith(trouble: Trouble | null): string | null {
  if (trouble?.kind === 'absent') return 'it has no frontmatter between two --- lines'
  return trouble?.kind === 'broken' ? 'its frontmatter is not YAML; it was read field by field' : null
}

function statusIn(fields: Fields): TalkStatus | null {
  const said = textIn(fields, 'status').trim().toLowerCase()
  return talkStatuses.find((status) => status === said) ?? null
}

function statusTrouble(fields: Fields): string {
  const said = textIn(fields, 'status')
  const known = talkStatuses.join(', ')
  return said === '' ? `it has no status (${known})` : `its status "${said}" is none of ${known}`
}

function logIn(fields: Fields): LogEntry[] {
  const log = fields['meeting_log']
  if (!Array.isArray(log)) return []
  return log.map((entry: unknown) => {
    if (!isRecord(entry)) return { timestamp: '', event: '', reason: toText(entry) }
    return {
      timestamp: toText(entry['timestamp']),
      event: toText(entry['event']),
      reason: toText(entry['reason']),
    }
  })
}

function mergeIn(fields: Fields): MeetingArtifact['merge'] {
  if (textIn(fields, 'merge').trim().toLowerCase() !== 'pending') return null
  return { branch: textIn(fields, 'branch'), files: listIn(fields, 'merge_conflicts') }
}

/** YAML adds a line break at the end of a block of text. */
function textIn(fields: Fields, key: string): string {
  const value = fields[key]
  return (Array.isArray(value) ? value.map(toText).join('\n') : toText(value)).replace(/\n$/, '')
}

/** A single value is read as a list of one. */
function listIn(fields: Fields, key: string): string[] {
  const value = fields[key]
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.map(toText).filter((item) => item !== '')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function headingIn(body: string): string {
  return /^# +(.*\S)/m.exec(body)?.[1] ?? ''
}
