// Following, where the order of things is the test's to say: a reader that is slower than the meeting, and one that comes late.

import { expect, test } from 'vitest'
import type { Lease } from '../kernel/line/journal.js'
import { entry } from '../kernel/line/journal.suite.js'
import { memoryJournals } from '../kernel/line/memory-journals.suite.js'
import type { MeetingEvent } from '../kernel/run/events.js'
import type { FollowEvent } from './api.js'
import { follow } from './follow.js'
import { type Live, Runs } from './runs.js'

const ref = { project: 'demo', id: 'one' }
const said = (text: string, after: number): Live => ({
  kind: 'event',
  event: { type: 'text', key: 'speak:ada', seat: 'ada', text } as MeetingEvent,
  after,
})

async function recorded(count: number) {
  const journals = memoryJournals()
  const lease = await journals.of(ref.id).lease()
  for (let n = 1; n <= count; n++) await lease.append(n, entry(n))
  return { journals, lease }
}

async function asks(lease: Lease, n: number): Promise<void> {
  const data = { id: 'q', title: 'Well?', body: '', options: [{ key: 'yes', label: 'Yes', effect: '' }] }
  await lease.append(n, { at: new Date(0).toISOString(), kind: 'asked', key: 'ask:q', data })
}

const quiet = () => new Runs({ onEnd: () => {}, onEvent: () => {} })

test('FLW2: words that a told line already holds are not told again, later ones are', async () => {
  const { journals } = await recorded(2)
  const runs = quiet()
  let hear: (live: Live) => void = () => {}
  runs.listen = (_, listener) => {
    hear = listener
    return () => {}
  }
  const stop = new AbortController()
  const heard: FollowEvent[] = []
  for await (const event of follow(runs, ref, journals, 1, stop.signal)) {
    heard.push(event)
    if (event.type === 'line' && event.line.n === 2) {
      hear(said('before line two', 1))
      hear(said('after line two', 2))
    }
    if (event.type === 'text') stop.abort()
  }
  expect(heard.filter(({ type }) => type === 'text')).toMatchObject([{ text: 'after line two' }])
})

test.each([1, 3, 4, 9])(
  'FLW1: who follows from line %i gets the lines from there on, and the status of all',
  async (from) => {
    const { journals, lease } = await recorded(3)
    await asks(lease, 4)
    await lease.release()
    const stop = new AbortController()
    const heard: (number | string)[] = []
    for await (const event of follow(quiet(), ref, journals, from, stop.signal)) {
      if (event.type === 'line') heard.push(event.line.n)
      if (event.type !== 'status') continue
      heard.push(event.status)
      stop.abort()
    }
    expect(heard).toEqual([...[1, 2, 3, 4].filter((n) => n >= from), 'waiting'])
  },
)
