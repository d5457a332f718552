// Streams: server-sent events from an async iterable. The source is pulled only as fast as the reader reads, so a slow reader costs a
// bounded queue and delays nobody else. When the reader, the source or the server ends, timer and listeners are removed.

import type { EventOf, ParleyEvent } from '../../kernel/run/events.js'
import type { TurnWire } from '../talk-wire.js'

export interface Sent {
  readonly id?: number
  readonly data: ParleyEvent | TurnWire
}

export interface StreamOptions {
  /** Aborted when the server stops; the stream ends then. */
  readonly leaving?: AbortSignal
  /** Called when the source throws; the reader gets `last`. */
  readonly broke?: (error: unknown) => void
  readonly last?: Sent['data']
  readonly heartbeatMs?: number
}

/** How many events may wait in a stream for its reader. */
const mostWaiting = 16

export const brokenOff: EventOf<'error'> = {
  type: 'error',
  code: 'unforeseen',
  message: 'The stream broke off.',
  hint: 'Nothing recorded is lost: ask for it again from the last line that you have.',
}

export function eventStream(
  source: (signal: AbortSignal) => AsyncIterable<Sent>,
  { leaving, broke = () => {}, last = brokenOff, heartbeatMs = 15_000 }: StreamOptions = {},
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const encoder = new TextEncoder()
  const events = source(gone.signal)[Symbol.asyncIterator]()
  let beat: NodeJS.Timeout | undefined
  const over = () => {
    clearInterval(beat)
    leaving?.removeEventListener('abort', leave)
    gone.abort()
  }
  const leave = () => gone.abort()
  const send = (to: ReadableStreamDefaultController<Uint8Array>, text: string) =>
    to.enqueue(encoder.encode(text))
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        send(controller, 'retry: 1000\n\n')
        beat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) send(controller, ': still here\n\n')
        }, heartbeatMs).unref()
        leaving?.addEventListener('abort', leave)
        if (leaving?.aborted) leave()
      },
      async pull(controller) {
        try {
          const { done, value } = await events.next()
          if (!done) return send(controller, written(value))
        } catch (error) {
          broke(error)
          send(controller, written({ data: last }))
        }
        over()
        controller.close()
      },
      async cancel() {
        over()
        await events.return?.()
      },
    },
    { highWaterMark: mostWaiting },
  )
}

function written({ id, data }: Sent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
