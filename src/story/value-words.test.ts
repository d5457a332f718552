// What a seat does with a tool, in words.

import { expect, test } from 'vitest'
import { toolWords } from './value-words.js'

test.each([
  ['read_file', { path: 'src/a.ts', lines: '1-9' }, 'reads src/a.ts, lines 1-9'],
  ['fetch_url', { url: 'https://x.test/' }, 'opens https://x.test/'],
  ['web_search', { query: 'tides' }, 'searches the web for \u201ctides\u201d'],
  ['write_artifact', { path: 'specs/gate.md', body: '# Gate' }, 'writes specs/gate.md'],
  [
    'record_decision',
    { question: 'When?', decision: 'At noon.', reasoning: 'Tide.' },
    'records the decision: At noon.',
  ],
  ['propose_followup', { reason: 'The north' }, 'asks for another talk: The north'],
  ['lookup_ship', { name: 'Ada' }, 'lookup_ship: name: Ada'],
  ['read_file', { wrong: 1 }, 'read_file: wrong: 1'],
])('%s is told in words where it is a tool of our own and its input is as expected', (name, input, words) => {
  expect(toolWords(name, input)).toBe(words)
})
