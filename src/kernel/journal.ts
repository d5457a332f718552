// Journals: the ports behind which meetings' lines are kept. Nothing above them may know that they are files.

import type { EntryOf, Kind, Line, LineOf } from './line.js'
import type { Summary } from './summary.js'

/** The lines of one meeting. */
export interface Journal {
  /**
   * The lines from number `from` (default 1) to `to` (default the last), each vouched for with all before it. Rejects with
   * `Damaged` at the first that is not.
   */
  read(from?: number, to?: number): Promise<readonly Line[]>
  /** Every line that can be parsed, for display: a journal that cannot be vouched for can still be read. */
  readable(): Promise<Readable>
  /** The first line, unvouched, and whether it is the only one: enough to know which meeting this is. */
  first(): Promise<{ readonly line: Line; readonly alone: boolean } | undefined>
  /** Becomes the one writer, or rejects with `Held`. What a dead owner left is taken over and cleaned up. */
  lease(): Promise<Lease>
  /** Whether somebody alive has the lease now. Only looks. */
  held(): Promise<boolean>
  /** Lines from number `from` on as they are appended, until the signal; never one twice, never one left out that can be parsed. */
  watch(from: number, signal: AbortSignal): AsyncIterable<Line>
  /** Looks at what is new after line `after` (default 0), again and again. What stands before it is not read where that can be avoided. */
  tail(after?: number): Tail
  /** Another text whenever the journal has changed, for caches of what it folds to; empty while nothing is recorded. */
  mark(): Promise<string>
}

export interface Readable {
  readonly lines: readonly Line[]
  /** What is wrong with the journal, in words; null when every byte of it is vouched for. */
  readonly damage: string | null
}

/** A place in a journal. */
export interface Tail {
  /** What is new since the last look, up to line `to`; what lies beyond is kept for the next. Lines that cannot be parsed are left out. */
  take(to?: number): Promise<readonly Line[]>
}

/** The right to append. Ends with `release` or with its process. */
export interface Lease {
  /** Rises with each lease of this journal: a late writer with an older token is refused. */
  readonly token: number
  /** What was cut off the end when the lease was taken: a line that a crash left half-written. */
  readonly torn: { readonly line: number; readonly keptAs: string } | undefined
  readonly lines: readonly Line[]
  /** Throws `OVERTAKEN` when another holder has taken the meeting over, or the lease was given back. Asked before every effect. */
  check(): void
  /** Appends line number `n`, on disk when this returns. Rejects if `n` is not the next. */
  append<K extends Kind>(n: number, entry: EntryOf<K>): Promise<LineOf<K>>
  release(): Promise<void>
}

/** The journals of one workspace, by the ids of their meetings, with a summary of each for fast lists. */
export interface Journals {
  /** Every id that was claimed, also one under which nothing is recorded. */
  ids(): Promise<readonly string[]>
  /** Claims an id: true for exactly one caller. */
  claim(id: string): Promise<boolean>
  /** Gives an id back, with everything that was recorded under it: for a meeting that never began. */
  discard(id: string): Promise<void>
  /** The journal of this meeting, whether anything is recorded there or not. Throws `WrongUsage` for what can be no id. */
  of(id: string): Journal
  /** Where the journal of this meeting is kept, in words that a person can follow. */
  whereIs(id: string): string
  /** Whether a meeting was opened under this id, or at least a first line was written. */
  has(id: string): Promise<boolean>
  /** Newest first. A meeting whose first line cannot be read is among them, as `damaged`. */
  summaries(): Promise<readonly Summary[]>
  /** Undefined where no meeting was opened. */
  summary(id: string): Promise<Summary | undefined>
  /** Keeps the summary of a journal as it stands now. It is derived, and made anew when it does not fit. */
  keepSummary(summary: Summary): Promise<void>
  /** How many lines the journal had when its summary was last kept; undefined where none was. */
  linesKept(id: string): Promise<number | undefined>
}
