// Stop patience: how long a turn under way may take to finish once the system asks the process to end.

/** Below the half minute after which most supervisors kill; PARLEY_STOP_SECONDS says otherwise. */
export function stopPatienceMs(env: Readonly<Record<string, string | undefined>>): number {
  const seconds = Number(env['PARLEY_STOP_SECONDS'] ?? Number.NaN)
  return 1000 * (Number.isFinite(seconds) && seconds >= 0 ? seconds : 25)
}
