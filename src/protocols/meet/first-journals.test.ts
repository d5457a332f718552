// The first journals of chartered meetings: turns and lines that they hold as text only.

import { describe, expect, test } from 'vitest'
import { turnHeader } from '../../rules/turn-header.js'
import { readBlock, readCostCheck, readMarker, readTally } from './first-journals.js'

describe('the block of an emitted turn', () => {
  test('is read back from the header that the meeting wrote', () => {
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
    expect(readBlock(`${header}\nWhat she said.\n\nMore.`)).toEqual({
      round: 2,
      t: 8,
      speaker: '[Stakeholder] Ann',
      role: 'Head of (nearly) everything',
      phase: 'DISCUSS',
      text: 'What she said.\n\nMore.',
    })
  })

  test('a block without a header is no emitted turn', () => {
    expect(readBlock('[round 1] something else')).toBeUndefined()
  })
})

describe('lines of the transcript', () => {
  test('citations are counted, other lines are not', () => {
    expect(readTally('[citations verified=2 unverified=1 broken=0]\n  more')).toEqual({
      verified: 2,
      unverified: 1,
      broken: 0,
    })
    expect(readTally('[cost-check turn=5]')).toBeUndefined()
  })

  test('a ceiling is a number, a dash is none', () => {
    const line = '[cost-check turn=5 running-total=812 tokens input=9000 ceiling='
    expect(readCostCheck(`${line}40000]`)).toEqual({ ceiling: 40_000 })
    expect(readCostCheck(`${line}—]`)).toEqual({ ceiling: null })
    expect(readCostCheck('[citations]')).toBeUndefined()
  })

  test('a phase says why it was passed over', () => {
    expect(readMarker('## Phase: RESEARCH (skipped — --skip-research)')).toEqual({
      name: 'RESEARCH',
      skipped: '--skip-research',
    })
    expect(readMarker('## Phase: SAVE')).toEqual({ name: 'SAVE', skipped: null })
  })
})
