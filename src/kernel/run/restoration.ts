// A restoration: what a resume did about documents that were not as recorded, and how people are told.

/** Paths, by what became of them. */
export interface Restoration {
  /** Written again, byte for byte. */
  readonly restored: readonly string[]
  /** Shared files that hold this meeting's parts again, but not what others had written there. */
  readonly inPart: readonly string[]
  /** Present, but not as recorded: left unchanged. */
  readonly changed: readonly string[]
  /** Missing, and not recoverable from the journal. */
  readonly lost: readonly string[]
}

/** What people are told of it, one sentence a line. */
export function restorationWords({ restored, inPart, changed, lost }: Restoration): readonly string[] {
  return [
    ...(restored.length > 0 ? [`Restored what was missing: ${restored.join(', ')}.`] : []),
    ...inPart.map(
      (path) =>
        `${path} was missing. What this meeting added to it is restored; what others had written is not.`,
    ),
    ...changed.map((path) => `${path} has changed since this meeting wrote it. It is left as it is.`),
    ...lost.map((path) => `${path} is missing and cannot be restored from the record.`),
  ]
}
