// Connection: whether the server can be reached, and its feed: an event reads the affected lists again.

import type { FeedEvent } from '../../../hall/api.js'
import { ParleyError } from '../../../kernel/errors.js'
import { api } from '../api/api.js'
import { follow } from '../api/stream.js'
import { refresh } from './resource.js'
import { store } from './store.js'

export interface Connection {
  readonly state: 'connecting' | 'on' | 'off' | 'refused'
  /** When it was lost. */
  readonly since: string | null
}

export const connection = store<Connection>({ state: 'connecting', since: null })

/** Listens for as long as the page is open. */
export function listen(): () => void {
  return follow(api.feed, null, {
    event: (event) => changed(event as FeedEvent),
    connected,
    refused: (error) => {
      if (error instanceof ParleyError && ['no-token', 'forbidden'].includes(error.fault))
        connection.set({ state: 'refused', since: null })
    },
  })
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
function changed(event: FeedEvent): void {
  if (!('type' in event)) return
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    refresh('meetings')
    refresh('requests')
    refresh('documents')
    refresh('decisions')
    refresh('projects')
  }, 60)
}
