// Entries: what a list shows of a meeting beyond its summary. Read from the journal, and kept only as long as it is unchanged.

import fs from 'node:fs'
import { openQuestion } from '../kernel/hold.js'
import type { Line } from '../kernel/line.js'
import type { Question } from '../kernel/question.js'
import type { Summary } from '../kernel/summary.js'
import { isHeld } from '../workspace/held.js'
import { journalIn, readableLines } from '../workspace/journal-file.js'
import type { MeetingEntry, MeetingFilter } from './api.js'
import type { Runs } from './runs.js'

export interface Details {
  readonly lastLine: string | null
  readonly seats: readonly string[]
  readonly degraded: readonly string[]
  readonly asks: Question | null
  /** Paths that its journal says it wrote, with the last line that did. */
  readonly wrote: readonly { readonly path: string; readonly line: number; readonly at: string }[]
  /** For a talk: the project it belongs to. */
  readonly project: string | null
  /** For a talk whose first question is not answered yet: the words that it was opened with. */
  readonly firstWord: string | null
}

/** Remembers the details of so many journals; older ones are read again. */
const mostKept = 300

export class Shelf {
  readonly #kept = new Map<string, { size: number; details: Details }>()

  /** The details of the journal in this folder, as it stands now. */
  details(folder: string): Details {
    const size = fs.statSync(journalIn(folder), { throwIfNoEntry: false })?.size ?? 0
    const kept = this.#kept.get(folder)
    if (kept?.size === size) return kept.details
    const details = detailsOf(readableLines(folder))
    this.#kept.delete(folder)
    this.#kept.set(folder, { size, details })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
    return details
  }
}

export async function entryOf(
  of: { readonly project: string; readonly summary: Summary; readonly folder: string },
  shelf: Shelf,
  runs: Runs,
): Promise<MeetingEntry> {
  const { project, summary, folder } = of
  const { lastLine, seats, degraded, asks } = shelf.details(folder)
  const here = runs.of({ project, id: summary.id }) !== undefined
  const live = here || (summary.status === 'running' && (await isHeld(folder)))
  return { ...summary, project, live, lastLine, seats, asks, degraded: degradation(summary, degraded) }
}

export function fits(entry: MeetingEntry, filter: MeetingFilter): boolean {
  const { protocol, status, seat, text } = filter
  if (protocol !== undefined && entry.protocol !== protocol) return false
  if (status !== undefined && entry.status !== status) return false
  if (seat !== undefined && !entry.seats.some((name) => name.toLowerCase() === seat.toLowerCase()))
    return false
  return text === undefined || mentions([entry.title, entry.id, entry.lastLine ?? ''], text)
}

/** Whether every word of `wanted` stands somewhere in these texts. */
export function mentions(texts: readonly string[], wanted: string): boolean {
  const all = texts.join('\n').toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

export function detailsOf(lines: readonly Line[]): Details {
  return {
    lastLine: lastWords(lines),
    seats: seatsOf(lines),
    degraded: failedSeats(lines),
    asks: openQuestion(lines)?.question ?? null,
    wrote: writes(lines),
    project: projectIn(lines),
    firstWord: firstWordIn(lines),
  }
}

function degradation(summary: Summary, seats: readonly string[]): readonly string[] {
  return summary.rehearsed ? ['rehearsed', ...seats] : seats
}

function lastWords(lines: readonly Line[]): string | null {
  const said = lines.findLast((line) => wordsOf(line) !== '')
  if (!said) return null
  const words = wordsOf(said).replace(/\s+/g, ' ').trim()
  return words.length > 200 ? `${words.slice(0, 199)}…` : words
}

function wordsOf({ kind, data }: Line): string {
  if (kind === 'answered') return (data.text ?? '').trim()
  return kind === 'turn' && !data.draft ? data.text.trim() : ''
}

/** As the input names them, else those who spoke. */
function seatsOf(lines: readonly Line[]): readonly string[] {
  const input = inputIn(lines) as Invited
  const invited = input.seats ?? input.council?.seats ?? (input.worker ? [input.worker] : [])
  const names = invited.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  if (names.length > 0) return names
  return [...new Set(lines.flatMap((line) => (line.kind === 'turn' ? [line.data.seat] : [])))]
}

function projectIn(lines: readonly Line[]): string | null {
  const { project } = inputIn(lines) as { project?: unknown }
  return typeof project === 'string' ? project : null
}

function firstWordIn(lines: readonly Line[]): string | null {
  if (lines.some(({ kind }) => kind === 'answered')) return null
  const { message } = inputIn(lines) as { message?: unknown }
  return typeof message === 'string' ? message : null
}

function inputIn([first]: readonly Line[]): unknown {
  return (first?.kind === 'opened' ? first.data.input : null) ?? {}
}

interface Invited {
  readonly seats?: readonly { readonly name?: unknown }[]
  readonly council?: { readonly seats?: readonly { readonly name?: unknown }[] }
  readonly worker?: { readonly name?: unknown }
}

/** Failures that the meeting took as a result: somebody was absent from what it came to. */
function failedSeats(lines: readonly Line[]): readonly string[] {
  const failed = lines.flatMap(({ kind, data }) => {
    if (kind !== 'failed' || !('seat' in data)) return []
    return data.result && data.cause !== 'interrupted' ? [`${data.seat}: ${data.cause}`] : []
  })
  return [...new Set(failed)]
}

function writes(lines: readonly Line[]): Details['wrote'] {
  const last = new Map<string, { path: string; line: number; at: string }>()
  for (const { kind, data, n, at } of lines) {
    if (kind !== 'wrote') continue
    const { path, removed } = data
    if (removed) last.delete(path)
    else last.set(path, { path, line: n, at })
  }
  return [...last.values()]
}
