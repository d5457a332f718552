// A restoration: what became of a meeting's documents that were not as recorded when it went on, and what people are told of it.

/** Paths, by what became of them. */
export interface Restoration {
  /** Written again, to the byte. */
  readonly restored: readonly string[]
  /** Shared files that hold this meeting's parts again, but not what others had written there. */
  readonly inPart: readonly string[]
  /** There, but not as recorded: left alone. */
  readonly changed: readonly string[]
  /** Missing, and not to be had from the record. */
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
