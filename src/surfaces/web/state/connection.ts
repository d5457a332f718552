// Connection: whether the server can be reached, and its feed: an event reads the affected lists again.

import type { FeedEvent, MeetingRef } from '../../../hall/api.js'
import { ParleyError } from '../../../kernel/errors.js'
import { eventsOf, feed } from '../api/api.js'
import { follow } from '../api/stream.js'
import { refresh } from './resource.js'
import { store } from './store.js'

export interface Connection {
  readonly state: 'connecting' | 'on' | 'off' | 'refused'
  /** When it was lost. */
  readonly since: string | null
}

export const connection = store<Connection>({ state: 'connecting', since: null })

/** A meeting that is shown: its events come over the same connection, since a browser allows only a few of them. */
interface Shown {
  readonly ref: MeetingRef
  /** The last line that is known. */
  readonly from: number
  event(event: unknown): void
  /** The server does not let it be followed; there will be no further attempt. */
  refused(error: Error): void
}

let shown: Shown | null = null
let stop: (() => void) | null = null

/** Listens for as long as the page is open. */
export function listen(): () => void {
  open()
  return () => {
    stop?.()
    stop = null
  }
}

/** Listens to this meeting too, until the returned function is called. */
export function listenTo(meeting: Shown): () => void {
  shown = meeting
  again()
  return () => {
    if (shown !== meeting) return
    shown = null
    again()
  }
}

/** What happened between two connections is read anew. */
function again(): void {
  if (stop === null) return
  stop()
  open(true)
}

function open(missed = false): void {
  const now = shown
  stop = follow(now ? eventsOf(now.ref) : feed, now?.from ?? null, {
    event: (event) => (isFeed(event) ? lists() : now?.event(event)),
    connected: (on) => {
      connected(on)
      if (on && missed) lists()
    },
    refused: (error) => {
      if (error instanceof ParleyError && ['no-token', 'forbidden'].includes(error.fault))
        connection.set({ state: 'refused', since: null })
      else if (now !== null && shown === now) {
        now.refused(error)
        shown = null
        again()
      }
    },
  })
}

const feedTypes = new Set<unknown>([
  'meeting_requested',
  'meeting_started',
  'meeting_updated',
  'meeting_ended',
] satisfies FeedEvent['type'][])

function isFeed(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event && feedTypes.has(event.type)
}

function connected(on: boolean): void {
  const before = connection.get()
  if (on) {
    connection.set({ state: 'on', since: null })
    if (before.state === 'off') refresh()
  } else if (before.state !== 'off') {
    connection.set({ state: 'off', since: new Date().toISOString() })
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined

/** Several events at once cause one read. */
function lists(): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    refresh('meetings')
    refresh('requests')
    refresh('documents')
    refresh('decisions')
    refresh('projects')
  }, 60)
}
