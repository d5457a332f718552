// Retries: how long a turn waits for a server that asks to be left alone.

import { expect, test } from 'vitest'
import { BackendFailed } from '../errors.js'
import { Retries } from './retries.js'

const day = 86_400_000
const limited = (retryAfterMs: number) => new BackendFailed('rate-limited', 'too many', { retryAfterMs })

test('nobody waits longer than five minutes, however much time the turn has', () => {
  const retries = () => new Retries(day, () => 0)
  expect(retries().after(limited(300_000))).toEqual({ again: true, waitMs: 300_000, attempt: 2 })
  expect(retries().after(limited(300_001))).toMatchObject({ again: false })
  expect(retries().after(limited(99_999_999_999_000))).toMatchObject({
    again: false,
    reason: expect.stringContaining('it says to come back in'),
  })
})

test('a turn never waits longer than it may still take', () => {
  expect(new Retries(10_000, () => 4_000).after(limited(7_000))).toMatchObject({ again: false })
  expect(new Retries(10_000, () => 4_000).after(limited(6_000))).toMatchObject({ again: true, waitMs: 6_000 })
})
