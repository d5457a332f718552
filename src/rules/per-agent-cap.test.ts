// Per-agent cap: the state is a fold, and it only ever grows.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accumulate, type CapState, parseCapState, renderCapState, spokenBy } from './per-agent-cap.js'

const turn = fc.record({ agent: fc.constantFrom('theo', 'zara', 'a|b', ''), tokens: fc.nat(60) })

describe('per-agent cap', () => {
  test('totals are sums, muting begins at the cap, is said once and never ends', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 30 }), (turns) => {
        let state: CapState = []
        const said: string[] = []
        for (const { agent, tokens } of turns) {
          const before = spokenBy(state, agent)
          const after = accumulate(state, agent, tokens, 100)
          expect(after.total).toBe(before.tokens + tokens)
          expect(spokenBy(after.state, agent).muted).toBe(before.muted || after.total >= 100)
          if (after.mutedLine !== undefined) said.push(agent)
          state = parseCapState(renderCapState(after.state))
          expect(state).toEqual(after.state)
        }
        expect(said.toSorted()).toEqual(state.flatMap((one) => (one.muted ? [one.agent] : [])).toSorted())
      }),
    )
  })
  test('the state that was given is not changed', () => {
    const state: CapState = [{ agent: 'theo', tokens: 1, muted: false }]
    accumulate(state, 'theo', 5, 3)
    expect(state).toEqual([{ agent: 'theo', tokens: 1, muted: false }])
  })
})
