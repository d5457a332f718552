// When: times in words. `now` is a parameter, so that the result depends on nothing else.

export function clock(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** Today, Yesterday, a weekday within the week, else the date. */
export function dayName(iso: string, now: Date): string {
  const date = timeOf(iso)
  if (Number.isNaN(date.getTime())) return 'Undated'
  const days = daysBefore(date, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days > 1 && days < 7) return date.toLocaleDateString('en-GB', { weekday: 'long' })
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year })
}

/** `14:02` today, `Fri 14:02` this week, else `4 May`: never longer than a column of a list. What has a day and no time has its day. */
export function shortTime(iso: string, now: Date): string {
  const date = timeOf(iso)
  const days = daysBefore(date, now)
  if (Number.isNaN(days) || days === 0) return isDay(iso) ? dayName(iso, now) : clock(iso)
  if (days > 0 && days < 7) return isDay(iso) ? dayName(iso, now) : `${weekday(date)} ${clock(iso)}`
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year })
}

function weekday(date: Date): string {
  return date.toLocaleDateString('en-GB', { weekday: 'short' })
}

function isDay(iso: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso)
}

/** A day alone is meant where the reader is; without a time it would be read as midnight in Greenwich. */
function timeOf(iso: string): Date {
  return new Date(isDay(iso) ? `${iso}T00:00` : iso)
}

/** Whole days by the calendar; NaN for a time that cannot be read. */
function daysBefore(date: Date, now: Date): number {
  return Math.round((midnight(now) - midnight(date)) / 86_400_000)
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
