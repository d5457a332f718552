import { expect, test } from 'vitest'
import { byAge, byLastChange, empty } from './summary.js'

test('the meeting that ended last comes first among concluded ones, although another was opened later', () => {
  const [first, second] = [
    { ...empty, id: 'first', openedAt: '2026-03-16T10:00:00Z', updatedAt: '2026-03-18T10:00:00Z' },
    { ...empty, id: 'second', openedAt: '2026-03-17T10:00:00Z', updatedAt: '2026-03-17T11:00:00Z' },
  ]
  expect([second, first].toSorted(byLastChange)).toEqual([first, second])
  expect([first, second].toSorted(byAge)).toEqual([second, first])
})
