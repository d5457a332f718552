// Drafts as fields: what is read is what is written again, whatever stands in it; a fault is at its field.

import { expect, test } from 'vitest'
import { parseDrafts } from '../../../text/action-items.js'
import { faultPlace, fieldsText, readFields, withoutEmpty } from './draft-fields.js'

const items = [
  '- type: follow-up',
  '  key: A1',
  '  priority: high',
  '  assignee: "Theo"',
  '  context_for_target: "Measure: the \\"font\\" # twice"',
  '  acceptance: ""',
].join('\n')

test('the fields of a draft are written again as the same draft, and what is put into one cannot be structure', async () => {
  const read = await readFields(items)
  expect(read?.entries[0]).toMatchObject({ type: 'follow-up', assignee: 'Theo', acceptance: '' })
  const changed = fieldsText({
    list: true,
    entries: [{ ...read!.entries[0], assignee: 'Vera"\n- type: adr' }],
  })
  const { drafts, unknownKeys } = parseDrafts(changed)
  expect(unknownKeys).toEqual([])
  expect(drafts).toHaveLength(1)
  expect(drafts[0]).toMatchObject({ type: 'follow-up', context_for_target: 'Measure: the "font" # twice' })
  const notes = 'summary: |\n  Two\n  lines\ndecisions:\n  - one\nrisks:\n'
  expect(await readFields(fieldsText((await readFields(notes))!))).toEqual({
    list: false,
    entries: [{ summary: 'Two\nlines\n', decisions: ['one'], risks: [] }],
  })
})

test('a field that was added to a list stays while nothing is in it, and is left out of what is sent', async () => {
  const begun = { list: false, entries: [{ decided: ['one', ''], risks: [''], summary: '' }] }
  expect(await readFields(fieldsText(begun))).toEqual(begun)
  expect(withoutEmpty(begun)).toEqual({
    list: false,
    entries: [{ decided: ['one'], risks: [], summary: '' }],
  })
})

test('what is no YAML, or has more than texts and lists in it, has no fields', async () => {
  for (const text of ['summary: "open', 'closing:\n  a:\n    b: c', 'words'])
    expect(await readFields(text)).toBeNull()
})

test('a fault is found at the field that the draft marks', () => {
  const draft = items.replace('  priority', '# parley: unknown priority\n  priority')
  expect(faultPlace({ draft, fault: 'unknown priority' })).toMatchObject({ entry: 0, name: 'priority' })
  expect(faultPlace({ draft: items })).toBeNull()
})
