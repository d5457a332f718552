// Entries: what a list shows of a meeting beyond its summary. Read from the journal, and cached until the journal changes.

import { agentsIn, needsHost } from '../agents/recorded.js'
import type { Journal } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import type { Summary } from '../kernel/line/summary.js'
import type { Question } from '../kernel/question.js'
import type { Parley } from '../parley.js'
import { shortened } from '../text/excerpts.js'
import { quotedWords } from '../text/markdown/words.js'
import { type Glyph, glyphsOf } from '../view/glyphs.js'
import { decisionsOf } from '../view/outcome.js'
import { textIn } from '../view/reading.js'
import { atTable, type Document, type Story } from '../view/story.js'
import type { Tellings } from '../view/tellings.js'
import type { MeetingEntry, MeetingFilter } from './api.js'
import { Readings } from './readings.js'
import type { Runs } from './runs.js'

interface Details {
  readonly lastLine: string | null
  readonly seats: readonly string[]
  readonly stands: readonly Glyph[]
  readonly asks: Question | null
  /** Some seat speaks only while a host is connected. */
  readonly hosted: boolean
  /** What its journal says it wrote. */
  readonly documents: readonly Document[]
  /** What was decided, once it is concluded. */
  readonly decisions: readonly string[]
  /** For a talk: the project it belongs to. */
  readonly project: string | null
}

/** Remembers the details of so many journals; older ones are read again. */
const mostKept = 300

export class Shelf {
  readonly #kept = new Map<string, { mark: string; details: Details }>()
  readonly #readings: Readings

  constructor(tellings: Tellings) {
    this.#readings = new Readings(tellings)
  }

  /** The details of this meeting, from its journal as it stands now. */
  async details({ root, journals }: Parley, id: string): Promise<Details> {
    const key = keyIn(root, id)
    const journal = journals.of(id)
    const kept = this.#kept.get(key)
    if (kept?.mark === (await journal.mark())) return kept.details
    const { mark, story, lines } = await this.#readings.of(key, journal)
    const details = detailsOf(story, lines)
    this.#kept.delete(key)
    this.#kept.set(key, { mark, details })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
    return details
  }

  /** What people see of it, as the journal stands now. */
  async story({ root, journals }: Parley, id: string): Promise<Story> {
    return (await this.#readings.of(keyIn(root, id), journals.of(id))).story
  }

  /** Every line that can be read, as the journal stands now. */
  async lines({ root, journals }: Parley, id: string): Promise<readonly Line[]> {
    return (await this.#readings.of(keyIn(root, id), journals.of(id))).lines
  }
}

const keyIn = (root: string, id: string) => `${root}\n${id}`

export async function entryOf(
  of: { readonly project: string; readonly summary: Summary; readonly parley: Parley },
  shelf: Shelf,
  runs: Runs,
): Promise<MeetingEntry> {
  const { project, summary, parley } = of
  const { lastLine, seats, stands, asks, hosted } = await shelf.details(parley, summary.id)
  const ref = { project, id: summary.id }
  const here = runs.of(ref) !== undefined
  const elsewhere = !here && (await isHeldOpen(summary, parley.journals.of(summary.id)))
  const live = here || (summary.status === 'running' && elsewhere)
  const awaitsHost = hosted && runs.host === undefined
  return {
    ...summary,
    project,
    live,
    elsewhere,
    awaitsHost,
    lastLine,
    seats,
    stands,
    asks,
  }
}

/** Whether a process is at work on it, or waits for an answer to it. */
export async function isHeldOpen(
  { status }: Pick<Summary, 'status'>,
  journal: Pick<Journal, 'held'>,
): Promise<boolean> {
  return (status === 'running' || status === 'waiting') && (await journal.held())
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

function detailsOf(story: Story, lines: readonly Line[]): Details {
  const { faces, documents, questions, outcome, opened } = story
  const agents = agentsIn(lines)
  return {
    lastLine: shortened(quotedWords((story.lastWords ?? '').slice(0, mostQuoted)), 200) || null,
    seats: faces.length > 0 ? atTable(story).map(({ name }) => name) : whoSpoke(story),
    stands: glyphsOf(story),
    asks: questions[0]?.question ?? null,
    hosted: agents !== undefined && needsHost(agents),
    documents: [...documents.values()],
    decisions: decisionsOf(outcome),
    project: textIn(opened?.input, 'project') ?? null,
  }
}

/** More of it is never shown. */
const mostQuoted = 2_000

function whoSpoke({ costs }: Story): readonly string[] {
  return [...new Set(costs.flatMap(({ seat, failed }) => (failed ? [] : [seat])))]
}
