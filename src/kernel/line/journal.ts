// Journals: the ports behind which meetings' lines are kept. Nothing above them may know that they are files.

import type { EntryOf, Kind, Line, LineOf } from './line.js'
import type { Summary } from './summary.js'

/** The lines of one meeting. */
export interface Journal {
  /**
   * The lines from number `from` (default 1) to `to` (default the last), with the hashes of all lines up to `to` checked. Rejects
   * with `Damaged` at the first line that fails.
   */
  read(from?: number, to?: number): Promise<readonly Line[]>
  /** Every line that can be parsed, for display: a damaged journal can still be read. */
  readable(): Promise<Readable>
  /** The first line, its hash unchecked, and whether it is the only one: enough to know which meeting this is. */
  first(): Promise<{ readonly line: Line; readonly alone: boolean } | undefined>
  /** Becomes the one writer, or rejects with `Held`. What a dead owner left is taken over and cleaned up. */
  lease(): Promise<Lease>
  /** Whether a living process has the lease now. Changes nothing. */
  held(): Promise<boolean>
  /** Lines from number `from` on as they are appended, until the signal; each line that can be parsed comes exactly once. */
  watch(from: number, signal: AbortSignal): AsyncIterable<Line>
  /** Reads what is new after line `after` (default 0), as often as it is asked. Earlier lines are skipped unread where possible. */
  tail(after?: number): Tail
  /** A text that changes whenever the journal changes, for caches of what it folds to; empty while nothing is recorded. */
  mark(): Promise<string>
  /** A text that was kept beside the journal, by its SHA-256; null where it is gone. Its bytes are not checked. */
  kept(sha256: string, as?: Besides): Promise<string | null>
}

export type KeptBeside = Pick<Journal, 'kept'>

/** What is kept beside a journal: the whole of a reply that is too long for its line, or the text of a web page. Default: the first. */
export type Besides = 'whole' | 'page'

export interface Readable {
  readonly lines: readonly Line[]
  /** What is wrong with the journal, in words; null when every hash fits. */
  readonly damage: string | null
}

/** A reading position in a journal. */
export interface Tail {
  /** The lines since the last read, up to line `to`; later ones are kept for the next read. Lines that cannot be parsed are left out. */
  take(to?: number): Promise<readonly Line[]>
}

/** The right to append. Ends with `release` or with its process. */
export interface Lease {
  /** Rises with each lease of this journal: a late writer with an older token is refused. */
  readonly token: number
  /** What was cut off the end when the lease was taken: a line that a crash left half-written. */
  readonly torn: { readonly line: number; readonly keptAs: string } | undefined
  readonly lines: readonly Line[]
  /** Throws `OVERTAKEN` when another holder has taken the meeting over, or the lease was released. Called before every effect. */
  check(): void
  /** Appends line number `n`, on disk when this returns. Rejects if `n` is not the next. */
  append<K extends Kind>(n: number, entry: EntryOf<K>): Promise<LineOf<K>>
  /** Keeps a text that is too long for a line, or a page, beside the journal, on disk when this returns. Gives its SHA-256. */
  keep(text: string, as?: Besides): Promise<string>
  /** As of a journal. */
  kept(sha256: string, as?: Besides): Promise<string | null>
  release(): Promise<void>
}

/** The journals of one workspace, by the ids of their meetings, with a summary of each for fast lists. */
export interface Journals {
  /** Every claimed id, including those under which nothing is recorded yet. */
  ids(): Promise<readonly string[]>
  /** Claims an id: true for exactly one caller. */
  claim(id: string): Promise<boolean>
  /** Releases an id and deletes everything recorded under it: for a meeting that never began. */
  discard(id: string): Promise<void>
  /** The journal of this meeting, whether anything is recorded there or not. Throws `WrongUsage` for an invalid id. */
  of(id: string): Journal
  /** Where the journal of this meeting is kept, for messages to a person. */
  whereIs(id: string): string
  /** Whether a meeting was opened under this id, or at least a first line was written. */
  has(id: string): Promise<boolean>
  /** Newest first. A meeting whose first line cannot be read is among them, as `damaged`. */
  summaries(): Promise<readonly Summary[]>
  /** Undefined where no meeting was opened. */
  summary(id: string): Promise<Summary | undefined>
  /** Saves the summary of a journal as it is now. It is derived: one that does not fit the journal is made again. */
  keepSummary(summary: Summary): Promise<void>
  /** How many lines the journal had when its summary was last saved; undefined where none was. */
  linesKept(id: string): Promise<number | undefined>
}
