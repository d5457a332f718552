// Documents: the port that writes a meeting's files: whole, atomically, never through a link that leads out of the workspace.

export interface Documents {
  /** Writes the text and creates missing folders. Rejects with `OutsideBoundary` when a link in the path leads out of the workspace. */
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** The text as it stands on disk, or null. */
  read(path: string): Promise<string | null>
  /** Deletes temporary files that a killed process left beside these paths. */
  sweep(paths: readonly string[]): Promise<void>
}
