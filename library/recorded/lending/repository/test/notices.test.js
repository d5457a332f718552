import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellHeld } from '../src/notices.js'
import { hold, isWaitedFor, reserve } from '../src/reservations.js'

const shop = () => ({
  members: [{ id: 1, name: 'Ada', email: 'ada@example.com' }, { id: 2, name: 'Bo', phone: '0100 22' }],
  reservations: [],
  calls: [],
})

test('a tool is held until an open day, for whoever waited longest', () => {
  const at = shop()
  for (const member of [2, 1]) reserve(at, { tool: 'drill', member, on: '2026-10-03' })
  assert.deepEqual(hold(at, 'drill', '2026-10-06').member, 2)
  assert.equal(at.reservations[0].heldUntil, '2026-10-13')
  assert.ok(isWaitedFor(at, 'drill'))
})

test('a member is told by mail, or else is on the list of calls', () => {
  const at = shop()
  const mails = []
  for (const member of [1, 2]) tellHeld(at, { tool: 'drill', member, heldUntil: '2026-10-13' }, (mail) => mails.push(mail))
  assert.deepEqual(mails.map(({ to }) => to), ['ada@example.com'])
  assert.deepEqual(at.calls.map(({ phone }) => phone), ['0100 22'])
})
