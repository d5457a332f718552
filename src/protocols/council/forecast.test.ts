// What council sessions are expected to use.

import { describe, expect, test } from 'vitest'
import { needOf } from '../../rules/forecast.js'
import { meetingForecast, workForecast } from './forecast.js'

const seats = ['ceo', 'qa'].map((name) => ({ name, title: '', voice: '', persona: 'x'.repeat(2000) }))
const council = { chair: 'ceo', seats, maxTurns: 4 }

describe('a council', () => {
  test('expects one turn of every seat and a record by the chair, each reading what was said before', () => {
    const { usual, limit } = meetingForecast(council, 'When?')
    expect(usual.calls.map(({ seat }) => seat)).toEqual(['ceo', 'qa', 'ceo'])
    const [first, second] = usual.calls
    expect(first!.reads).toBeGreaterThan(1400)
    expect(first!.reads).toBeLessThan(1800)
    expect(second!.reads - first!.reads).toBe(first!.says)
    expect(limit.calls.map(({ uses = 0 }) => uses)).toEqual([23, 23, 0])
  })

  test('expects of work a turn of every seat, and at most as many as it allows, each routed and judged by the chair', () => {
    const { usual, limit } = workForecast(council, 'Mend it')
    expect(usual.course).toBe('2 turns and the record')
    expect(usual.calls).toHaveLength(1 + 2 * 3 + 1)
    expect(limit.course).toBe('4 turns and the record')
    expect(limit.calls.map(({ seat }) => seat).slice(1, 7)).toEqual(['ceo', 'ceo', 'ceo', 'ceo', 'qa', 'ceo'])
    expect(needOf(limit.calls).input).toBeGreaterThan(10 * needOf(usual.calls).input)
  })
})
