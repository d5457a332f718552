import { expect, test } from 'vitest'
import { markCited } from './cited.js'

const many = 300_000

test('a paragraph of very many words and marks is searched for what it cites', () => {
  const inlines = Array.from({ length: many }, () => ({ kind: 'text', text: 'a' }) as const)
  const cited = [{ ref: 'docs/tide.md:3', path: 'docs/tide.md', state: 'verified', reason: '', sha256: null }]
  expect(markCited(inlines, cited as never)).toHaveLength(many)
})
