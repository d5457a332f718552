// Tiers: the proposal's arithmetic, which word fixes a tier, and what an answer to the scope question settles.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tiers } from '../names.js'
import { fixedTier, type Level, proposalFrom, runningTier, settledScope } from './tiers.js'

const reading = (count: number, risk: Level, category = 'modify') => ({
  risk,
  files: [...Array(count).fill({ category }), { category: 'test' }, { category: 'docs' }],
})

describe('the tier that is proposed', () => {
  test.each([
    [0, 'trivial', 'light'],
    [2, 'trivial', 'light'],
    [3, 'light', 'standard'],
    [8, 'light', 'standard'],
    [9, 'standard', 'epic'],
    [20, 'standard', 'epic'],
    [21, 'epic', 'epic'],
    [80, 'epic', 'epic'],
  ])('%i affected files make %s at low risk and %s above', (count, low, lifted) => {
    expect(proposalFrom(reading(count, 'low')).tier).toBe(low)
    expect(proposalFrom(reading(count, 'medium')).tier).toBe(lifted)
    expect(proposalFrom(reading(count, 'high')).tier).toBe(lifted)
  })
  test('new, changed, configuration and migration files count; tests and documents do not', () => {
    for (const category of ['new', 'modify', 'config', 'migration'])
      expect(proposalFrom(reading(9, 'low', category))).toMatchObject({ affected: 9, tier: 'standard' })
    for (const category of ['test', 'docs'])
      expect(proposalFrom(reading(9, 'low', category))).toMatchObject({ affected: 0, tier: 'trivial' })
  })
  test('without a reading of the code it is standard', () => {
    expect(proposalFrom(null).tier).toBe('standard')
  })
  test('more files or more risk never make it smaller', () => {
    const risk = fc.constantFrom<Level>('low', 'medium', 'high')
    const rank = (count: number, level: Level) => tiers.indexOf(proposalFrom(reading(count, level)).tier)
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.nat({ max: 10 }), risk, (count, more, level) => {
        expect(rank(count + more, level)).toBeGreaterThanOrEqual(rank(count, level))
        expect(rank(count, 'high')).toBeGreaterThanOrEqual(rank(count, level))
      }),
    )
  })
})

describe('the tier that is final from the start', () => {
  test('the first that is set counts: flag, meta.json, light flag', () => {
    expect(fixedTier({ flag: 'epic', recorded: 'light', light: true })).toBe('epic')
    expect(fixedTier({ flag: null, recorded: 'epic', light: true })).toBe('epic')
    expect(fixedTier({ flag: null, recorded: 7, light: true })).toBe('light')
    expect(fixedTier({ flag: null, recorded: undefined, light: false })).toBeNull()
  })
})

describe('the answer to the scope question', () => {
  const proposal = { tier: 'standard', affected: 9, rationale: 'r' } as const
  const person = { by: 'person' } as const
  test.each([
    [{ choose: 'fits', ...person }, 'standard', true, null],
    [{ choose: 'epic', ...person }, 'epic', true, 'standard'],
    [{ choose: 'standard', ...person }, 'standard', true, null],
    [{ choose: 'say', text: 'rather light, I think', ...person }, 'light', true, 'standard'],
    [{ choose: 'say', text: 'looks good', ...person }, 'standard', true, null],
    [{ choose: 'say', text: 'this is standard', ...person }, 'standard', true, null],
    [{ choose: 'say', text: 'this is not epic', ...person }, 'standard', false, null],
    [{ choose: 'say', text: 'epic?', ...person }, 'standard', false, null],
    [{ choose: 'say', text: 'light or epic', ...person }, 'standard', false, null],
    [{ choose: 'say', text: 'what does that mean', ...person }, 'standard', false, null],
    [{ choose: 'fits', by: 'answers' }, 'standard', true, null],
    [{ choose: 'fits', by: 'default' }, 'standard', false, null],
  ] as const)('%j settles %s, confirmed %s', (answer, scope, confirmed, override) => {
    expect(settledScope(proposal, answer)).toEqual({
      scope,
      rationale: 'r',
      user_confirmed: confirmed,
      user_override: override,
    })
  })
  test('a trivial item that nobody confirmed runs as light, so that its documents are signed off', () => {
    const scope = { scope: 'trivial', rationale: '', user_override: null } as const
    expect(runningTier({ ...scope, user_confirmed: false })).toBe('light')
    expect(runningTier({ ...scope, user_confirmed: true })).toBe('trivial')
    expect(runningTier({ ...scope, scope: 'epic', user_confirmed: false })).toBe('epic')
  })
})
