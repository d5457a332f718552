// Markdown at a terminal: what becomes of a word that is longer than a line.

import { expect, test } from 'vitest'
import type { Io } from '../../io.js'
import { setMarkdown } from './set.js'

const io = { columns: 40, env: { NO_COLOR: '1' }, terminal: { output: true } } as unknown as Io
const path = `.claude/council/sessions/${'a-long-name-'.repeat(4)}0001`
const text = `The papers are in \`${path}\`: \`assembly.md\`.`

test('a path that is longer than a line is not broken, so that it can be copied', () => {
  expect(setMarkdown(text, io, {})).toContain(`\n\`${path}\`:\n\`assembly.md\`.`)
})

test('behind a bar it is: no line of a seat may begin without the bar', () => {
  const lines = setMarkdown(text, io, { bar: '│ ' }).split('\n')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(line).toMatch(/^│ .{1,38}$/)
})
