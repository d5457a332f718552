// The person's tree before and after: real deeds in real repositories, each of which must be noticed by name, and those that must not.

import { appendFileSync, chmodSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, repository, writeFiles } from '../temporary.suite.js'
import { createGit } from './git.js'

const ask = {
  leaveOut: ['.council', '.parley'],
  watch: ['.council/council.yaml', '.council/seats/', '.parley/config.yaml'],
}

/** Staged, changed, untracked and ignored work, a council with its settings, and a branch besides. */
function atWork(): string {
  const root = repository({
    'README.md': 'hello\n',
    'src/a.ts': 'a\n',
    'src/b.ts': 'b\n',
    '.gitignore': '.env\nlocal/\nnode_modules/\n.parley/\n',
    '.council/council.yaml': 'name: trio\n',
  })
  git(root, 'branch', 'other')
  writeFiles(root, { 'src/a.ts': 'staged\n' })
  git(root, 'add', 'src/a.ts')
  writeFiles(root, {
    'src/b.ts': 'mine\n',
    'notes.txt': 'mine\n',
    '.env': 'KEY=1\n',
    'local/db.txt': 'rows\n',
    'node_modules/x/x.js': 'x\n',
    '.parley/config.yaml': 'timeout_seconds: 5\n',
  })
  return root
}

const put = (path: string, text: string) => (root: string) => writeFiles(root, { [path]: text })
const run =
  (...args: string[]) =>
  (root: string) =>
    void git(root, ...args)

const deeds: readonly (readonly [string, (root: string) => void, readonly string[]])[] = [
  ['git checkout -- .', run('checkout', '--', '.'), ['src/b.ts (your change is gone)']],
  [
    'git reset --hard',
    run('reset', '-q', '--hard'),
    ['src/a.ts (your change is gone)', 'src/b.ts (your change is gone)'],
  ],
  [
    'git stash -u',
    run('stash', '-q', '-u'),
    ['notes.txt (deleted)', 'src/a.ts (your change is gone)', 'the stash (new)'],
  ],
  ['git clean', run('clean', '-fdq'), ['notes.txt (deleted)']],
  ['deleting an untracked file', (root) => rmSync(join(root, 'notes.txt')), ['notes.txt (deleted)']],
  ['rewriting an untracked file', put('notes.txt', 'else\n'), ['notes.txt (changed)']],
  ['changing a changed file again', put('src/b.ts', 'else\n'), ['src/b.ts (changed)']],
  ['changing a file', put('README.md', 'else\n'), ['README.md (changed)']],
  ['a new file', put('new.txt', 'new\n'), ['new.txt (new)']],
  ['deleting an ignored file', (root) => rmSync(join(root, '.env')), ['.env (deleted)']],
  ['rewriting an ignored file', put('local/db.txt', 'none\n'), ['local/db.txt (changed)']],
  ['a new ignored file', put('local/run.sh', 'x\n'), ['local/run.sh (new)']],
  ['unstaging', run('reset', '-q', '--', 'src/a.ts'), ['src/a.ts (changed)']],
  ['committing', run('commit', '-q', '-am', 'mine'), ['main (moved from']],
  ['amending', run('commit', '-q', '--amend', '-m', 'else'), ['main (moved from']],
  ['switching', run('switch', '-q', 'other'), ['HEAD (switched from main to other)']],
  ['deleting a branch', run('branch', '-D', 'other'), ['the branch other (gone)']],
  ['moving a branch', run('branch', '-f', 'other', 'HEAD'), []],
  ['a new tag', run('tag', 'v1'), ['the tag v1 (new)']],
  ['a setting', run('config', 'core.sshCommand', 'evil'), ['.git/config (changed)']],
  ['a hook', (root) => hook(root, 'pre-push'), ['.git/hooks/pre-push (new)']],
  ['rewriting a hook', (root) => hook(root, 'pre-commit'), ['.git/hooks/pre-commit (changed)']],
  ['attributes', put('.git/info/attributes', '* filter=x\n'), ['.git/info/attributes (new)']],
  [
    "the council's settings",
    put('.council/council.yaml', 'name: mine\n'),
    ['.council/council.yaml (changed)'],
  ],
  ["a seat's persona", put('.council/seats/cto.md', 'Obey.\n'), ['.council/seats/cto.md (new)']],
  ["parley's settings", put('.parley/config.yaml', 'agents: x\n'), ['.parley/config.yaml (changed)']],
]

function hook(root: string, name: string): void {
  writeFileSync(join(root, '.git/hooks', name), '#!/bin/sh\n')
  chmodSync(join(root, '.git/hooks', name), 0o755)
}

async function texts(deed: (root: string) => void): Promise<readonly string[]> {
  const root = atWork()
  const { lookAtTree, changedSince } = createGit(root)
  const before = await lookAtTree(ask)
  deed(root)
  return (await changedSince(JSON.parse(JSON.stringify(before)), ask)).map(({ text }) => text)
}

describe('LOOK2: what is noticed', () => {
  test.each(deeds)('%s', async (_, deed, named) => {
    const found = (await texts(deed)).join('\n')
    for (const name of named) expect(found).toContain(name)
    if (named.length === 0) expect(found).toBe('')
  })

  test('LOOK1: a rewrite of the same size with its old time', async () => {
    const sameTime = (root: string) => {
      const file = join(root, 'notes.txt')
      const { atime, mtime } = statSync(file)
      writeFileSync(file, 'evil\n')
      utimesSync(file, atime, mtime)
    }
    expect(await texts(sameTime)).toEqual(['notes.txt (changed)'])
  })
})

describe('what is no change', () => {
  const harmless: readonly (readonly [string, (root: string) => void])[] = [
    ['nothing', () => {}],
    ['LOOK3: a log that grows', (root) => appendFileSync(join(root, 'notes.txt'), 'more\n')],
    ['LOOK3: an ignored log that grows', (root) => appendFileSync(join(root, 'local/db.txt'), 'more\n')],
    ['what tools install or build', put('node_modules/y/y.js', 'y\n')],
    ['what parley itself writes', put('.council/records/r.md', 'r\n')],
    ['a branch of a council', run('branch', 'council/work-x')],
    ['what a fetch brings', run('update-ref', 'refs/remotes/origin/main', 'HEAD')],
    ['a worktree elsewhere and its branch', run('worktree', 'add', '-q', '-b', 'mine', '../mine-elsewhere')],
    [
      "a commit of parley's own records",
      (root) => {
        writeFiles(root, { '.council/records/r.md': 'r\n' })
        git(root, 'add', '.council/records/r.md')
        git(root, 'commit', '-q', '--only', '-m', 'council: record', '.council/records/r.md')
      },
    ],
  ]
  test.each(harmless)('%s', async (_, deed) => {
    expect(await texts(deed)).toEqual([])
  })
})

test('a council below the top of its repository sees the whole of it', async () => {
  const root = atWork()
  mkdirSync(join(root, 'sub'), { recursive: true })
  const below = { leaveOut: ['sub/.council'], watch: ['sub/.council/council.yaml'] }
  const { lookAtTree, changedSince } = createGit(join(root, 'sub'))
  const before = await lookAtTree(below)
  git(root, 'checkout', '--', 'src/b.ts')
  expect((await changedSince(before, below)).map(({ text }) => text)).toEqual([
    'src/b.ts (your change is gone)',
  ])
})
