// How a dissent is told in one line: where it was said, against what, and how it ended.

import { expect, test } from 'vitest'
import { endingWords } from './told-dissents.js'

test.each(['the order', 'against the order'])(
  'what a dissent is against is told once, also of "%s"',
  (against) => {
    const told = endingWords({ id: 'D1', where: 'round 1', against, end: null })
    expect(told).toBe('D1, round 1, against the order. It stands.')
  },
)
