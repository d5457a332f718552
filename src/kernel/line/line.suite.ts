// Lines for tests: a sound example of every kind, and a maker that fills in what a test does not care about.

import { seal } from './hash.js'
import type { EntryOf, Kind, LineOf } from './line.js'
import type { LineData, Receipt, TurnFailed } from './line-data.js'

export const at = '2026-01-02T03:04:05.678Z'

const tokens = { input: 10, output: 5, estimated: false }

export const receipt: Receipt = {
  seat: 'ada',
  backend: 'script',
  model: null,
  prompt: 'f'.repeat(64),
  tools: [],
  tokens,
  ms: 1,
  attempts: 1,
}

export const samples: LineData = {
  opened: {
    id: 'm-1',
    protocol: 'test',
    version: 1,
    parley: '0.0.0',
    title: 'A test',
    input: {},
    agents: {},
  },
  phase: { name: 'open' },
  turn: { seat: 'ada', call: 'a', text: 'Yes.', receipt },
  asked: { id: 'q', title: 'Is it?', body: '', options: [{ key: 'yes', label: 'Yes', effect: '' }] },
  answered: { question: 'q', choose: 'yes', by: 'person' },
  wrote: { path: 'docs/a.md', sha256: 'a'.repeat(64), bytes: 1 },
  acted: { name: 'look', result: null },
  noted: { kind: 'line', data: { text: 'A note.' } },
  paused: { reason: 'lunch' },
  halted: { line: 'HALT' },
  failed: { message: 'broke', code: 'UNFORESEEN' },
  aborted: { reason: 'dropped' },
  concluded: { outcome: null },
}

export const turnFailed: TurnFailed = {
  result: true,
  seat: 'ada',
  call: 'a',
  cause: 'failed',
  message: 'no',
  partial: '',
  tokens,
  says: 1,
}

export function entryOf<K extends Kind>(kind: K, data: LineData[K] = samples[kind], key = ''): EntryOf<K> {
  return { at, kind, key, data }
}

export function lineOf<K extends Kind>(kind: K, data?: LineData[K], key?: string, n = 1): LineOf<K> {
  return seal(entryOf(kind, data, key), n, '').line
}
