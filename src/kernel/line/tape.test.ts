// The tape: recorded steps come back once and in order; any other call is a divergence that names both steps.

import { describe, expect, test } from 'vitest'
import { Diverged } from '../errors.js'
import type { Kind, Line } from './line.js'
import { lineOf, turnFailed } from './line.suite.js'
import type { LineData } from './line-data.js'
import { Tape } from './tape.js'

function lines(...steps: readonly [Kind, string, LineData[Kind]?][]): readonly Line[] {
  return steps.map(([kind, key, data], at) => lineOf(kind, data, key, at + 1))
}

describe('a tape', () => {
  test('T1: gives each recorded step once, in the order of its strand, however the strands interleave', () => {
    const tape = new Tape(
      lines(
        ['turn', 'together~a/speak:x'],
        ['turn', 'together~b/speak:y'],
        ['noted', 'together~a/note:n'],
        ['noted', 'note:after'],
      ),
    )
    expect(tape.take('together~b/speak:y', ['turn'])?.n).toBe(2)
    expect(tape.take('together~a/speak:x', ['turn'])?.n).toBe(1)
    expect(tape.take('together~a/note:n', ['noted'])?.n).toBe(3)
    expect(tape.leftOver?.n).toBe(4)
    expect(tape.take('note:after', ['noted'])?.n).toBe(4)
    expect(tape.take('note:after', ['noted'])).toBeUndefined()
    expect(tape.leftOver).toBeUndefined()
  })

  test('T2: a step with another key than the recorded one is a divergence that names both', () => {
    const tape = new Tape(lines(['phase', 'phase:open'], ['turn', 'open/speak:ada']))
    tape.take('phase:open', ['phase'])
    expect(() => tape.take('open/speak:bo', ['turn'])).toThrow(
      'Line 2 of the journal records turn open/speak:ada, but the protocol now calls turn open/speak:bo.',
    )
  })

  test('T2: so is a step of another kind', () => {
    const tape = new Tape(lines(['wrote', 'write:docs/a']))
    expect(() => tape.take('write:docs/a', ['acted'])).toThrow(
      'records wrote write:docs/a, but the protocol now calls acted write:docs/a.',
    )
  })

  test('T2: so is a new step of a branch whose parent has gone on', () => {
    const tape = new Tape(lines(['turn', 'together~a/speak:x'], ['noted', 'note:after']))
    tape.take('together~a/speak:x', ['turn'])
    expect(() => tape.take('together~a/speak:x.2', ['turn'])).toThrow(
      'Line 2 of the journal records noted note:after, but the protocol now calls turn together~a/speak:x.2.',
    )
  })

  test('T2: so is a new step before a branch that is on record', () => {
    const tape = new Tape(lines(['turn', 'together~a/together~b/speak:x']))
    expect(() => tape.take('act:new', ['acted'])).toThrow(Diverged)
    expect(() => tape.take('together~a/act:new', ['acted'])).toThrow(Diverged)
  })

  test('a new step beside a branch that still has recorded steps is no divergence: branches run at their own pace', () => {
    const tape = new Tape(lines(['turn', 'together~a/speak:x']))
    expect(tape.take('together~b/speak:y', ['turn'])).toBeUndefined()
    expect(tape.take('together~a/speak:x', ['turn'])?.n).toBe(1)
  })

  test('T3: a failure that is not a result, and a write that the boundary refused, are not on it', () => {
    const tape = new Tape(
      lines(
        ['opened', ''],
        ['failed', 'speak:ada', { ...turnFailed, result: false }],
        ['failed', '', { message: 'x', code: 'X' }],
        ['halted', 'boundary', { line: 'HALT', unplanned: true }],
        ['failed', 'speak:ada', turnFailed],
        ['halted', 'halt', { line: 'HALT' }],
        ['aborted', 'abort', { reason: '' }],
      ),
    )
    expect(tape.take('speak:ada', ['turn', 'failed'])?.n).toBe(5)
    expect(tape.take('halt', ['halted'])?.n).toBe(6)
    expect(tape.leftOver).toBeUndefined()
  })
})
