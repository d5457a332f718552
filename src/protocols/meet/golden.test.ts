// Pins: a journal of a chartered meeting as version 1 wrote it. When this goes red, meetings that people hold today can no longer
// be resumed or verified. Do not mend the journal: mend the code, or raise the version and add a second golden journal.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Line } from '../../kernel/line.js'
import { unseal } from '../../kernel/seal.js'
import { type Company, parley } from '../../parley.js'
import { file, grandId } from './grand.suite.js'

const text = (name: string) =>
  readFileSync(new URL(`../../../test/journals/meet/v1/${name}`, import.meta.url), 'utf8')
const journal = text('journal.jsonl').split('\n').slice(0, -1)
const documents = JSON.parse(text('documents.json')) as Record<string, string>

/** A workspace with this much of the journal, and no script: whoever calls a voice fails. */
function workspace(kept: number, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-golden-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const lines = journal.slice(0, kept).map((line) => `${line}\n`)
  const all = { ...files, [`.parley/meetings/${grandId}/journal.jsonl`]: lines.join('') }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

const silent: Company = {
  answer: async ({ id }) => expect.fail(`asked again: ${id}`),
  observe: () => {},
  signal: new AbortController().signal,
}

describe('the golden journal of meet', () => {
  test('is replayed without a voice, and renders the documents that were left', async () => {
    const house = parley(workspace(journal.length, documents))
    expect(await house.verify(grandId)).toMatchObject({ findings: [], lines: journal.length })
  })

  test('goes on from any line of SAVE to the same documents, with nothing asked and nobody called', async () => {
    const lines: Line[] = []
    for (const line of journal) lines.push(unseal(line, lines.length + 1, lines.at(-1)?.hash ?? ''))
    const save = lines.findIndex(({ kind, data }) => kind === 'phase' && data.name === 'SAVE')
    const stamped = lines.findIndex(({ key }, at) => at > save && /now$/.test(key))
    expect(stamped).toBeGreaterThan(save)
    for (let kept = stamped + 1; kept < lines.length; kept++) {
      const wrote = lines.slice(0, kept).flatMap(({ kind, data }) => (kind === 'wrote' ? [data.path] : []))
      const there = Object.entries(documents).filter(
        ([path]) => path.startsWith('docs/') || wrote.includes(path),
      )
      const root = workspace(kept, Object.fromEntries(there))
      expect(await parley(root).hold(grandId, silent)).toMatchObject({ kind: 'concluded' })
      for (const [path, content] of Object.entries(documents)) expect(file(root, path)).toBe(content)
    }
  })
})
