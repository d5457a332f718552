// Stopping: which of the five triggers ends a work session at this turn's boundary. The first that holds is the recorded reason.

export const stopReasons = [
  'chair-done',
  'max_turns',
  'scratch_max_bytes',
  'max_wall_seconds',
  'user-stop',
] as const
export type StopReason = (typeof stopReasons)[number]

export interface Boundary {
  readonly chairDone: boolean
  /** Seat turns taken, failed ones among them. */
  readonly turns: number
  readonly padBytes: number
  /** Seconds since the session was opened, whatever happened in between. */
  readonly elapsed: number
  readonly userStop: boolean
}

export interface Limits {
  readonly maxTurns: number
  readonly scratchMaxBytes: number
  /** Null: no such limit. */
  readonly maxWallSeconds: number | null
}

export function stopReason(at: Boundary, limits: Limits): StopReason | undefined {
  if (at.chairDone) return 'chair-done'
  if (at.turns >= limits.maxTurns) return 'max_turns'
  if (at.padBytes > limits.scratchMaxBytes) return 'scratch_max_bytes'
  if (limits.maxWallSeconds !== null && at.elapsed >= limits.maxWallSeconds) return 'max_wall_seconds'
  return at.userStop ? 'user-stop' : undefined
}
