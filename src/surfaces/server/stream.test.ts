// Unit tests of event streams: every event arrives once, and a slow or vanished reader costs nothing.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventReader } from '../sent-events.js'
import { eventStream, type Sent } from './stream.js'

describe('an event stream', () => {
  test('carries every event once, in order, with its id, whatever is in it', async () => {
    const data = fc.record({ id: fc.option(fc.nat(), { nil: undefined }), data: fc.jsonValue() })
    await fc.assert(
      fc.asyncProperty(fc.array(data, { maxLength: 40 }), async (sent) => {
        const events = await read(eventStream(() => from(sent as unknown as Sent[])))
        expect(events.map(({ data }) => JSON.parse(data))).toEqual(
          sent.map(({ data }) => JSON.parse(JSON.stringify(data))),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('asks its source for no more than its reader takes and a few beyond', async () => {
    let asked = 0
    async function* endless(): AsyncGenerator<Sent> {
      for (;;) yield { data: { type: 'notice', text: String(asked++) } }
    }
    const reader = eventStream(endless).getReader()
    await reader.read()
    await turns(50)
    expect(asked).toBeLessThan(20)
    for (let n = 0; n < 30; n++) await reader.read()
    await turns(50)
    expect(asked).toBeLessThan(60)
    await reader.cancel()
  })

  test('ends its source when its reader leaves', async () => {
    const { source, ended } = waiting()
    const reader = eventStream(source).getReader()
    await reader.read()
    await reader.cancel()
    await expect(ended).resolves.toBe('ended')
  })

  test('ends for its reader when the server leaves', async () => {
    const leaving = new AbortController()
    const { source, ended } = waiting()
    const events = read(eventStream(source, { leaving: leaving.signal }))
    leaving.abort()
    expect(await events).toEqual([])
    await expect(ended).resolves.toBe('ended')
    expect(await read(eventStream(source, { leaving: leaving.signal }))).toEqual([])
  })

  test('a source that breaks is told to the log and to the reader, without its words', async () => {
    const broke: unknown[] = []
    const source = async function* (): AsyncGenerator<Sent> {
      yield { id: 1, data: { type: 'notice', text: 'one' } }
      throw new Error('a path that is nobody else’s business')
    }
    const events = await read(eventStream(source, { broke: (error) => broke.push(error) }))
    expect(broke).toHaveLength(1)
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([
      { type: 'notice', text: 'one' },
      { type: 'error', code: 'unforeseen', message: 'The stream broke off.', hint: expect.any(String) },
    ])
  })

  test('says now and then that it is still here, as a comment that readers pass over', async () => {
    const { source } = waiting()
    const reader = eventStream(source, { heartbeatMs: 1 }).getReader()
    const text = new TextDecoder()
    let heard = ''
    while (!heard.includes('still here')) heard += text.decode((await reader.read()).value)
    expect(eventReader()(heard)).toEqual([])
    await reader.cancel()
  })
})

async function* from(sent: readonly Sent[]): AsyncGenerator<Sent> {
  yield* sent
}

/** A source that says nothing until it is told to end. */
function waiting() {
  let tell = (_: 'ended') => {}
  const ended = new Promise<'ended'>((resolve) => {
    tell = resolve
  })
  async function* source(signal: AbortSignal): AsyncGenerator<Sent> {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    tell('ended')
    yield* []
  }
  return { source, ended }
}

async function read(stream: ReadableStream<Uint8Array>) {
  const eventsIn = eventReader()
  const decoder = new TextDecoder()
  const all = []
  for await (const piece of stream) all.push(...eventsIn(decoder.decode(piece, { stream: true })))
  return all
}

/** Lets everything that can go on without anybody's help go on. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}
