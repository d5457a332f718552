// The hall's order: what waits for the person, what runs now, and the rest by day.

import type { MeetingEntry, MeetingRef } from '../../../hall/api.js'
import type { Question } from '../../../kernel/question.js'
import type { Telling } from '../../../story/telling.js'
import type { Tellings } from '../../../story/tellings.js'
import { dayName } from './when.js'

export interface Sorted {
  readonly waiting: readonly MeetingEntry[]
  readonly running: readonly MeetingEntry[]
  readonly days: readonly { readonly day: string; readonly meetings: readonly MeetingEntry[] }[]
}

/** A foreign meeting waits for nobody. Questions come before talks that only wait for the next message; the longest waiting comes first. */
export function sortHall(meetings: readonly MeetingEntry[], tellings: Tellings, now: Date): Sorted {
  const rests = ({ protocol, asks }: MeetingEntry) =>
    Number(asks !== null && awaitsWords(asks, tellings.of(protocol)))
  const waiting = meetings.filter((meeting) => meeting.status === 'waiting' && !meeting.foreign)
  const running = meetings.filter((meeting) => meeting.status === 'running' && meeting.live)
  const rest = meetings.filter((meeting) => !waiting.includes(meeting) && !running.includes(meeting))
  return {
    waiting: waiting.toSorted((a, b) => rests(a) - rests(b) || a.updatedAt.localeCompare(b.updatedAt)),
    running: running.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
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
export function readFirst({ body }: Question, { readsFirst = false }: Telling): boolean {
  return readsFirst && body.trim() !== ''
}

function awaitsWords({ id }: Question, telling: Telling): boolean {
  return telling.awaitsWords?.(id) ?? false
}

function byDay(meetings: readonly MeetingEntry[], now: Date): Sorted['days'] {
  const days = new Map<string, MeetingEntry[]>()
  for (const meeting of meetings.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))) {
    const day = dayName(meeting.updatedAt, now)
    days.set(day, [...(days.get(day) ?? []), meeting])
  }
  return [...days].map(([day, list]) => ({ day, meetings: list }))
}
