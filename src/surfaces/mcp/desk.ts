// The desk: what the tools of one connection work with: where the meetings are, and who is calling.

import type { Hall, MeetingEntry, MeetingRef } from '../../hall/api.js'
import { findMeeting } from '../../kernel/find-meeting.js'
import type { Tidy } from './results.js'

/** Where a call looks for meetings: one project of one hall. */
export interface Place {
  readonly hall: Hall
  readonly project: string
  readonly tidy: Tidy
}

/** What a call says about the place: a folder on stdio, the name of a project over HTTP. */
export interface Whereabouts {
  readonly workspace?: string | undefined
  readonly project?: string | undefined
}

export interface Desk {
  /** Refuses where no project can be told. `caller` is the program at the other end. */
  place(at: Whereabouts, caller: Caller): Promise<Place>
  /** Only what reads is offered. */
  readonly readOnly: boolean
}

/** The program at the other end of a connection, as it says of itself. */
export interface Caller {
  readonly name: string
  readonly version: string
  /** The folders that it works in, where it tells them: clients of the older protocol may. */
  roots(): Promise<readonly string[]>
}

/** The meeting that a word names: a whole id, a part of one, or `last`. */
export async function meetingNamed({ hall, project }: Place, word: string): Promise<MeetingRef> {
  const all = await hall.meetings({ project })
  return { project, id: findMeeting(byAge(all), word) }
}

function byAge(entries: readonly MeetingEntry[]): readonly string[] {
  return entries.map(({ id }) => id)
}
