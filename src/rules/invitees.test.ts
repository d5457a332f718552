// Invitees: what holds for every list.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Invitation, resolveInvitees } from './invitees.js'
import { MODES } from './modes.js'
import { splitNames } from './names.js'

const name = fc.constantFrom('Theo', 'Zara', 'Derek', 'Nate', 'me', 'USER', 'Ann', 'ann', 'Sable', 'nova')
const invitation: fc.Arbitrary<Invitation> = fc.record({
  mode: fc.constantFrom(...MODES),
  asked: fc.array(name, { maxLength: 8 }),
  installed: fc.array(name, { maxLength: 8 }),
  override: fc.boolean(),
  userName: fc.option(fc.constant('Ann'), { nil: undefined }),
  attendance: fc.boolean(),
})

describe('invitees', () => {
  test('agents that were asked for keep their order, and the defaults come last', () => {
    fc.assert(
      fc.property(invitation, (given) => {
        const room = resolveInvitees(given)
        const tokens = given.userName === undefined ? ['me', 'user'] : ['me', 'user', 'ann']
        const asked = given.asked.filter((entry) => !tokens.includes(entry.toLowerCase()))
        const agents = room.resolved.filter((entry) => entry !== room.userToken)
        expect(agents).toEqual([
          ...asked,
          ...room.defaultsResolved.filter((entry) => entry !== room.userToken),
        ])
      }),
    )
  })
  test('the person is in the room at most once, and only where attendance is allowed', () => {
    fc.assert(
      fc.property(invitation, (given) => {
        const { resolved, userToken, warnings } = resolveInvitees(given)
        const people = resolved.filter((entry) => ['me', 'user'].includes(entry.toLowerCase()))
        expect(people.length).toBeLessThanOrEqual(given.attendance ? 1 : 0)
        if (given.attendance)
          expect(warnings.filter((line) => line.includes('resolves to the user'))).toEqual([])
        else expect(userToken).toBeUndefined()
      }),
    )
  })
  test('every default is either installed or missing, unless the list stands alone', () => {
    fc.assert(
      fc.property(invitation, (given) => {
        const room = resolveInvitees(given)
        if (given.override) expect([room.missing, room.defaultsResolved]).toEqual([[], []])
        else {
          for (const one of given.mode.defaultInvitees) {
            expect(room.missing.includes(one)).toBe(!given.installed.includes(one))
            expect(room.resolved.includes(one) || room.missing.includes(one)).toBe(true)
          }
        }
      }),
    )
  })
  test('a typed list keeps order and case, and loses what is blank', () => {
    expect(splitNames(' a ,,B,\t, c d ,')).toEqual(['a', 'B', 'c d'])
  })
})
