// Unit tests of a turn as a stream: each event once, live or late, and its end when the next answer can be given.

import { describe, expect, test } from 'vitest'
import type { FollowEvent, Hall } from '../../hall/api.js'
import type { Line } from '../../kernel/line/line.js'
import type { StreamedEvent } from '../../kernel/run/events.js'
import { turnStream } from './turn-stream.js'

const ref = { project: 'harbour', id: 'm-1' }
const step = { key: 'k', seat: 'verity' }
const speaking: FollowEvent = { type: 'speaking', ...step, call: 'talk.turn', draft: false }
const text = (words: string): FollowEvent => ({ type: 'text', ...step, text: words })
const ended: StreamedEvent = { type: 'turn_end', seat: 'verity', tokens: { input: 1, output: 2 } }
const asked = line('asked', {})
const used = { id: 't1', name: 'read_file', input: { path: 'x' }, ok: true, output: 'y' }
const use: FollowEvent = { type: 'tool', ...step, id: 't1', name: 'read_file', input: { path: 'x' } }
const result: FollowEvent = { type: 'tool', ...step, id: 't1', name: 'read_file', ok: true, output: 'y' }
const tokens = { input: 1, output: 2, cached: 0, estimated: false }
const turn = line('turn', { seat: 'verity', text: 'Well said.', receipt: { tools: [used], tokens } })

describe('a turn as a stream', () => {
  test('what came live is not told again by its line', async () => {
    const live = [
      asked,
      line('answered', {}),
      speaking,
      use,
      result,
      text('Well '),
      text('said.'),
      turn,
      asked,
    ]
    expect(await told(live)).toEqual([speaking, use, result, text('Well '), text('said.'), ended])
  })

  test('what was missed comes from the line: all of it, or the rest', async () => {
    expect(await told([asked, turn, asked])).toEqual([use, result, text('Well said.'), ended])
    expect(await told([speaking, use, text('Well '), turn, asked])).toEqual([
      speaking,
      use,
      text('Well '),
      result,
      text('said.'),
      ended,
    ])
    const stopped = line('failed', { seat: 'verity', cause: 'interrupted', partial: 'Well ' })
    expect(await told([stopped, asked])).toEqual([text('Well '), { ...ended, tokens: null }])
  })

  test('the end is told when the next word can be said, and nothing after it', async () => {
    const heard: string[] = []
    const source = async function* (): AsyncGenerator<FollowEvent> {
      for (const event of [speaking, turn, line('acted', {}), asked, speaking]) {
        heard.push(event.type === 'line' ? event.line.kind : event.type)
        yield event
      }
    }
    expect((await told(source())).at(-1)).toEqual(ended)
    expect(heard).toEqual(['speaking', 'turn', 'acted', 'asked'])
  })

  test('a meeting of several turns is told up to its question; one that stops ends too', async () => {
    const said = [use, result, text('Well said.')]
    expect(
      await told([speaking, ...said, turn, speaking, text('Well said.'), turn, asked, speaking]),
    ).toEqual([speaking, ...said, ended, speaking, text('Well said.'), ended])
    const gone: FollowEvent = { type: 'status', status: 'halted', live: false, elsewhere: false }
    expect(await told([{ ...gone, status: 'running', live: true }, speaking, gone, speaking])).toEqual([
      speaking,
    ])
  })

  test('two turns that were over before anybody listened have an end each', async () => {
    const each = [use, result, text('Well said.'), ended]
    expect(await told([asked, turn, turn, asked])).toEqual([...each, ...each])
  })

  test('of seats that speak at the same time each line adds what is missing of its own turn', async () => {
    const other = { key: 'other', seat: 'ada' }
    const begins: FollowEvent = { type: 'text', ...other, text: 'Tides ' }
    const hers = line('turn', { seat: 'ada', text: 'Tides turn.', receipt: { tools: [], tokens } }, 'other')
    expect(await told([text('Well '), begins, hers, turn, asked])).toEqual([
      text('Well '),
      begins,
      { ...begins, text: 'turn.' },
      { ...ended, seat: 'ada' },
      use,
      result,
      text('said.'),
      ended,
    ])
  })

  test('a turn or a run that failed ends with what went wrong and what to do', async () => {
    const seat = line('failed', { seat: 'verity', cause: 'failed', message: 'logged out', partial: 'Well ' })
    const hint = expect.stringMatching(/./)
    expect(await told([seat, asked])).toEqual([
      text('Well '),
      { type: 'error', code: 'BACKEND', message: 'logged out', hint },
    ])
    const gone: FollowEvent = { type: 'status', status: 'failed', live: false, elsewhere: false }
    expect(await told([line('failed', { code: 'DISK', message: 'The disk is full.' }), gone])).toEqual([
      { type: 'error', code: 'DISK', message: 'The disk is full.', hint },
    ])
  })
})

function line(
  kind: 'asked' | 'answered' | 'turn' | 'failed' | 'acted',
  data: unknown,
  key = 'k',
): FollowEvent {
  return { type: 'line', line: { n: 1, at: '', kind, key, data, prev: '', hash: '' } as Line }
}

async function told(events: Iterable<FollowEvent> | AsyncIterable<FollowEvent>): Promise<unknown[]> {
  const hall = {
    seats: async () => ['Verity'],
    follow: async function* () {
      yield* events
    },
  } as unknown as Hall
  const all: unknown[] = []
  for await (const event of turnStream(hall, ref, 1, new AbortController().signal)) all.push(event)
  const [first, ...rest] = all
  expect(first).toMatchObject({ type: 'session', meetingId: 'm-1', project: 'harbour', worker: 'Verity' })
  return rest
}
