// Streams: server-sent events from an async iterable. A reader that does not read costs a bounded queue, and nobody else's time.

export interface Sent {
  readonly id?: number
  readonly data: unknown
}

/** How many events may wait for one reader before the source is no longer asked; the source holds the rest as lines on disk. */
const heartbeatMs = 15_000

/** The body of an event stream. Pulls only what the reader takes; ends with the reader or the source. */
export function eventStream(
  source: (signal: AbortSignal) => AsyncIterable<Sent>,
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const encoder = new TextEncoder()
  let beat: NodeJS.Timeout | undefined
  const iterator = source(gone.signal)[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode('retry: 1000\n\n'))
        beat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'))
        }, heartbeatMs)
        beat.unref()
      },
      async pull(controller) {
        const next = await iterator.next().catch((error: unknown) => ({ done: true as const, value: error }))
        if (gone.signal.aborted) return
        if (next.done) {
          clearInterval(beat)
          controller.close()
        } else controller.enqueue(encoder.encode(written(next.value)))
      },
      async cancel() {
        clearInterval(beat)
        gone.abort()
        await iterator.return?.()
      },
    },
    { highWaterMark: 16 },
  )
}

function written({ id, data }: Sent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
