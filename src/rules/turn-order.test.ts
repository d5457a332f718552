// Turn order: the numbers of turns of any two seats differ by at most one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { speakerAt, turnOrder } from './turn-order.js'

describe('turn order', () => {
  test('each cycle is the invite order', () => {
    const seats = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(seats, fc.nat(40), (invitees, turns) => {
        const order = turnOrder(invitees, turns)
        expect(order).toHaveLength(turns)
        order.forEach((speaker, turn) => {
          expect(speaker).toBe(invitees[turn % invitees.length])
          expect(speakerAt(invitees, turn)).toBe(speaker)
        })
      }),
    )
  })
  test('with nobody invited nobody speaks', () => {
    expect(turnOrder([], 3)).toEqual([])
    expect(speakerAt([], 0)).toBeUndefined()
  })
})
