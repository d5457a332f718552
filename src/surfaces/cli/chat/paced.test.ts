// Voices of one turn, one after the other.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Paced } from './paced.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first voice is there at once, each other after a pause, and what follows after the last', async () => {
  const seen: string[] = []
  const paced = new Paced((text) => seen.push(text), 400)
  for (const name of ['Maya', 'Alex', 'Jordan']) paced.voice(name)
  paced.out('wrote quick-scan.md')
  let isHeard = false
  void paced.heard().then(() => {
    isHeard = true
  })
  expect(seen).toEqual(['Maya'])
  await vi.advanceTimersByTimeAsync(400)
  expect(seen).toEqual(['Maya', 'Alex'])
  expect(isHeard).toBe(false)
  await vi.advanceTimersByTimeAsync(400)
  expect(seen).toEqual(['Maya', 'Alex', 'Jordan', 'wrote quick-scan.md'])
  expect(isHeard).toBe(true)
})

test('a line that follows on a single voice does not wait, and the next turn keeps its distance', async () => {
  const seen: string[] = []
  const paced = new Paced((text) => seen.push(text), 400)
  paced.voice('Maya')
  paced.out('a notice')
  expect(seen).toEqual(['Maya', 'a notice'])
  paced.voice('Alex')
  paced.out('another')
  expect(seen).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(400)
  expect(seen).toEqual(['Maya', 'a notice', 'Alex', 'another'])
  await paced.heard()
})

test('at the end nothing is held back, and without a pause nothing waits', () => {
  const seen: string[] = []
  const paced = new Paced((text) => seen.push(text), 400)
  for (const name of ['Maya', 'Alex', 'Jordan']) paced.voice(name)
  paced.flush()
  paced.out('the end')
  expect(seen).toEqual(['Maya', 'Alex', 'Jordan', 'the end'])
  const piped: string[] = []
  const plain = new Paced((text) => piped.push(text), 0)
  for (const name of ['Maya', 'Alex']) plain.voice(name)
  expect(piped).toEqual(['Maya', 'Alex'])
})
