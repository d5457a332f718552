// Stop patience: how long a running turn may take to finish after the system asked the process to end.

/** Less than the 30 seconds after which most supervisors kill; PARLEY_STOP_SECONDS overrides it. */
export function stopPatienceMs(env: Readonly<Record<string, string | undefined>>): number {
  const seconds = Number(env['PARLEY_STOP_SECONDS'] ?? Number.NaN)
  return 1000 * (Number.isFinite(seconds) && seconds >= 0 ? seconds : 25)
}
