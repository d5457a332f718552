// Requests: talks that somebody asked for and nobody has accepted yet.

import type { MeetingArtifact } from './parse-artifact.js'

export interface RequestOrder {
  readonly id: string
  readonly deferredUntil: string | null
  readonly date: string
}

/** Never deferred first, then by the date deferred to, then newest first, then by id so that the order is always the same. */
export function byUrgency(one: RequestOrder, other: RequestOrder): number {
  return (
    compare(one.deferredUntil ?? '', other.deferredUntil ?? '') ||
    compare(other.date, one.date) ||
    compare(other.id, one.id)
  )
}

/** Why it was asked for: the log's own words, else the agenda. */
export function reasonOf(artifact: MeetingArtifact): string {
  const asked = artifact.log.find(({ event }) => event === 'requested')?.reason
  return asked || artifact.agenda || artifact.title
}

/** A calendar date, alone or at the head of an ISO time. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? []
  if (year === undefined) return false
  const days = daysIn(Number(year), Number(month))
  return days > 0 && Number(day) >= 1 && Number(day) <= days
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
