// Led meetings: whose calls are whose.

import { expect, test } from 'vitest'
import { LedMeetings } from './led.js'

test('LED1: seats wait only in a meeting that a host leads here, and each project has calls of its own', () => {
  const led = new LedMeetings()
  const [one, other] = [
    { project: 'harbour', id: 'm' },
    { project: 'quay', id: 'm' },
  ]
  expect(led.callsOf(one)).toBeUndefined()
  led.lead(one)
  expect(led.callsOf(one)).toBe(led.of('harbour'))
  expect(led.callsOf(other)).toBeUndefined()
  led.lead(other)
  expect(led.callsOf(other)).not.toBe(led.callsOf(one))
  led.leave(one)
  expect(led.callsOf(one)).toBeUndefined()
})
