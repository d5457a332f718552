// Unit tests of the wire of a streamed turn: what clients of talks rely on, and that nothing is lost on the way to our own.

import { expect, test } from 'vitest'
import type { StreamedEvent } from '../kernel/run/events.js'
import { fromWire, toWire, turnWire } from './talk-wire.js'

const step = { key: 'talk/turn', seat: 'verity' }
const told: readonly StreamedEvent[] = [
  { type: 'session', meetingId: 'm-1', project: 'harbour', worker: 'Verity' },
  { type: 'speaking', ...step, call: 'talk.turn', draft: false },
  { type: 'text', ...step, text: 'Well.' },
  { type: 'tool', ...step, id: 't1', name: 'read_file', input: { path: 'x' } },
  { type: 'tool', ...step, id: 't1', name: 'read_file', ok: false, output: 'no such file' },
  { type: 'retrying', ...step, reason: 'overloaded', waitMs: 100, attempt: 2, of: 5 },
  { type: 'turn_end', seat: 'verity', tokens: { input: 1, output: 2 } },
  { type: 'error', code: 'BACKEND', message: 'logged out', hint: 'Try again.' },
]

test('clients of talks find the names and fields that they know', () => {
  expect(told.map(toWire)).toMatchObject([
    { type: 'session', meetingId: 'm-1', worker: 'Verity' },
    { type: 'speaking' },
    { type: 'text_delta', text: 'Well.' },
    { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'x' } },
    { type: 'tool_result', toolUseId: 't1', name: 'read_file', ok: false, output: 'no such file' },
    { type: 'retrying' },
    { type: 'turn_end', tokens: { input: 1, output: 2 } },
    { type: 'error', reason: 'logged out' },
  ])
})

test('every event comes back as it was, and fits the schema that describes it', () => {
  for (const event of told) {
    expect(turnWire.parse(toWire(event))).toEqual(toWire(event))
    expect(fromWire(JSON.parse(JSON.stringify(toWire(event))))).toEqual(event)
  }
})

test('a client passes over what it does not know or cannot read', () => {
  expect(fromWire({ type: 'context_compacted', trigger: 'auto' })).toBeUndefined()
  expect(fromWire({ type: 'text_delta' })).toBeUndefined()
  expect(fromWire('text')).toBeUndefined()
  expect(fromWire({ ...toWire(told[2] as StreamedEvent), mood: 'calm' })).toEqual(told[2])
})
