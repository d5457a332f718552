// The ledger: the calls that it allows can reach a budget but not exceed it.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counted, Ledger, Reservation, sum } from './ledger.js'

const tokens = (input: number, output: number, estimated = false) => ({ input, output, estimated })

describe('a ledger', () => {
  test('L1: allows whatever fits, and nothing that could exceed the ceiling', () => {
    const ledger = new Ledger(100)
    expect(ledger.reserve(60)).toBe(true)
    expect(ledger.reserve(41)).toBe(false)
    expect(ledger.reserve(30, 11)).toBe(false)
    expect(ledger.reserve(30, 10)).toBe(true)
    expect(ledger.spent.left).toBe(10)
  })

  test('L1: never exceeds the ceiling, whatever is reserved, settled within its worst case, or was spent on failed steps before', () => {
    const call = fc.record({
      worst: fc.nat(80),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      late: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.nat(300), fc.nat(50), fc.array(call), (ceiling, inVain, calls) => {
        const ledger = new Ledger(ceiling)
        ledger.addInVain(tokens(inVain, 0))
        const later: (() => void)[] = []
        let paid = inVain
        for (const { worst, part, late } of calls) {
          if (!ledger.reserve(worst)) continue
          const usage = tokens(Math.floor(worst * part), 0)
          paid += usage.input
          if (late) later.push(() => ledger.settle(worst, usage))
          else ledger.settle(worst, usage)
        }
        for (const settle of later) settle()
        expect(paid).toBeLessThanOrEqual(Math.max(ceiling, inVain))
        expect(ledger.spent.left).toBe(Math.max(0, ceiling - paid))
      }),
    )
  })

  test('L2: replaces a reservation by what the call cost', () => {
    const ledger = new Ledger(100)
    ledger.reserve(90)
    ledger.settle(90, tokens(20, 5))
    expect(ledger.spent).toEqual({ input: 20, output: 5, estimated: false, left: 75 })
  })

  test('L3: counts the cost of failed steps against the ceiling, but not as spent by the procedure', () => {
    const ledger = new Ledger(100)
    ledger.addInVain(tokens(40, 20))
    expect(ledger.spent).toEqual({ input: 0, output: 0, estimated: false, left: 40 })
    expect(ledger.reserve(41)).toBe(false)
  })

  test('L1: a reservation grows with each request of a call, and is refused when it would exceed the ceiling', () => {
    const ledger = new Ledger(1000)
    const reserved = new Reservation(ledger, 100)
    expect(reserved.raise(400)).toBe(true)
    expect(reserved.raise(300)).toBe(true)
    expect(reserved.raise(901)).toBe(false)
    expect(reserved.raise(900)).toBe(true)
    reserved.settle(tokens(200, 50))
    expect(ledger.spent.left).toBe(750)
  })

  test('without a ceiling nothing is refused, and what was spent is still counted', () => {
    const ledger = new Ledger(null)
    expect(ledger.reserve(Number.MAX_SAFE_INTEGER, 1)).toBe(true)
    ledger.settle(1, tokens(3, 4, true))
    expect(ledger.spent).toEqual({ input: 3, output: 4, estimated: true, left: null })
  })

  test('an estimate of zero tokens does not mark the sum as estimated', () => {
    const ledger = new Ledger(null)
    ledger.add(tokens(0, 0, true))
    expect(ledger.spent.estimated).toBe(false)
  })

  test('reads an invalid count as zero', () => {
    expect(counted(tokens(Number.NaN, -5))).toMatchObject({ input: 0, output: 0 })
    expect(counted(tokens(Number.POSITIVE_INFINITY, 5))).toMatchObject({ input: 0, output: 5 })
    expect(counted(tokens(1e308, 5))).toEqual({ input: 10_000_000, output: 5, estimated: true })
    expect(sum({ ...tokens(1, 2), cached: 1 }, tokens(3, 4, true))).toEqual({
      ...tokens(4, 6, true),
      cached: 1,
    })
  })
})
