// Which ticked boxes are no edit of a document.

import { expect, test } from 'vitest'
import { untickedRecord } from './record-reading.js'

const record =
  '# Record\n\n## Decision\n- [x] Kept\n\n## Follow-ups\n- [x] Write it (owner: ann)\n- [ ] Read it\n\n## Memory\n- [x] No\n'

test('a ticked follow-up of a record is none; a box elsewhere in it, or in another document, is', () => {
  expect(untickedRecord('.council/records/a.md', record)).toBe(record.replace('[x] Write', '[ ] Write'))
  for (const path of ['.council/memory/a.md', '.council/records/a.scratch.md', 'docs/prd.md'])
    expect(untickedRecord(path, record)).toBe(record)
})
