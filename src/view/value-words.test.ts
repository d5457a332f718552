// What a seat does with a tool, in words.

import { expect, test } from 'vitest'
import { toolWords } from './value-words.js'

test('every tool of parley that a seat uses is told in words, any other by its name', () => {
  const told = [
    ['read_file', { path: 'src/queue.js', lines: '1-20' }],
    ['fetch_url', { url: 'https://example.org' }],
    ['web_search', { query: 'outbox pattern' }],
    ['write_artifact', { path: 'specs/list.md', body: '# List' }],
    ['propose_followup', { reason: 'Ask the office' }],
    ['record_decision', { question: 'When?', decision: 'At eight.', reasoning: 'They open at nine.' }],
    ['edit_memory', { scope: 'project', section: 'Lists', operation: 'append', content: 'x' }],
    ['their_own', { title: 'x' }],
    ['read_file', { wrong: 1 }],
  ] as const
  expect(told.map(([name, input]) => toolWords(name, input))).toEqual([
    'reads src/queue.js, lines 1-20',
    'opens https://example.org',
    'searches the web for \u201coutbox pattern\u201d',
    'writes specs/list.md',
    'asks for another talk: Ask the office',
    'records the decision: At eight.',
    'changes the memory project',
    'their_own: title: x',
    'read_file: wrong: 1',
  ])
})

test('arguments of a tool that are no JSON are not shown; the name of the tool is', () => {
  expect(toolWords('read_file', "{path: '../../etc/passwd'")).toBe('read_file')
  expect(toolWords('grep', { pattern: 'tide' })).toBe('grep: pattern: tide')
  expect(toolWords('read_file', { path: 'plan.md' })).toBe('reads plan.md')
})
