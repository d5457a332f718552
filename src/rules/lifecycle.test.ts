// Lifecycle: the order of phases, and the marker of a skipped one.
import { describe, expect, test } from 'vitest'
import { BOUNDARIES, isBoundary, isPhase, PHASES, phaseMarker } from './lifecycle.js'

describe('lifecycle', () => {
  test('seven phases and five boundaries, in running order', () => {
    expect(PHASES.join(' ')).toBe('INVITE CHARTER RESEARCH DISCUSS CLOSE REVIEW SAVE')
    expect(BOUNDARIES.join(' ')).toBe('post-charter post-research discuss-cadence pre-close pre-save')
    expect([isPhase('SAVE'), isPhase('save'), isBoundary('pre-save'), isBoundary('SAVE')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
  test('a phase that ran has a plain marker, one that was skipped says why', () => {
    expect(phaseMarker('RESEARCH')).toBe('## Phase: RESEARCH')
    expect(phaseMarker('RESEARCH', '--skip-research')).toBe('## Phase: RESEARCH (skipped — --skip-research)')
    expect(phaseMarker('DISCUSS', 'wrap-up')).toBe('## Phase: DISCUSS (skipped — wrap-up)')
  })
})
