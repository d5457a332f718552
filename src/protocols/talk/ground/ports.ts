// What talks need of their host: folders, journals, runs and a log. The hall implements it; this folder decides everything about talks.

import type { Line } from '../../../kernel/line/line.js'
import type { Opened } from '../../../kernel/line/line-data.js'
import type { Summary } from '../../../kernel/line/summary.js'
import type { Answer, AnsweredBy, Question } from '../../../kernel/question.js'
import type { MeetingEvent } from '../../../kernel/run/events.js'
import type { Ending } from '../../../kernel/run/hold.js'
import type { MeetingRef } from '../views.js'

export interface TalkHost {
  /** The person's own data, absolute. */
  readonly home: string
  readonly locks: Locks
  readonly journals: TalkJournals
  readonly runs: TalkRuns
  /** All that are registered now. */
  projects(): Promise<readonly RegisteredProject[]>
  /** The project with this name; refuses one that is unknown or cannot be worked in now. */
  project(name: string): Promise<RegisteredProject>
  /** Something that lists show has changed. */
  changed(): void
  now(): Date
  log(line: string): void
}

/** See src/hall/locks.ts: no lock while a model talks, and the project's before the meeting's. */
export interface Locks {
  /** In the order of asking, also against other processes. An error under the lock does not block those who wait. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>
}

export const projectLock = (project: string): string => `project ${project}`
export const meetingLock = (id: string): string => `meeting ${id}`

export interface RegisteredProject {
  readonly name: string
  /** The person's own checkout. */
  readonly path: string
  readonly defaultBranch?: string | undefined
  readonly branchPrefix?: string | undefined
  readonly meetingCap?: number | undefined
  readonly memoryLimit?: number | undefined
  /** Why it cannot be worked in now, or null. */
  readonly trouble: string | null
}

/** The journals of all talks of all projects. */
export interface TalkJournals {
  answer(
    id: string,
    given: { choose: string; question?: string | undefined; text?: string; by: AnsweredBy },
  ): Promise<void>
  /** Ends a talk for good that nobody will finish. */
  abandon(id: string, reason: string): Promise<void>
  /** Removes the journal of a talk whose opening failed. */
  forget(id: string): Promise<void>
  list(): Promise<readonly Summary[]>
  summary(id: string): Promise<Summary | undefined>
  /** What the first line says, without reading the rest. */
  opened(id: string): Promise<Opened | undefined>
  lines(id: string): Promise<readonly Line[]>
}

/** The meetings that are held in this process now, at most once each. */
export interface TalkRuns {
  /** Refuses where the talk is held already. `answer` gives the person's word where it is known. */
  start(ref: MeetingRef, answer: (question: Question) => Answer | undefined): Promise<TalkRun>
  of(ref: MeetingRef): TalkRun | undefined
  /** Refuses while a run is at work; waits for one that has asked its question and is about to end. */
  free(ref: MeetingRef): Promise<void>
}

/** What the person allows for one run of a talk. */
export interface RunAllowance {
  /** Programs of the worker may use the network. Default: as the person's own settings say. */
  readonly network?: boolean | undefined
  /** The host whose model handed the words over; undefined where the person gave them. */
  readonly relayedBy?: string | undefined
}

export interface TalkRun {
  /** Settles when the run has ended, however it ended; never rejects. */
  readonly ended: Promise<RunEnding>
  /** The first event from now on that fits; undefined when the run ended before. */
  until(fits: (event: MeetingEvent) => boolean): Promise<MeetingEvent | undefined>
  /** Ends the turn under way. False when nobody speaks. */
  interrupt(): boolean
}

export type RunEnding = Ending | { readonly kind: 'broke'; readonly error: unknown }
