// Close names: suggestions for a misspelled name, none for an unrelated one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closeNames } from './close-names.js'

const known = ['Theo', 'Zara', 'Derek', 'turn-header', 'turn-order', 'cite-or-flag-check', 'ask']

describe('close names', () => {
  test.each([
    ['theo', ['Theo']],
    ['Thoe', ['Theo']],
    ['Deric', ['Derek']],
    ['cite-or-flag', ['cite-or-flag-check']],
    ['turn-hedaer', ['turn-header', 'turn-order']],
    ['Montgomery', []],
    ['Thxx', []],
    ['asdf', []],
    ['', []],
  ])('%j may have meant %j', (name, close) => {
    expect(closeNames(name, known)).toEqual(close)
  })
  test('at most as many as asked for, all of them known', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const close = closeNames(name, known, 2)
        expect(close.length).toBeLessThanOrEqual(2)
        for (const one of close) expect(known).toContain(one)
      }),
    )
  })
  test('a slip in the first word of a longer name finds it', () => {
    expect(closeNames('sofware', ['software-team', 'c-suite', 'writing-lab'])).toEqual(['software-team'])
  })
  test('a pasted page finds nobody', () => {
    expect(closeNames('x'.repeat(1_000_000), known)).toEqual([])
  })
})
