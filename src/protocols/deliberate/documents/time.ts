// Times as sessions write them: local, with the offset, and read back to milliseconds. Needs no clock.

import { type Moment, stampOf } from '../../../text/calendar.js'

/** `2026-01-31` */
export function dayOf(moment: Moment): string {
  const stamp = stampOf(moment)
  return `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`
}

/** `2026-01-31T17:05:09+01:00` */
export function isoOf(moment: Moment): string {
  const stamp = stampOf(moment)
  const away = Math.abs(moment.offset)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${stamp.slice(9, 11)}:${stamp.slice(11, 13)}:${stamp.slice(13, 15)}`
  const sign = moment.offset < 0 ? '-' : '+'
  return `${dayOf(moment)}T${time}${sign}${two(Math.floor(away / 60))}:${two(away % 60)}`
}

/** Milliseconds since 1970, or null for what is no date. A date alone is its midnight; without an offset it counts as UTC. */
export function msOf(text: string): number | null {
  const found =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/.exec(
      text.trim(),
    )
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0))
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 23 || minute! > 59 || second! > 60)
    return null
  const away = (found[8] === '-' ? -1 : 1) * (Number(found[9] ?? 0) * 60 + Number(found[10] ?? 0))
  const seconds = daysBefore(year!, month!, day!) * 86_400 + hour! * 3600 + (minute! - away) * 60 + second!
  return seconds * 1000 + Number((found[7] ?? '').padEnd(3, '0'))
}

/** Days from 1970-01-01. Years begin in March here, so that leap days come last. */
function daysBefore(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const fromMarch = (month + 9) % 12
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  )
}
