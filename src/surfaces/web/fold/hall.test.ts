import { describe, expect, test } from 'vitest'
import type { MeetingEntry } from '../../../hall/api.js'
import { empty } from '../../../kernel/line/summary.js'
import { plainTelling } from '../../../view/plain.js'
import { Tellings } from '../../../view/tellings.js'
import { inList, sortHall } from './hall.js'

const now = new Date(2026, 4, 6, 12)
const at = (day: number) => new Date(2026, 4, day, 9).toISOString()

/** A protocol that is no talk, and rests as talks do. */
const chat = { ...plainTelling, protocols: { chat: 'Chat' }, awaitsWords: (id: string) => id === 'next' }
const tellings = new Tellings([chat])

const asking = (id: string) => ({
  id,
  title: 'And now?',
  body: '',
  options: [{ key: 'end', label: 'End it', effect: 'ends it for good' }],
})

const entry = (id: string, more: Partial<MeetingEntry>): MeetingEntry => ({
  ...empty,
  ...{ id, protocol: 'chat', project: 'p', updatedAt: at(5) },
  ...{
    live: false,
    elsewhere: false,
    awaitsHost: false,
    lastLine: null,
    seats: [],
    stands: [],
    asks: null,
  },
  ...more,
})

describe('the hall', () => {
  test('what wants an answer stands apart from talks that await the next words, newest first', () => {
    const waits = (id: string, asked: string, day: number) =>
      entry(id, { status: 'waiting', asks: asking(asked), updatedAt: at(day) })
    const sorted = sortHall(
      [
        waits('rests', 'next', 1),
        waits('late', 'keep it?', 4),
        waits('early', 'keep it?', 3),
        entry('runs', { status: 'running', live: true }),
        entry('left', { status: 'running', live: false }),
        entry('done', { status: 'concluded', updatedAt: at(6) }),
      ],
      tellings,
      now,
    )
    expect(sorted.waiting.map(({ id }) => id)).toEqual(['late', 'early'])
    expect(sorted.talks.map(({ id }) => id)).toEqual(['rests'])
    expect(sorted.running.map(({ id }) => id)).toEqual(['runs'])
    expect(sorted.days.map(({ day, meetings }) => [day, meetings.map(({ id }) => id)])).toEqual([
      ['Today', ['done']],
      ['Yesterday', ['left']],
    ])
  })

  test('in a list, a question that only awaits the next words offers no other choice', () => {
    expect(inList(asking('next'), chat).options).toEqual([])
    expect(inList(asking('keep it?'), chat).options).toHaveLength(1)
    expect(inList(asking('next'), plainTelling).options).toHaveLength(1)
  })
})
