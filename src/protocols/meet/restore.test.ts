// A chartered meeting that goes on in a fresh workspace, where none of its documents are, leaves all of them all the same.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Line } from '../../kernel/line.js'
import { type Company, parley } from '../../parley.js'
import { byScript, grandId, holdSmall, smallCompany, workspace } from './grand.suite.js'

const memory = { constraints: [], sources: [], tags: ['cache'] }
const item = {
  key: 'A1',
  type: 'new-story',
  assignee: 'Ann',
  context_for_target: 'Build it',
  turns: [1],
  pins: ['SP-1'],
}
const notes = { summary: 'LRU.', closing: { sections: {} }, decisions: [], open_questions: [] }

/** Leaves one document of every kind. */
const small = {
  seats: {
    ann: [
      "Use it [inference]\n[decision] Use LRU\n[pin] the policy\n```ts\nexport const policy = 'lru'\n```",
      { call: 'close.memory', value: { decided: ['Use LRU'], open_items: [], ...memory } },
    ],
    bo: ['Is it so?', { call: 'close.memory', value: { decided: [], open_items: ['A1'], ...memory } }],
    facilitator: [
      { call: 'close.actions', value: { items: [{ acceptance: 'It evicts', ...item }] } },
      { call: 'close.notes', value: notes },
    ],
  },
  answers: [{ to: 'scratchpad.SP-1', choose: 'extract' }],
  input: { maxTurns: 2 },
}

test('resumed without its documents at every line of its journal, it has every document in the end', {
  timeout: 300_000,
}, async () => {
  const whole = await holdSmall(small)
  expect(whole.ending).toMatchObject({ kind: 'concluded' })
  const texts = readFileSync(journalIn(whole.root), 'utf8').split('\n')
  const documents = documentsIn(whole.root)
  expect(kindsIn(documents)).toEqual([
    'action-items',
    'decisions',
    'meeting-notes',
    'meeting-scratchpad',
    'meeting-sessions',
  ])
  for (let kept = 1; kept <= whole.lines.length; kept++) {
    const root = workspace()
    cpSync(join(whole.root, 'script.yaml'), join(root, 'script.yaml'))
    mkdirSync(dirname(journalIn(root)), { recursive: true })
    writeFileSync(journalIn(root), `${texts.slice(0, kept).join('\n')}\n`)
    const house = parley(root)
    const company = await answeringAfter(root, whole.lines.slice(0, kept))
    expect(await house.hold(grandId, company)).toMatchObject({ kind: 'concluded' })
    expect(documentsIn(root)).toEqual(documents)
    expect((await house.verify(grandId)).findings).toEqual([])
    rmSync(root, { recursive: true })
  }
  rmSync(whole.root, { recursive: true })
})

/** The person's answers that are not on record yet. */
async function answeringAfter(root: string, lines: readonly Line[]): Promise<Company> {
  const company = smallCompany(root, byScript())
  for (const { kind, key } of lines) {
    if (kind !== 'answered') continue
    const asked = lines.find((line) => line.kind === 'asked' && line.key === key)
    if (asked?.kind === 'asked') await company.answer(asked.data, company.signal)
  }
  return company
}

function journalIn(root: string): string {
  return join(root, '.parley', 'meetings', grandId, 'journal.jsonl')
}

/** What it left, times apart. */
function documentsIn(root: string): ReadonlyMap<string, string> {
  const folder = join(root, '.gaia')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const plain = (text: string) => text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
  return new Map(paths.map((path) => [path.slice(folder.length), plain(readFileSync(path, 'utf8'))]))
}

function kindsIn(documents: ReadonlyMap<string, string>): readonly string[] {
  const kinds = ['action-items', 'decisions', 'meeting-notes', 'meeting-scratchpad', 'meeting-sessions']
  return kinds.filter((kind) => [...documents.keys()].some((path) => path.includes(kind)))
}
