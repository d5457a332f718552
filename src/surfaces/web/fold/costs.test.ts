// Costs: the plot fits its box and shows each seat's part.

import { describe, expect, test } from 'vitest'
import { plotOf } from './costs.js'

const costs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    seat: at % 2 ? 'mira' : 'theo',
    input: 80,
    output: 20,
    total: (at + 1) * 100,
  }))

describe('the plot of costs', () => {
  test('has a bar for each call and a line of the running total that never falls', () => {
    const { bars, line } = plotOf(costs(5), null, 280, 56)
    expect(bars.map(({ seat }) => seat)).toEqual(['theo', 'mira', 'theo', 'mira', 'theo'])
    expect(line.every(([, y], at) => at === 0 || y <= (line[at - 1]?.[1] ?? 0))).toBe(true)
  })

  test('stays within its box, however many calls there are', () => {
    const { bars, line } = plotOf(costs(1000), 50_000, 280, 56)
    expect(new Set(bars.map(({ x }) => x)).size).toBeLessThanOrEqual(93)
    for (const { x, y, width, height } of bars) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(280.001)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(56.001)
    }
    expect(Math.min(...line.map(([, y]) => y))).toBeGreaterThanOrEqual(0)
  })

  test('gives every seat its part of a bar that many calls share', () => {
    const { bars } = plotOf(costs(1000), null, 280, 56)
    expect(bars.filter(({ seat }) => seat === 'theo').length).toBe(
      bars.filter(({ seat }) => seat === 'mira').length,
    )
  })

  test('shows a ceiling that is close to the total, and omits one that is far above it', () => {
    expect(plotOf(costs(10), 2000, 280, 56).ceiling).toBeGreaterThan(0)
    expect(plotOf(costs(10), 200_000, 280, 56).ceiling).toBeNull()
  })

  test('of no calls is empty', () => {
    expect(plotOf([], 100, 280, 56)).toEqual({ bars: [], line: [], ceiling: null })
  })
})
