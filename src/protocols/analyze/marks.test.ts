import { expect, test } from 'vitest'
import { markWords } from './marks.js'
import { telling } from './telling.js'

const marks = [
  ...['capped', 'ceiling', 'early-exit', 'persona:system-designer', 'team:business-analyst'],
  ...['topics:2-skipped', 'scan-partial', 'scan-none', 'unconfirmed-scope', 'turns-salvaged:3'],
  ...[
    'unvalidated:module-design.md',
    'write-failed:data-flow.md',
    'edited:interface-spec.md',
    'known-issues:4',
  ],
]

test('every mark is told in words in the outcome, all but a count that grows as it comes too, and none as it is recorded', () => {
  const words = marks.map(markWords)
  expect(new Set(words).size).toBe(marks.length)
  for (const [at, mark] of marks.entries()) {
    expect(words[at]?.length).toBeGreaterThan(mark.length)
    const asItComes = mark.startsWith('turns-salvaged:') ? [] : [words[at]]
    expect(telling.degraded?.('degraded', { what: mark })).toEqual(asItComes)
  }
  const outcome = { status: 'accepted', slug: 'x', folder: 'docs/x', domains: [], degraded: marks }
  expect(telling.tell(outcome)?.degraded).toEqual(words)
})
