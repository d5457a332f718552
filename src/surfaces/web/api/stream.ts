// Streams: follows server-sent events and reconnects after every break. Read by fetch, because EventSource tells nothing of a refusal.
//
// A reconnect asks from the last id that was seen, so no event is missed; listeners must accept one twice. A tab in the background
// disconnects after a while: a browser allows only about six connections to one server, for all tabs together.

import { ParleyError } from '../../../kernel/errors.js'
import { eventReader } from '../../sent-events.js'
import { refusalOf } from './client.js'

export interface Listener {
  event(data: unknown): void
  /** False when the connection is lost, true when it stands again. */
  connected(on: boolean): void
  /** The server refused (wrong token, unknown meeting); there will be no further attempt. */
  refused?(error: Error): void
}

const firstPauseMs = 400
const longestPauseMs = 5000
const unseenMs = 30_000

/** Follows until the returned function is called. `from` is the last id that is known already. */
export function follow(path: string, from: number | null, listener: Listener): () => void {
  const stop = new AbortController()
  void keepFollowing(path, from, listener, stop.signal)
  return () => stop.abort()
}

async function keepFollowing(
  path: string,
  from: number | null,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  let last = from === null ? null : String(from)
  let pause = firstPauseMs
  while (!signal.aborted) {
    await seen(signal)
    const link = linkFor(signal)
    try {
      await read(
        path,
        last,
        link.signal,
        (event) => {
          pause = firstPauseMs
          last = event.id ?? last
          if (event.data !== '') listener.event(JSON.parse(event.data))
        },
        () => listener.connected(true),
      )
    } catch (error) {
      if (error instanceof ParleyError) return listener.refused?.(error)
    } finally {
      link.release()
    }
    if (signal.aborted) return
    if (document.hidden) continue
    listener.connected(false)
    await wait(pause, signal)
    pause = Math.min(pause * 2, longestPauseMs)
  }
}

async function read(
  path: string,
  last: string | null,
  signal: AbortSignal,
  take: (event: { id?: string | undefined; data: string }) => void,
  open: () => void,
): Promise<void> {
  const response = await fetch(path, {
    headers: {
      Accept: 'text/event-stream',
      ...(last === null ? {} : { 'Last-Event-ID': last }),
    },
    cache: 'no-store',
    signal,
  })
  if (!response.ok && response.status < 500) throw await refusalOf(response)
  if (!response.ok || !response.body) return
  open()
  const eventsIn = eventReader()
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await pieces.read()
    if (done) return
    for (const event of eventsIn(value)) take(event)
  }
}

/** A signal for one connection: aborted with `whole`, or when the tab was hidden for long. */
function linkFor(whole: AbortSignal): { signal: AbortSignal; release: () => void } {
  const link = new AbortController()
  let unseen: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(unseen)
    if (document.hidden) unseen = setTimeout(() => link.abort(), unseenMs)
  }
  const end = () => link.abort()
  whole.addEventListener('abort', end)
  document.addEventListener('visibilitychange', look)
  look()
  return {
    signal: link.signal,
    release: () => {
      clearTimeout(unseen)
      whole.removeEventListener('abort', end)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

/** Waits until the tab is visible: a hidden one has disconnected. */
function seen(signal: AbortSignal): Promise<void> {
  if (!document.hidden || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const on = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', on)
      resolve()
    }
    document.addEventListener('visibilitychange', on)
    signal.addEventListener('abort', on)
  })
}

/** Ends early when the browser says that the network is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
