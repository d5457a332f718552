// Desk: the full-text index of the workspace from which a rehearsal quotes real lines.

export interface Extract {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  /** 1-based. */
  readonly line: number
  /** The line as it stands in the file, trimmed. */
  readonly text: string
}

export interface Desk {
  readonly seat: { readonly id: string; readonly name: string; readonly role: string }
  readonly call: string
  /** The best matching lines for these words, best first; the same words always find the same lines. */
  find(words: string, most: number): readonly Extract[]
  /** How many text files were read. */
  readonly files: number
}
