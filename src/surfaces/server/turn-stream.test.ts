// Unit tests of a turn as a stream: each event once, live or late, and its end when the next answer can be given.

import { describe, expect, test } from 'vitest'
import type { FollowEvent, Hall } from '../../hall/api.js'
import type { Line } from '../../kernel/line.js'
import { turnStream } from './turn-stream.js'

const ref = { project: 'harbour', id: 'm-1' }
const speaking: FollowEvent = { type: 'speaking', seat: 'verity', call: 'talk.turn', draft: false }
const text = (words: string): FollowEvent => ({ type: 'text_delta', seat: 'verity', text: words })
const ended: FollowEvent = { type: 'turn_end', seat: 'verity', tokens: { input: 1, output: 1 } }
const asked = line('asked', {})
const used = { id: 't1', name: 'read_file', input: { path: 'x' }, ok: true, output: 'y' }
const use: FollowEvent = {
  type: 'tool_use',
  seat: 'verity',
  id: 't1',
  name: 'read_file',
  input: { path: 'x' },
}
const result: FollowEvent = {
  type: 'tool_result',
  seat: 'verity',
  toolUseId: 't1',
  name: 'read_file',
  ok: true,
  output: 'y',
}
const turn = line('turn', { seat: 'verity', text: 'Well said.', receipt: { tools: [used] } })

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
      ended,
      asked,
    ]
    expect(await told(live)).toEqual([speaking, use, result, text('Well '), text('said.'), ended])
  })

  test('what was missed comes from the line: all of it, or the rest', async () => {
    expect(await told([asked, turn, ended, asked])).toEqual([use, result, text('Well said.'), ended])
    expect(await told([speaking, use, text('Well '), turn, ended, asked])).toEqual([
      speaking,
      use,
      text('Well '),
      result,
      text('said.'),
      ended,
    ])
    const stopped = line('failed', { seat: 'verity', cause: 'interrupted', partial: 'Well ' })
    expect(await told([stopped, { ...ended, tokens: null }, asked])).toEqual([
      text('Well '),
      { ...ended, tokens: null },
    ])
  })

  test('the end is told when the next word can be said, and nothing after it', async () => {
    const heard: string[] = []
    const source = async function* (): AsyncGenerator<FollowEvent> {
      for (const event of [speaking, turn, ended, line('acted', {}), asked, speaking]) {
        heard.push(event.type === 'line' ? event.line.kind : event.type)
        yield event
      }
    }
    expect((await told(source())).at(-1)).toEqual(ended)
    expect(heard).toEqual(['speaking', 'turn', 'turn_end', 'acted', 'asked'])
  })

  test('a meeting of several turns is told up to its question; one that stops ends too', async () => {
    expect(await told([speaking, ended, speaking, ended, asked, speaking])).toEqual([
      speaking,
      ended,
      speaking,
      ended,
    ])
    const gone: FollowEvent = { type: 'status', status: 'halted', live: false }
    expect(await told([{ ...gone, status: 'running', live: true }, speaking, gone, speaking])).toEqual([
      speaking,
    ])
  })
})

function line(kind: 'asked' | 'answered' | 'turn' | 'failed' | 'acted', data: unknown): FollowEvent {
  return { type: 'line', line: { n: 1, at: '', kind, key: 'k', data, prev: '', hash: '' } as Line }
}

async function told(events: Iterable<FollowEvent> | AsyncIterable<FollowEvent>): Promise<unknown[]> {
  const hall = {
    seats: async () => ['Verity'],
    follow: async function* () {
      yield* events
    },
  } as unknown as Hall
  const all: unknown[] = []
  for await (const { data } of turnStream(hall, ref, 1, new AbortController().signal)) all.push(data)
  const [first, ...rest] = all
  expect(first).toMatchObject({ type: 'session', meetingId: 'm-1', project: 'harbour', worker: 'Verity' })
  return rest
}
