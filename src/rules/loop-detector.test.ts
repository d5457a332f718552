// Loop detector: only the last three turns decide.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectLoop, parseLoopTurns } from './loop-detector.js'

const turn = fc.record({
  agent: fc.constantFrom('A', 'B', 'C'),
  progress: fc.constantFrom('no-progress', '', 'new-pin', 'new-citation', 'new-decision', 'other'),
})

describe('loop detector', () => {
  test('fires exactly on A, B, A without anything new', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 6 }), (turns) => {
        const [a, b, c] = turns.slice(-3)
        const loop =
          turns.length >= 3 &&
          a!.agent === c!.agent &&
          a!.agent !== b!.agent &&
          [a, b, c].every((one) => !one!.progress.startsWith('new-'))
        expect(detectLoop(turns).kind).toBe(loop ? 'loop' : 'none')
        const file = turns.map(({ agent, progress }) => `${agent}|${progress}|text | with | bars`).join('\n')
        expect(parseLoopTurns(file)).toEqual(turns)
      }),
    )
  })

  test('one agent who goes on alone is no loop', () => {
    const alone = Array.from({ length: 3 }, () => ({ agent: 'A', progress: 'no-progress' }))
    expect(detectLoop(alone)).toEqual({ kind: 'none' })
  })
})
