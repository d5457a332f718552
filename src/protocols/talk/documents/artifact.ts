// The meeting artifact, `.lore/meetings/<id>.md` (or `.lore/work/meetings/<id>.md`): what a talk is about and what came of it. Text in, text out.
//
//   ART1  Only requested → open, requested → declined and open → closed are moves; any other leaves the text as it is.
//   ART2  A move adds one entry to the log, and no entry before it changes.
//   ART3  What is not understood is kept: unknown fields, the order and style of a file written by hand, a body of any kind.

import { shortened } from '../../../text/excerpts.js'
import { readFrontmatter } from '../../../text/frontmatter.js'
import { appendItem, blockItem, removeField, setField, withBody } from '../../../text/frontmatter-edit.js'
import { flowList, quoted } from '../../../text/yaml-text.js'
import type { MeetingId, SessionId } from './ids.js'
import { type LogEntry, parseArtifact, type TalkStatus } from './parse-artifact.js'
import { replaceSection } from './sections.js'

export {
  type LogEntry,
  type MeetingArtifact,
  parseArtifact,
  type TalkStatus,
  talkStatuses,
} from './parse-artifact.js'

export const LORE = '.lore'
/** New artifacts go into the first. One that is found in the second, where other tools put theirs, stays there. */
export const MEETING_FOLDERS = ['.lore/meetings', '.lore/work/meetings'] as const
export type MeetingFolder = (typeof MEETING_FOLDERS)[number]

/** Relative to the project. */
export function artifactPath(id: MeetingId, folder: MeetingFolder = MEETING_FOLDERS[0]): string {
  return `${folder}/${id}.md`
}

/** Everywhere that the artifact of a meeting may lie. */
export function artifactPaths(id: MeetingId): readonly string[] {
  return MEETING_FOLDERS.map((folder) => artifactPath(id, folder))
}

export interface NewArtifact {
  readonly title: string
  /** ISO time in UTC. */
  readonly at: string
  readonly status: 'requested' | 'open'
  readonly worker: string
  readonly workerDisplayTitle: string
  readonly agenda: string
  /** Paths relative to `.lore/`. */
  readonly referenced: readonly string[]
  /** For the first entry of the log. */
  readonly reason: string
}

export function renderArtifact(fresh: NewArtifact): string {
  const event = fresh.status === 'open' ? 'opened' : 'requested'
  return [
    '---',
    `title: ${quoted(fresh.title)}`,
    `date: ${fresh.at.slice(0, 10)}`,
    `status: ${fresh.status}`,
    `tags: ${flowList(['meeting'])}`,
    `worker: ${quoted(fresh.worker)}`,
    `workerDisplayTitle: ${quoted(fresh.workerDisplayTitle)}`,
    `agenda: ${quoted(fresh.agenda)}`,
    ...list('referenced_artifacts', fresh.referenced),
    'session_id: ""',
    'deferred_until: ""',
    'linked_artifacts: []',
    'meeting_log:',
    ...blockItem(logItem({ timestamp: fresh.at, event, reason: fresh.reason }), '  '),
    'notes_summary: ""',
    '---',
    '',
  ].join('\n')
}

/** A title for a talk that was begun with these words: their first line, shortened at a word. */
export function titleFrom(message: string): string {
  const line = message.split(/[\r\n\u2028\u2029]/).find((text) => text.trim() !== '') ?? 'Talk'
  const text =
    line
      .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() || 'Talk'
  return shortened(text, 80)
}

// --- status ---

export type Moved =
  | { readonly kind: 'moved'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }

/** The moves that a talk can make, and what the log calls each. */
const moves: Readonly<Partial<Record<`${TalkStatus} ${TalkStatus}`, string>>> = {
  'requested open': 'opened',
  'requested declined': 'declined',
  'open closed': 'closed',
}

/** One of the three moves with its entry in the log, or a refusal that names both states (ART1, ART2). */
export function moveStatus(text: string, move: { to: TalkStatus; at: string; reason: string }): Moved {
  const { status } = parseArtifact(text)
  const event = status === null ? undefined : moves[`${status} ${move.to}`]
  if (event === undefined)
    return refused(`A talk that is ${status ?? 'in no known state'} cannot become ${move.to}.`)
  const moved = setField(text, 'status', { plain: move.to })
  return { kind: 'moved', text: addLog(moved, { timestamp: move.at, event, reason: move.reason }) }
}

/** Only a request can be deferred, and it stays a request. */
export function defer(text: string, to: { until: string; at: string; reason: string }): Moved {
  const { status } = parseArtifact(text)
  if (status !== 'requested')
    return refused(
      `A talk that is ${status ?? 'in no known state'} cannot be deferred; only a requested one can.`,
    )
  const put = setField(text, 'deferred_until', to.until)
  return { kind: 'moved', text: addLog(put, { timestamp: to.at, event: 'deferred', reason: to.reason }) }
}

function refused(message: string): Moved {
  return { kind: 'refused', message }
}

export function addLog(text: string, entry: LogEntry): string {
  return appendItem(text, 'meeting_log', logItem(entry))
}

/** Times and event names are written without quotes, as people would write them. */
function logItem({ timestamp, event, reason }: LogEntry) {
  return { timestamp: { plain: timestamp }, event: { plain: event }, reason }
}

// --- fields ---

/** Each path once; those already linked are not written again. */
export function linkArtifacts(
  text: string,
  paths: readonly string[],
): { readonly text: string; readonly added: readonly string[] } {
  const { linked } = parseArtifact(text)
  const added = [...new Set(paths)].filter((path) => !linked.includes(path))
  return { text: added.reduce((so, path) => appendItem(so, 'linked_artifacts', path), text), added }
}

export function setSession(text: string, session: SessionId | null): string {
  return parseArtifact(text).sessionId === session ? text : setField(text, 'session_id', session ?? '')
}

export function setNotesSummary(text: string, summary: string): string {
  return setField(text, 'notes_summary', summary)
}

/** `sha256:` and the hash of the journal's last line before the talk was closed. */
export function setJournal(text: string, hash: string): string {
  return setField(text, 'journal', { plain: hash })
}

/** `## Notes`, `## Decisions`, `## Artifacts`; null or blank content leaves no heading. The content is embedded already. */
export function setSection(text: string, heading: string, content: string | null): string {
  const wanted = content === null || content.trim() === '' ? null : content
  const body = readFrontmatter(text).body
  const next = replaceSection(body, heading, wanted)
  return next === body ? text : withBody(text, next)
}

/** The branch holds work that a person must merge; `files` are those in conflict. */
export function setMergePending(
  text: string,
  pending: { readonly branch: string; readonly files: readonly string[] },
): string {
  const marked = setField(setField(text, 'merge', { plain: 'pending' }), 'branch', pending.branch)
  return setField(marked, 'merge_conflicts', pending.files)
}

export function clearMerge(text: string): string {
  return ['merge', 'branch', 'merge_conflicts'].reduce(removeField, text)
}

/** A branch that waited is merged now. */
export function markMerged(text: string, at: string): string {
  const entry = { timestamp: at, event: 'merged', reason: 'The branch that waited was merged' }
  return addLog(clearMerge(text), entry)
}

function list(key: string, values: readonly string[]): string[] {
  return values.length === 0
    ? [`${key}: []`]
    : [`${key}:`, ...values.flatMap((value) => blockItem(value, '  '))]
}
