// What is new in a document since the person last looked.

import { expect, test } from 'vitest'
import { asRead, changesIn, type Looked, lookedAt, passage, passagesOf, readLooked } from './changes.js'
import { blocksOf } from './paper.js'

const passages = (text: string) => passagesOf(blocksOf('spec.md', text))
const first = '# Spec\n\n**Status**: Draft\n\n## Needs\n\n- One\n- Two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n'

test('a document that is seen for the first time has nothing new in it', () => {
  const looked = lookedAt(null, 4, passages(first))
  expect(changesIn(looked)).toEqual({ fresh: new Set(), gone: 0 })
})

test('an item, a row or a paragraph that was not there is new, until the person has read it', () => {
  const before = lookedAt(null, 4, passages(first))
  const now = passages(`${first.replace('- Two', '- Two\n- Three')}| 3 | 4 |\n\nA word more.\n`)
  const looked = lookedAt(before, 9, now)
  expect(changesIn(looked).fresh.size).toBe(3)
  expect(changesIn(looked).gone).toBe(0)
  // A reload of the same page, or a line of the journal that changes nothing, leaves the marks.
  expect(changesIn(lookedAt(looked, 11, now)).fresh.size).toBe(3)
  expect(changesIn(asRead(looked)).fresh.size).toBe(0)
})

test('what is there no more is counted, and a passage that changed is both', () => {
  const before = lookedAt(null, 4, passages(first))
  const { fresh, gone } = changesIn(
    lookedAt(before, 9, passages(first.replace('- One\n', '').replace('Two', '2'))),
  )
  expect({ fresh: fresh.size, gone }).toEqual({ fresh: 1, gone: 2 })
})

test('a header, which is new with each write, marks nothing', () => {
  const before = lookedAt(null, 4, passages(first))
  expect(changesIn(lookedAt(before, 9, passages(first.replace('Draft', 'Complete')))).fresh.size).toBe(0)
})

test.each(['', 'null', '{"line":1.5,"now":[],"before":[]}', '{"line":1,"now":[2],"before":[]}', '[]'])(
  'what the browser kept as %j counts as nothing',
  (text) => {
    expect(readLooked(text)).toBeNull()
  },
)

test('what the browser kept is read again', () => {
  const looked: Looked = { line: 3, now: [passage('a')], before: [] }
  expect(readLooked(JSON.stringify(looked))).toEqual(looked)
})
