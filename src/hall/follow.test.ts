// Following, where the order of things is the test's to say: a reader that is slower than the meeting.

import { expect, test } from 'vitest'
import type { MeetingEvent } from '../kernel/deps.js'
import { fileJournal } from '../workspace/journal-file.js'
import { temporaryFolder } from '../workspace/temporary.suite.js'
import type { FollowEvent } from './api.js'
import { follow } from './follow.js'
import { type Live, Runs } from './runs.js'

const ref = { project: 'demo', id: 'one' }
const said = (text: string, after: number): Live => ({
  kind: 'event',
  event: { type: 'text', key: 'speak:ada', seat: 'ada', text } as MeetingEvent,
  after,
})

test('F2: words that a told line already holds are not told again, later ones are', async () => {
  const journal = fileJournal(temporaryFolder())
  const lease = await journal.lease()
  const runs = new Runs({ onEnd: () => {}, onEvent: () => {} })
  let hear: (live: Live) => void = () => {}
  runs.listen = (_, listener) => {
    hear = listener
    return () => {}
  }
  await lease.append(1, { at: new Date(0).toISOString(), kind: 'phase', key: 'phase:a', data: { name: 'a' } })
  await lease.append(2, { at: new Date(0).toISOString(), kind: 'phase', key: 'phase:b', data: { name: 'b' } })
  const stop = new AbortController()
  const heard: FollowEvent[] = []
  for await (const event of follow(runs, ref, journal, 1, stop.signal)) {
    heard.push(event)
    if (event.type === 'line' && event.line.n === 2) {
      hear(said('before line two', 1))
      hear(said('after line two', 2))
    }
    if (event.type === 'text_delta') stop.abort()
  }
  await lease.release()
  expect(heard.filter(({ type }) => type === 'text_delta')).toMatchObject([{ text: 'after line two' }])
})
