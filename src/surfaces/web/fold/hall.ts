// The hall's order: what wants an answer, what runs now, open talks, and the rest by day.

import type { MeetingEntry, MeetingRef } from '../../../hall/api.js'
import type { Question } from '../../../kernel/question.js'
import type { Telling } from '../../../view/telling.js'
import type { Tellings } from '../../../view/tellings.js'
import { dayName } from './when.js'

export interface Sorted {
  /** Questions that want an answer. */
  readonly waiting: readonly MeetingEntry[]
  readonly running: readonly MeetingEntry[]
  /** Talks that only wait for the next message. */
  readonly talks: readonly MeetingEntry[]
  readonly days: readonly { readonly day: string; readonly meetings: readonly MeetingEntry[] }[]
}

/** Newest first everywhere. */
export function sortHall(meetings: readonly MeetingEntry[], tellings: Tellings, now: Date): Sorted {
  const rests = ({ protocol, asks }: MeetingEntry) =>
    asks !== null && awaitsWords(asks, tellings.of(protocol))
  const newest = meetings.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const waits = newest.filter((meeting) => meeting.status === 'waiting')
  const running = newest.filter((meeting) => meeting.status === 'running' && meeting.live)
  const rest = newest.filter((meeting) => !waits.includes(meeting) && !running.includes(meeting))
  return {
    waiting: waits.filter((meeting) => !rests(meeting)),
    running,
    talks: waits.filter(rests),
    days: byDay(rest, now),
  }
}

/** A requested talk is also listed as waiting; where its request is shown, it would appear twice. */
export function besides(
  meetings: readonly MeetingEntry[],
  requests: readonly MeetingRef[],
): readonly MeetingEntry[] {
  const shown = new Set(requests.map(({ project, id }) => `${project}/${id}`))
  return meetings.filter(({ project, id }) => !shown.has(`${project}/${id}`))
}

/** The question as a list offers it. Choices other than the next message are on the meeting's page, which shows first what they do. */
export function inList(asks: Question, telling: Telling): Question {
  return awaitsWords(asks, telling) ? { ...asks, options: [] } : asks
}

/** Whether it has to be read first: a list then only leads to it. */
export function readFirst({ body, freeText }: Question, { readsFirst = false }: Telling): boolean {
  return (readsFirst && body.trim() !== '') || freeText?.draft !== undefined
}

function awaitsWords({ id }: Question, telling: Telling): boolean {
  return telling.awaitsWords?.(id) ?? false
}

function byDay(meetings: readonly MeetingEntry[], now: Date): Sorted['days'] {
  const days = new Map<string, MeetingEntry[]>()
  for (const meeting of meetings) {
    const day = dayName(meeting.updatedAt, now)
    days.set(day, [...(days.get(day) ?? []), meeting])
  }
  return [...days].map(([day, list]) => ({ day, meetings: list }))
}
