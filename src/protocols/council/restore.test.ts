// A council meeting that goes on in a fresh clone, where none of its documents are, leaves all of them all the same.

import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalOf } from '../../kernel/line/memory-journals.suite.js'
import type { Protocol } from '../../kernel/protocol.js'
import { hold } from '../../kernel/run/hold.js'
import { verify } from '../../kernel/verify/verify.js'
import { workspaceDocuments } from '../../workspace/documents.js'
import { git, repository, temporaryFolder } from '../../workspace/temporary.suite.js'
import { createWorld } from '../../workspace/world.js'
import { convene } from './convene.js'
import {
  depsOf,
  type FakeWorkspace,
  fakeWorkspace,
  id,
  inputFor,
  type Lines,
  library,
  session,
  synthesis,
} from './harness.suite.js'
import { meeting } from './meeting.js'

const said: Lines = {
  'chair.select': [{ seats: ['cto'], why: 'Code.' }],
  'seat.turn@ceo': ['Go.'],
  'seat.turn@cfo': ['Dissent: halving costs ten thousand.'],
  'seat.turn@cto': ['Halve it.'],
  'chair.adjudicate': [{ call: 'stop', why: 'Done.' }],
  'chair.synthesize': [synthesis],
}

test('resumed in a fresh clone, it has every document in the end', {
  timeout: 120_000,
}, async () => {
  const root = repository({ 'README.md': 'hello\n' })
  await convene(
    createWorld(root, library),
    workspaceDocuments(root),
    { template: 'c-suite' },
    async () => undefined,
  )
  git(root, 'add', '.council')
  git(root, 'commit', '-q', '--no-verify', '-m', 'convene')
  const start = git(root, 'rev-parse', 'HEAD')
  const whole = await session(on(root), meeting, id, inputFor())
  expect(await whole.hold(said, ['conclude'])).toMatchObject({ kind: 'concluded' })
  const lines = await whole.lines()
  const documents = councilFiles(root)
  const fresh = cloneAt(root, start)
  expect(documents.size).toBeGreaterThan(2)
  // Each clone costs a few git commands; the suite of protocols deletes the documents at every line.
  for (let kept = lines.length; kept > 0; kept -= 9) {
    const clone = join(temporaryFolder(), 'clone')
    cpSync(fresh, clone, { recursive: true })
    const journal = journalOf(lines.slice(0, kept))
    const answers = lines.slice(0, kept).some(({ kind }) => kind === 'answered') ? [] : ['conclude']
    const deps = depsOf(on(clone), [], [], said, answers, {})
    expect(await hold(journal, meeting as Protocol, deps)).toMatchObject({ kind: 'concluded' })
    expect(councilFiles(clone)).toEqual(documents)
    expect((await verify(journal, meeting as Protocol, deps)).findings).toEqual([])
    rmSync(clone, { recursive: true })
  }
})

/** At one moment for ever: the record holds the minute in which it was concluded. */
function on(root: string): FakeWorkspace {
  const now = new Date('2026-02-01T09:30:00Z')
  const world = { ...createWorld(root, library), now: () => now }
  return { ...fakeWorkspace(), world, documents: workspaceDocuments(root) }
}

function cloneAt(root: string, commit: string): string {
  const clone = join(temporaryFolder(), 'clone')
  git(root, 'clone', '-q', '--no-hardlinks', root, clone)
  git(clone, 'reset', '-q', '--hard', commit)
  git(clone, 'config', 'user.name', 'Bo Example')
  git(clone, 'config', 'user.email', 'bo@example.com')
  return clone
}

/** What the council keeps, by path. */
function councilFiles(root: string): ReadonlyMap<string, string> {
  const folder = join(root, '.council')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]))
}
