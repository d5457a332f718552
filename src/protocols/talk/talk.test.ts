// The pure parts of a talk: what order a reply is told in, and what is read out of notes.

import { describe, expect, test } from 'vitest'
import { readNotes } from './notes.js'
import { whatIsLeft } from './questions.js'
import { piecesOf } from './turn.js'

const use = (id: string, at?: number) => ({
  id,
  name: 'read_artifact',
  input: {},
  ok: true,
  output: id,
  ...(at === undefined ? {} : { at }),
})

describe('pieces of a reply', () => {
  test('words and tools stand in the order in which they happened', () => {
    const text = 'Let me look.\n\nNow I know.'
    expect(piecesOf(text, [use('a', 12), use('b', 12), use('c', text.length)])).toEqual([
      { kind: 'text', text: 'Let me look.' },
      { kind: 'tool', name: 'read_artifact', id: 'a', output: 'a' },
      { kind: 'tool', name: 'read_artifact', id: 'b', output: 'b' },
      { kind: 'text', text: 'Now I know.' },
      { kind: 'tool', name: 'read_artifact', id: 'c', output: 'c' },
    ])
  })

  test('where the order is not known, tools come before the words that they led to', () => {
    expect(piecesOf('Known.', [use('a')]).map(({ kind }) => kind)).toEqual(['tool', 'text'])
  })

  test('a reply without words has none', () => {
    expect(piecesOf('  ', [])).toEqual([])
  })
})

describe('reading notes', () => {
  test('the first paragraph is the summary, and a heading of their own is dropped', () => {
    expect(readNotes('## Notes\n\nLRU won.\n\nTTL lost.')).toEqual({
      text: 'LRU won.\n\nTTL lost.',
      summary: 'LRU won.',
      items: [],
    })
  })

  test('open items are read from under their heading, whatever its level and their bullets', () => {
    const text = 'Won.\n\n### Open items\n\n- one\n* [ ] two\n3. three\n\n### Else\n\n- no item'
    expect(readNotes(text).items).toEqual(['one', 'two', 'three'])
    expect(readNotes('Won.\n\n## Open items\n\n- None.').items).toEqual([])
  })

  test('notes that are only a list or a heading still have a summary', () => {
    expect(readNotes('- one\n- two').summary).toBe('- one\n- two')
    expect(readNotes('# Title\n\nThe point.').summary).toBe('The point.')
  })
})

describe('what is left after a close', () => {
  test('is one question that names it all, and can be left so', () => {
    const merge = {
      branch: 'claude/meeting/x',
      cause: 'both sides changed the same files',
      files: ['src/a.ts'],
    }
    const left = { items: ['Measure it'], notes: 'logged out', merge }
    const question = whatIsLeft(left)
    expect(question.options.map(({ key }) => key)).toEqual(['notes', 'merge', 'settled', 'item-1', 'done'])
    for (const named of ['logged out', 'claude/meeting/x', 'src/a.ts', 'Measure it'])
      expect(question.body).toContain(named)
    expect(question.default).toBe('done')
  })
})
