// Sources of a chartered meeting: what preludes list, what turns and notes cite, and whether the web was there.

import { describe, expect, test } from 'vitest'
import { file, grandId, holdSmall } from './grand.suite.js'

const notesFile = `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${grandId}.md`
const files = { 'src/lock.ts': 'throw new Error("no such lock here")\n' }

const prelude = {
  call: 'research.prelude',
  value: {
    sources: [
      { kind: 'file', ref: 'src/lock.ts', lines: '1', quote: 'Error("no such lock here")' },
      { kind: 'file', ref: 'lockfile.ts', lines: '10' },
      { kind: 'url', ref: 'https://example.org/made-up', title: 'Locks' },
    ],
    known: [
      { text: 'The lock fails loudly.', source: 1 },
      { text: 'Locks are hard.', source: 3 },
    ],
  },
}
const turn = 'Does anybody mind that lockfile.ts:10 waits?'
const notes = {
  call: 'close.notes',
  value: {
    summary: 'The queue waits, lockfile.ts:10, as line 500 of `src/lock.ts` has it.',
    closing: { sections: {} },
    decisions: [],
    open_questions: [{ text: 'Who owns src/lock.ts:7?' }],
  },
}

const held = (input: object) =>
  holdSmall({
    seats: {
      ann: [prelude, turn, turn, turn],
      bo: [{ ...prelude, value: { sources: [], known: [] } }, '[pass]'],
      facilitator: [{ call: 'close.actions', value: { items: [] } }, notes],
    },
    files,
    input: { skipResearch: false, checksAll: true, maxTurns: 2, citeRoots: ['docs'], ...input },
  })

describe('a meeting that checks all that is cited', () => {
  test('lists as consulted what was there and what tools opened, and marks in the notes what is not there', async () => {
    const { root, here, said } = await held({ noWeb: true })
    const text = file(root, notesFile)
    const consulted = text.split('Sources consulted:')[1]!.split('What I know:')[0]!
    expect(consulted).toContain('src/lock.ts:1 "Error(\'no such lock here\')"\n')
    expect(consulted).toContain('lockfile.ts:10 [broken: no such file]')
    expect(consulted).not.toContain('example.org')
    expect(said).toContain('  broken: lockfile.ts:10 — no such file')
    const summary = text.split('\n## Summary\n')[1]!.split('\n## ')[0]!
    expect(summary).toContain(
      'lockfile.ts:10 [broken: no such file], as line 500 of `src/lock.ts` [broken: no such lines, the file has 1]',
    )
    expect(text).toContain('- Who owns src/lock.ts:7 [broken: no such lines, the file has 1]?')
    expect(text).toContain('web_search: disabled')
    expect(text).toMatch(/degraded: \[.*broken-citations:\d/)
    expect((await here.verify(grandId)).findings).toEqual([])
  })
  test('says that there was no web where no seat had a tool for it, whatever was allowed', async () => {
    const { root } = await held({ noWeb: false })
    expect(file(root, notesFile)).toContain('web_search: disabled')
  })
  test('does so only when it was opened like that: an older meeting keeps its steps and its notes', async () => {
    const { root, lines } = await held({ noWeb: false, checksAll: undefined })
    expect(file(root, notesFile)).toContain('web_search: enabled')
    expect(lines.some((line) => line.kind === 'acted' && line.data.name === 'check sources')).toBe(false)
  })
})
