// The transcript of an open talk: one section a turn, readable as markdown and parsed back without loss.
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly id?: string; readonly output: string }
export type Section =
  | { readonly kind: 'user' | 'error' | 'compacted'; readonly at: string; readonly text: string }
  | { readonly kind: 'assistant'; readonly at: string; readonly pieces: readonly Piece[] }
export interface TranscriptHead {
  readonly meetingId: string
  readonly worker: string
  readonly project: string
  readonly started: string
}
export interface Transcript {
  readonly head: TranscriptHead | null
  readonly sections: readonly Section[]
}
export declare function renderHead(head: TranscriptHead): string
/** What to append for one section. */
export declare function renderSection(section: Section): string
export declare function parseTranscript(text: string): Transcript
/** Whole sections from the end, for a fresh session. */
export declare function truncate(
  transcript: Transcript,
  limit?: number,
): { readonly text: string; readonly dropped: number }
