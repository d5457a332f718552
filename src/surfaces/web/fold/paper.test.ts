// Documents of every kind as blocks.

import { expect, test } from 'vitest'
import { blocksOf } from './paper.js'

const words = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(words).join('')
    : typeof value === 'object' && value !== null
      ? 'text' in value
        ? String(value.text)
        : Object.values(value).map(words).join('')
      : ''

test('Markdown is read without its front matter', () => {
  const [first] = blocksOf('a.md', '---\ntitle: A\n---\n\n# Tide\n')
  expect(first).toMatchObject({ kind: 'heading', rank: 1 })
})

test('a CSV file is one table: quotes hold commas, line feeds and quotes, a short row is filled up, an empty one is none', () => {
  const [table] = blocksOf('m.csv', 'FR,AC,Source\r\n"a, ""b""\nc",2\n,,\nd,e,f\n')
  expect(table).toMatchObject({ kind: 'table' })
  const { head, rows } = table as unknown as { head: unknown[]; rows: unknown[][] }
  expect(head.map(words)).toEqual(['FR', 'AC', 'Source'])
  expect(rows.map((row) => row.map(words))).toEqual([
    ['a, "b"\nc', '2', ''],
    ['d', 'e', 'f'],
  ])
  expect(blocksOf('m.csv', '')).toEqual([])
})

test('stories stand under their names with their fields; other JSON by its fields; what is none as it is', () => {
  const story = { id: 'US-001', title: 'Stop', priority: 'Must Have', traces: ['FR-001', 'FR-002'] }
  const [heading, list] = blocksOf('user-stories.json', JSON.stringify([story]))
  expect(heading).toMatchObject({ kind: 'heading', rank: 2 })
  expect(words(heading)).toBe('US-001: Stop')
  expect(words(list)).toBe('priority: Must Havetraces: FR-001; FR-002')
  expect(words(blocksOf('meta.json', '{"a_b":{"c":1},"n":null}'))).toBe('a b: {"c":1}n: null')
  expect(blocksOf('x.json', '{broken')).toEqual([{ kind: 'plain', text: '{broken' }])
})
