// Pins: a journal of each session as version 1 wrote it. When one goes red, sessions that people hold today can no longer be
// resumed or verified. Do not mend the journals: mend the code, or raise the version and add a second golden journal.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hold } from '../../kernel/hold.js'
import type { Line } from '../../kernel/line.js'
import { journalOf } from '../../kernel/memory-journals.suite.js'
import type { Protocol } from '../../kernel/protocol.js'
import { unseal } from '../../kernel/seal.js'
import { verify } from '../../kernel/verify.js'
import { depsOf, fakeWorkspace } from './harness.suite.js'
import { meeting } from './meeting.js'
import { work } from './work.js'

function golden(name: string) {
  const text = (file: string) =>
    readFileSync(new URL(`../../../test/journals/${name}/v1/${file}`, import.meta.url), 'utf8')
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

describe.each([
  ['council.meeting', meeting],
  ['council.work', work],
])('the golden journal of %s', (name, protocol) => {
  test('is replayed without a voice, and renders the documents that were left', async () => {
    const { lines, silent } = golden(name)
    const found = await verify(journalOf(lines), protocol as Protocol, silent)
    expect(found).toMatchObject({ findings: [], lines: lines.length })
  })
  test('goes on from any line of the finish to the same documents', async () => {
    const { lines } = golden(name)
    const finish = lines.findIndex(({ key, kind }) => kind === 'acted' && key === 'finish/act:clock')
    for (let kept = finish; kept < lines.length; kept++) {
      const { silent, at } = golden(name)
      const left = new Map(at.files)
      at.files.delete([...left.keys()].find((path) => path.endsWith('.scratch.md'))!)
      expect(await hold(journalOf(lines.slice(0, kept)), protocol as Protocol, silent)).toMatchObject({
        kind: 'concluded',
      })
      for (const [path, text] of left)
        if (!path.endsWith('.scratch.md')) expect(at.files.get(path)).toBe(text)
    }
  })
})
