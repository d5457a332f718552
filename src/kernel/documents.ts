// Documents: the port through which a meeting's files are written: whole, atomically, never through a link that leads elsewhere.

export interface Documents {
  /** Puts the text there, folders made as needed. Rejects with `OutsideBoundary` when a link on the way leads elsewhere. */
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** The text as it stands on disk, or null. */
  read(path: string): Promise<string | null>
  /** Sweeps temporary files that a killed process left beside these paths. */
  sweep(paths: readonly string[]): Promise<void>
}
