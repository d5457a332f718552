// Emitted turns and engine lines, read as the meeting writes them.

import { describe, expect, test } from 'vitest'
import { turnHeader } from '../../../rules/turn-header.js'
import { readCeiling, readCitations, readEmitted, readPhaseLine } from './emitted.js'

describe('an emitted turn', () => {
  test('is read back from the header that the meeting writes', () => {
    const header = turnHeader({
      round: 2,
      turn: 8,
      speaker: '[Stakeholder] Ann',
      role: 'Head of (nearly) everything',
      turnCost: 120,
      runningTotal: 900,
      phase: 'discuss',
      turnId: 'd5',
      dispatchedVia: 'subagent',
    })
    expect(readEmitted(`${header}\nWhat she said.\n\nMore.`)).toEqual({
      round: 2,
      turn: 8,
      speaker: '[Stakeholder] Ann',
      role: 'Head of (nearly) everything',
      cost: 120,
      phase: 'DISCUSS',
      id: 'd5',
      via: 'subagent',
      origin: '',
      text: 'What she said.\n\nMore.',
    })
  })

  test('a block without a header is no emitted turn', () => {
    expect(readEmitted('[round 1] something else')).toBeUndefined()
  })
})

describe('lines of the engine', () => {
  test('citations are counted, other lines are not', () => {
    expect(readCitations('[citations verified=2 unverified=1 broken=0]\n  more')).toEqual({
      verified: 2,
      unverified: 1,
      broken: 0,
    })
    expect(readCitations('[cost-check turn=5]')).toBeUndefined()
  })

  test('a ceiling is a number, a dash is none', () => {
    expect(readCeiling('[cost-check turn=5 running-total=812 tokens input=9000 ceiling=40000]')).toBe(40_000)
    expect(readCeiling('[cost-check turn=5 running-total=812 tokens input=9000 ceiling=—]')).toBeUndefined()
  })

  test('a phase says why it was passed over', () => {
    expect(readPhaseLine('## Phase: RESEARCH (skipped — --skip-research)')).toEqual({
      name: 'RESEARCH',
      skipped: '--skip-research',
    })
    expect(readPhaseLine('## Phase: SAVE')).toEqual({ name: 'SAVE', skipped: null })
  })
})
