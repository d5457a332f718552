import { expect, test } from 'vitest'
import type { HeldUntil } from '../../../parley.js'
import { nothingTold } from '../../../view/outcome.js'
import { plainTelling } from '../../../view/plain.js'
import { type Story, untold } from '../../../view/story.js'
import type { Args } from '../command.js'
import { fakeIo } from '../fake-io.suite.js'
import { endingText } from './ending.js'
import { asWritten } from './markdown-screen.js'
import { outcomeText } from './outcome.js'
import { paint } from './paint.js'

const io = fakeIo({
  columns: 60,
  terminal: { input: false, output: true, error: false },
  env: { NO_COLOR: '1' },
})
const look = { colour: paint(io, 'output'), markdown: asWritten, columns: 60, io }
const args: Args = {
  operand: () => undefined,
  required: () => '',
  value: () => undefined,
  values: () => [],
  has: () => false,
  spoken: [],
}

test('a spent ceiling is named with the flag that raises it, and the command goes on with one that will do; with twice as much where nobody knows', () => {
  const halted = (line: string): HeldUntil =>
    ({ kind: 'halted', line, summary: { turns: 1, input: 0, output: 0 } }) as unknown as HeldUntil
  const shown = (line: string, more: Partial<Story> = {}) =>
    endingText(
      halted(line),
      { id: 'm', args, io },
      { telling: plainTelling, story: { ...untold, ceiling: 900, ...more } },
      asWritten,
    )
  expect(shown('HALT x: full; resume with a higher --token-ceiling')).toContain(
    'Go on with a higher ceiling:\n  parley resume m --token-ceiling 1800\n',
  )
  expect(shown('HALT x: full; resume with a higher --cost-ceiling')).toContain(
    'resume m --cost-ceiling DOLLARS\n',
  )
  const flat = (text: string) => text.replace(/\s+/g, ' ')
  expect(flat(shown('HALT x: full; resume with a higher --token-ceiling', { lacked: 31_250 }))).toContain(
    'The next call needs 31,250 tokens. Go on with a higher ceiling: parley resume m --token-ceiling 32000 ',
  )
  expect(shown('HALT x: gate design failed')).toContain(
    'When that is fixed, go on with:\n  parley resume m\n',
  )
})

test('a question that a person was just asked at this terminal is not told twice, only how to answer it later', () => {
  const question = { id: 'round', title: 'Where next?', body: 'A table', options: [] }
  const waiting = { kind: 'waiting', question, summary: { turns: 1, input: 0, output: 0, questions: [] } }
  const shown = (input: boolean) =>
    endingText(
      waiting as unknown as HeldUntil,
      { id: 'm', args, io: { ...io, terminal: { ...io.terminal, input } } },
      { telling: plainTelling, story: untold },
      asWritten,
    )
  expect(shown(false)).toContain('A table')
  expect(shown(true)).toMatch(/Waiting for you: Where next\?\n[\s\S]*Answer with:/)
  expect(shown(true)).not.toContain('A table')
})

test('files that do not fit behind their names stand under their folder, and no path is broken', () => {
  const folder = '.claude/council/sessions/import-trees-from-the-nursery-20261118/'
  const facts = [
    { label: 'PRD', value: `${folder}prd.md` },
    { label: 'Design', value: `${folder}design.md` },
    { label: 'Branch', value: 'main' },
  ]
  expect(outcomeText({ ...nothingTold, facts }, [], look)).toContain(
    `In ${folder}\n  PRD     prd.md\n  Design  design.md\nBranch: main\n`,
  )
  const wide = { ...look, columns: Number.POSITIVE_INFINITY }
  expect(outcomeText({ ...nothingTold, facts }, [], wide)).toContain(`PRD: ${folder}prd.md\n`)
})
