// Journal: the port behind which a meeting's lines are kept. Nothing above it may know that it is a file.

import type { EntryOf, Kind, Line, LineOf } from './line.js'

export interface Journal {
  /**
   * The lines from number `from` (default 1) to `to` (default the last), each vouched for with all before it. Rejects with
   * `Damaged` at the first that is not.
   */
  read(from?: number, to?: number): Promise<readonly Line[]>
  /** Becomes the one writer, or rejects with `Held`. What a dead owner left is taken over and cleaned up. */
  lease(): Promise<Lease>
  /** Lines from number `from` on as they are appended, until the signal; never one twice, never one left out. */
  watch(from: number, signal: AbortSignal): AsyncIterable<Line>
}

/** The right to append. Ends with `release` or with its process. */
export interface Lease {
  /** Rises with each lease of this journal: a late writer with an older token is refused. */
  readonly token: number
  /** What was cut off the end when the lease was taken: a line that a crash left half-written. */
  readonly torn: { readonly line: number; readonly keptAs: string } | undefined
  readonly lines: readonly Line[]
  /** Appends line number `n`, on disk when this returns. Rejects if `n` is not the next. */
  append<K extends Kind>(n: number, entry: EntryOf<K>): Promise<LineOf<K>>
  release(): Promise<void>
}
