// Calendar: a moment as local time, computed from the UTC time and the offset, so that rendering needs no clock.

export interface Moment {
  /** Milliseconds since 1970, UTC. */
  readonly ms: number
  /** Minutes that local time is ahead of UTC at that moment. */
  readonly offset: number
}

/** `20260131-170509`, the part of a session id that is time. */
export function stampOf(moment: Moment): string {
  const { year, month, day, hour, minute, second } = partsOf(moment)
  return `${year}${month}${day}-${hour}${minute}${second}`
}

/** `2026-01-31 17:05` */
export function minuteOf(moment: Moment): string {
  const { year, month, day, hour, minute } = partsOf(moment)
  return `${year}-${month}-${day} ${hour}:${minute}`
}

/** Whether `YYYY-MM-DD HH:MM` is a real date and time. */
export function isRealMinute(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/.exec(text)
  if (!match) return false
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour < 24 && minute < 60
}

function partsOf({ ms, offset }: Moment) {
  const seconds = Math.floor(ms / 1000) + offset * 60
  const days = Math.floor(seconds / 86_400)
  const rest = seconds - days * 86_400
  const [year, month, day] = civil(days)
  return {
    year: pad(year, 4),
    month: pad(month, 2),
    day: pad(day, 2),
    hour: pad(Math.floor(rest / 3600), 2),
    minute: pad(Math.floor(rest / 60) % 60, 2),
    second: pad(rest % 60, 2),
  }
}

/** Year, month and day of a day counted from 1970-01-01. Years begin in March here, so that leap days come last. */
function civil(days: number): [number, number, number] {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day]
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
