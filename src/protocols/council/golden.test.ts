// Pin: a journal of a work session as version 1 wrote it, gone on with from its last lines. That all golden journals are replayed is
// in the suite of protocols; this one needs a worktree to commit in, which only a world in memory has.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hold } from '../../kernel/hold.js'
import type { Line } from '../../kernel/line.js'
import { journalOf } from '../../kernel/memory-journals.suite.js'
import type { Protocol } from '../../kernel/protocol.js'
import { unseal } from '../../kernel/seal.js'
import { depsOf, fakeWorkspace } from './harness.suite.js'
import { work } from './work.js'

function golden() {
  const text = (file: string) =>
    readFileSync(new URL(`../../../test/journals/council.work/v1/${file}`, import.meta.url), 'utf8')
  const lines: Line[] = []
  for (const line of text('journal.jsonl').split('\n').slice(0, -1)) {
    lines.push(unseal(line, lines.length + 1, lines.at(-1)?.hash ?? ''))
  }
  const at = fakeWorkspace(JSON.parse(text('documents.json')) as Record<string, string>)
  const silent = depsOf(at, [], [], {}, [], {
    backendFor: async () => {
      throw new Error('a recorded session asked for a voice')
    },
  })
  return { lines, silent, at }
}

test('the golden journal of a work session goes on from any line of its finish to the same documents', async () => {
  const { lines } = golden()
  const finish = lines.findIndex(({ key, kind }) => kind === 'acted' && key === 'finish/act:clock')
  expect(finish).toBeGreaterThan(0)
  for (let kept = finish; kept < lines.length; kept++) {
    const { silent, at } = golden()
    const left = new Map(at.files)
    at.files.delete([...left.keys()].find((path) => path.endsWith('.scratch.md'))!)
    expect(await hold(journalOf(lines.slice(0, kept)), work as Protocol, silent)).toMatchObject({
      kind: 'concluded',
    })
    for (const [path, text] of left) if (!path.endsWith('.scratch.md')) expect(at.files.get(path)).toBe(text)
  }
})
