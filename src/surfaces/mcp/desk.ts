// The desk: what the tools of one connection work with: where the meetings are, and who is calling.

import type { HostCalls } from '../../agents/host/calls.js'
import type { Hall, MeetingEntry, MeetingRef } from '../../hall/api.js'
import { findMeeting } from '../../kernel/line/find-meeting.js'
import type { Summary } from '../../kernel/line/summary.js'
import type { Tidy, ToolAnswer } from './results.js'

/** Where a call looks for meetings: one project of one hall. */
export interface Place {
  readonly hall: Hall
  readonly project: string
  /** What tells this place from others. */
  readonly root: string
  /** The seats here that wait for words of a host. */
  readonly host: HostCalls
  readonly tidy: Tidy
  /** Talks about this place that the hall here does not hold, where there are such. */
  talks?(): Promise<readonly Summary[]>
  /** The address of the page, where it is served. */
  page(): string | undefined
}

/** What a call says about the place: its folder. */
interface Whereabouts {
  readonly workspace?: string | undefined
}

export interface Desk {
  /**
   * Refuses where no project can be told. `caller` is the program at the other end. Words for a call belong where the call was made,
   * whatever folder the one that speaks is in.
   */
  place(at: Whereabouts, caller: Caller, call?: string): Promise<Place>
  /** Answers calls about talks elsewhere, where the hall here has none; undefined for a call that is answered here. */
  elsewhere?(
    name: string,
    given: Readonly<Record<string, unknown>>,
    calling: Calling,
  ): Promise<ToolAnswer | undefined>
  /** Only what reads is offered. */
  readonly readOnly: boolean
  readonly relay: Relay
  readonly requests: Requests
  /** By meeting, the thread of the client that leads it, where it tells one. */
  readonly openers: Map<string, string | undefined>
  /** Questions that a client was told to put to its person and that nobody answered: it is not told so again. */
  readonly unanswered: Set<string>
}

/** Whether the model of a host may hand over an answer: where the host cannot ask its person, never, or always. */
export type Relay = 'auto' | 'never' | 'always'

/** The program at the other end of a connection, as it says of itself. */
export interface Caller {
  readonly name: string
  readonly version: string
  /** It can put a question to its person. */
  readonly elicits: boolean
  /** The model and the thread that speak, where the client tells them. */
  readonly model?: string | undefined
  readonly thread?: string | undefined
  /** The folders that it works in, where it tells them: clients of the older protocol may. */
  roots(): Promise<readonly string[]>
}

/** One call of a tool. */
export interface Calling {
  readonly desk: Desk
  readonly place: Place
  readonly caller: Caller
  /** The caller no longer waits; what it began goes on. */
  readonly signal: AbortSignal
  /** What the person answered through the host, where it was asked to put a question to them. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  /** Tells the caller how far it is, if it wants to know. */
  progress(turns: number, message: string): void
}

/** The meeting that a word names: a whole id, a part of one, or `last`. */
export async function meetingNamed({ hall, project }: Place, word: string): Promise<MeetingRef> {
  const all = await hall.meetings({ project })
  return { project, id: findMeeting(byAge(all), word) }
}

function byAge(entries: readonly MeetingEntry[]): readonly string[] {
  return entries.map(({ id }) => id)
}

const hourMs = 3_600_000

/** Requests that were made once: a host that tries again opens no second meeting. */
export class Requests {
  readonly #made = new Map<string, { readonly at: number; readonly ref: Promise<MeetingRef> }>()

  once(key: string | undefined, open: () => Promise<MeetingRef>): Promise<MeetingRef> {
    if (key === undefined) return open()
    const now = Date.now()
    for (const [old, { at }] of this.#made) if (now - at > hourMs) this.#made.delete(old)
    const known = this.#made.get(key)
    if (known) return known.ref
    const ref = open()
    this.#made.set(key, { at: now, ref })
    // What was refused may be tried again.
    ref.catch(() => this.#made.delete(key))
    return ref
  }
}
