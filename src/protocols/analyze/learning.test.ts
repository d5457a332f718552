// What a reply does to the tracker before anything is learned from it.

import { expect, test } from 'vitest'
import type { Analysis } from './analysis.js'
import { topics } from './fixtures.suite.js'
import { trackerAfterReply } from './learning.js'
import { emptyTracker } from './rules/coverage.js'

test('what the person has just agreed to is theirs before the turn that answers it; a reply that is no agreement changes nothing', () => {
  const after = (reply: string, kind: 'open' | 'confirm') =>
    trackerAfterReply({
      lastQuestion: { text: 'Is support hurt?', kind, targets: ['PD-1', 'RD-1'] },
      messages: [reply],
      exchange: 2,
      input: { topics },
      tracker: emptyTracker,
    } as unknown as Analysis)
  const agreed = after('yes', 'confirm')
  expect(agreed.claimed.get('PD-1')).toEqual({ source: 'user', evidence: [{ ref: 'u1' }] })
  expect([...agreed.confirmed]).toEqual([['RD-1', 2]])
  expect(after('yes', 'open')).toBe(emptyTracker)
  expect(after('yes, but at night only', 'confirm')).toBe(emptyTracker)
})
