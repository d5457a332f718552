// Live: events that are shown until a line records them.

import { describe, expect, test } from 'vitest'
import type { Kind, Line } from '../../../kernel/line/line.js'
import type { FollowEvent } from '../../../kernel/run/events.js'
import { hear, type Live } from './live.js'

const heard = (...events: FollowEvent[]): Live => events.reduce(hear, [])
const speaking: FollowEvent = { type: 'speaking', key: 'k', seat: 'theo', call: 'x', draft: false }
const delta = (text: string, seat = 'theo'): FollowEvent => ({ type: 'text', key: 'k', seat, text })
const line = (kind: Kind, data: unknown): FollowEvent => ({
  type: 'line',
  line: { n: 1, at: '', kind, key: '', data, prev: '', hash: '' } as Line,
})

describe('what is being said', () => {
  test('grows with every piece, separately for each seat', () => {
    const live = heard(speaking, delta('He'), delta('A', 'mira'), delta('llo'))
    expect(live.map(({ seat, text }) => [seat, text])).toEqual([
      ['theo', 'Hello'],
      ['mira', 'A'],
    ])
  })

  test('results find their tool call by its id, also when the same tool is called twice', () => {
    const use = (id: string): FollowEvent => ({
      type: 'tool',
      key: 'k',
      seat: 'theo',
      id,
      name: 'read_file',
      input: {},
    })
    const live = heard(speaking, use('1'), use('2'), {
      type: 'tool',
      key: 'k',
      seat: 'theo',
      id: '2',
      name: 'read_file',
      ok: false,
      output: 'no',
    })
    expect(live[0]?.tools.map(({ id, state }) => [id, state])).toEqual([
      ['1', 'running'],
      ['2', 'failed'],
    ])
  })

  test('is removed by the line that records it', () => {
    expect(heard(speaking, delta('Hello'), line('turn', { seat: 'theo' }))).toEqual([])
    expect(heard(speaking, line('failed', { seat: 'theo' }))).toEqual([])
    expect(heard(speaking, { type: 'status', status: 'waiting', live: false, elsewhere: false })).toEqual([])
  })

  test('a draft is shown as being judged until the next line records the result', () => {
    const judged = heard(speaking, line('turn', { seat: 'theo', draft: true }), line('acted', {}))
    expect(judged).toMatchObject([{ seat: 'theo', state: 'judged' }])
    expect(hear(judged, line('noted', { kind: 'emitted' }))).toEqual([])
  })
})
