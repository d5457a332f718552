// Reaping: which session files are old enough to delete. Age counts in whole days, so a file stays until its last day is over.

export const DEFAULT_AGE_DAYS = 30

/** What is reaped, from the project's root. */
export const REAPED_FOLDERS = ['.gaia/memory/checkpoints', '.gaia/memory/meeting-sessions'] as const

export function isPastAge(changedMs: number, nowMs: number, ageDays: number): boolean {
  return Math.floor((nowMs - changedMs) / DAY_MS) > ageDays
}

const DAY_MS = 24 * 60 * 60 * 1000
