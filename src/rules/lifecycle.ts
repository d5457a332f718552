// Lifecycle: the seven phases of a chartered meeting, the five places where it yields, and the line that opens a phase.

/** In running order. */
export const PHASES = ['INVITE', 'CHARTER', 'RESEARCH', 'DISCUSS', 'CLOSE', 'REVIEW', 'SAVE'] as const
export type Phase = (typeof PHASES)[number]

/** In running order. */
export const BOUNDARIES = [
  'post-charter',
  'post-research',
  'discuss-cadence',
  'pre-close',
  'pre-save',
] as const
export type Boundary = (typeof BOUNDARIES)[number]

export function isPhase(text: string): text is Phase {
  return (PHASES as readonly string[]).includes(text)
}

export function isBoundary(text: string): text is Boundary {
  return (BOUNDARIES as readonly string[]).includes(text)
}

/** A skipped phase still has its marker, with the reason. Readers match on the prefix. */
export function phaseMarker(phase: Phase, skippedBecause?: string): string {
  const suffix = skippedBecause === undefined ? '' : ` (skipped — ${skippedBecause})`
  return `## Phase: ${phase}${suffix}`
}
