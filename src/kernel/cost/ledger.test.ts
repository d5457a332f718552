// The ledger: the calls that it allows can reach a budget but not exceed it.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counted, Ledger, Reservation, sum } from './ledger.js'

const worst = (most: number, cost = 0) => ({ tokens: most, cost })
const tokens = (input: number, output: number, estimated = false) => ({ input, output, estimated })

describe('a ledger', () => {
  test('L1: allows whatever fits, and nothing that could exceed the ceiling', () => {
    const ledger = new Ledger(100)
    expect(ledger.reserve(worst(60))).toBeNull()
    expect(ledger.reserve(worst(41))).toBe('tokens')
    expect(ledger.reserve(worst(30), worst(11))).toBe('tokens')
    expect(ledger.reserve(worst(30), worst(10))).toBeNull()
    expect(ledger.spent.left).toBe(10)
  })

  test('L1: never exceeds the ceiling, whatever is reserved, settled within its worst case, or was spent on failed steps before', () => {
    const call = fc.record({
      worst: fc.nat(80),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      late: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.nat(300), fc.nat(900), fc.nat(50), fc.array(call), (ceiling, dear, inVain, calls) => {
        const ledger = new Ledger(ceiling, dear)
        ledger.addInVain(tokens(inVain, 0), inVain * 3)
        const later: (() => void)[] = []
        let paid = inVain
        for (const { worst: most, part, late } of calls) {
          if (ledger.reserve(worst(most, most * 3)) !== null) continue
          const usage = tokens(Math.floor(most * part), 0)
          paid += usage.input
          const settle = () => ledger.settle(worst(most, most * 3), usage, usage.input * 3)
          if (late) later.push(settle)
          else settle()
        }
        for (const settle of later) settle()
        expect(paid).toBeLessThanOrEqual(Math.max(ceiling, inVain))
        expect(ledger.spent.left).toBe(Math.max(0, ceiling - paid))
        expect(paid * 3).toBeLessThanOrEqual(Math.max(dear, inVain * 3))
        expect(ledger.spent.costLeft).toBe(Math.max(0, dear - paid * 3))
      }),
    )
  })

  test('L2: replaces a reservation by what the call cost', () => {
    const ledger = new Ledger(100)
    ledger.reserve(worst(90))
    ledger.settle(worst(90), tokens(20, 5))
    expect(ledger.spent).toEqual({
      input: 20,
      output: 5,
      estimated: false,
      left: 75,
      cost: null,
      costLeft: null,
    })
  })

  test('L3: counts the cost of failed steps against the ceiling, but not as spent by the procedure', () => {
    const ledger = new Ledger(100)
    ledger.addInVain(tokens(40, 20))
    expect(ledger.spent).toEqual({
      input: 0,
      output: 0,
      estimated: false,
      left: 40,
      cost: null,
      costLeft: null,
    })
    expect(ledger.reserve(worst(41))).toBe('tokens')
  })

  test('L1: an amount below nothing, in a journal from elsewhere, makes no room', () => {
    const ledger = new Ledger(100, 100)
    ledger.add(tokens(-500, -500), -500)
    ledger.addInVain(tokens(-500, -500), -500)
    expect(ledger.spent).toMatchObject({ input: 0, output: 0, left: 100, costLeft: 100 })
  })

  test('L1: a reservation grows with each request of a call, and is refused when it would exceed the ceiling', () => {
    const ledger = new Ledger(1000)
    const reserved = new Reservation(ledger, worst(100))
    expect(reserved.raise(worst(400))).toBeNull()
    expect(reserved.raise(worst(300))).toBeNull()
    expect(reserved.raise(worst(901))).toBe('tokens')
    expect(reserved.needs).toBe(1001)
    expect(reserved.raise(worst(900))).toBeNull()
    reserved.settle(tokens(200, 50))
    expect(ledger.spent.left).toBe(750)
  })

  test('L1: a reservation grows in money as it does in tokens, each by itself, and nothing is set aside for what is refused', () => {
    const ledger = new Ledger(1000, 500)
    const reserved = new Reservation(ledger, worst(0, 50))
    expect(reserved.raise(worst(400, 100))).toBeNull()
    expect(reserved.raise(worst(300, 450))).toBeNull()
    expect(reserved.raise(worst(500, 451))).toBe('cost')
    expect(ledger.spent).toMatchObject({ left: 600, costLeft: 50 })
    expect(reserved.raise(worst(1001, 10))).toBe('tokens')
    reserved.settle(tokens(200, 50), 120)
    expect(ledger.spent).toMatchObject({ left: 750, costLeft: 380 })
  })

  test('without a ceiling nothing is refused, and what was spent is still counted', () => {
    const ledger = new Ledger(null)
    expect(ledger.reserve(worst(Number.MAX_SAFE_INTEGER, 1))).toBeNull()
    ledger.settle(worst(1), tokens(3, 4, true))
    expect(ledger.spent).toEqual({
      input: 3,
      output: 4,
      estimated: true,
      left: null,
      cost: null,
      costLeft: null,
    })
  })

  test('L1: a limit on money is kept beside one on tokens, with what must stay free, and says that it was the one', () => {
    const ledger = new Ledger(1000, 500)
    expect(ledger.reserve(worst(100, 300))).toBeNull()
    expect(ledger.reserve(worst(100, 201))).toBe('cost')
    expect(ledger.reserve(worst(100, 150), worst(0, 51))).toBe('cost')
    expect(ledger.reserve(worst(901, 0))).toBe('tokens')
    ledger.settle(worst(100, 300), tokens(50, 10), 120)
    expect(ledger.spent).toMatchObject({ left: 940, costLeft: 380 })
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
    expect(counted({ ...tokens(1, 2), cached: -1, written: Number.NaN })).toMatchObject({
      cached: 0,
      written: 0,
    })
  })
})
