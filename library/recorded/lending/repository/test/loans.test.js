import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueOn, extend, lend, takeBack } from '../src/loans.js'

const shop = () => ({
  members: [],
  tools: [{ id: 'drill', kind: 'power' }, { id: 'saw', kind: 'hand' }],
  loans: [],
  reservations: [],
  calls: [],
})

test('a hand tool is due after fourteen days', () => {
  const at = shop()
  assert.equal(dueOn(at, lend(at, { tool: 'saw', member: 1, on: '2026-10-06' })), '2026-10-20')
})

test('an extension doubles the time, once', () => {
  const at = shop()
  const loan = lend(at, { tool: 'drill', member: 1, on: '2026-10-03' })
  extend(loan)
  assert.equal(dueOn(at, loan), '2026-10-23')
  assert.throws(() => extend(loan), /already/)
})

test('a tool that is four days late costs two', () => {
  const at = shop()
  const loan = lend(at, { tool: 'saw', member: 1, on: '2026-10-06' })
  assert.equal(takeBack(at, loan, '2026-10-24'), 200)
})
