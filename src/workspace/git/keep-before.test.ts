// The copy of the person's uncommitted work, in real repositories.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyRepository, git, repository, writeFiles } from '../temporary.suite.js'
import { createGit } from './git.js'

function atWork(): string {
  const root = repository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'gone.txt': 'gone\n', '.gitignore': '.env\n' })
  writeFiles(root, { 'a.txt': 'staged\n' })
  git(root, 'add', 'a.txt')
  writeFiles(root, {
    'a.txt': 'staged, then changed\n',
    'b.txt': 'changed\n',
    'new.txt': 'new\n',
    '.env': 'KEY=1\n',
  })
  rmSync(join(root, 'gone.txt'))
  return root
}

test('BEFORE1: has the whole tree and what was staged, and touches neither index nor files', async () => {
  const root = atWork()
  const state = () => [
    git(root, 'status', '--porcelain'),
    git(root, 'diff'),
    readFileSync(join(root, '.git/index'), 'base64'),
  ]
  const before = state()
  expect(await createGit(root).keepBefore('m1')).toEqual({ ref: 'refs/parley/before/m1', left: [] })
  expect(state()).toEqual(before)
  const tree = git(root, 'ls-tree', '-r', '--name-only', 'refs/parley/before/m1').split('\n')
  expect(tree).toEqual(['.gitignore', 'a.txt', 'b.txt', 'new.txt'])
  expect(git(root, 'show', 'refs/parley/before/m1:a.txt')).toBe('staged, then changed')
  expect(git(root, 'show', 'refs/parley/before/m1^2:a.txt')).toBe('staged')
  git(root, 'reset', '-q', '--hard')
  git(root, 'clean', '-fdq')
  git(root, 'restore', '--source=refs/parley/before/m1', '--overlay', '--worktree', '--', ':/')
  expect(['a.txt', 'b.txt', 'new.txt'].map((name) => readFileSync(join(root, name), 'utf8'))).toEqual([
    'staged, then changed\n',
    'changed\n',
    'new\n',
  ])
})

test('BEFORE2: made again it is the first copy, not the state after the work', async () => {
  const root = atWork()
  await createGit(root).keepBefore('m1')
  git(root, 'checkout', '--', 'b.txt')
  await createGit(root).keepBefore('m1')
  expect(git(root, 'show', 'refs/parley/before/m1:b.txt')).toBe('changed')
})

test('names what is too large to be kept, keeps the rest, and keeps the newest twenty copies', async () => {
  const root = atWork()
  writeFileSync(join(root, 'large.bin'), Buffer.alloc(10_000_001))
  expect(await createGit(root).keepBefore('m1')).toMatchObject({ left: ['large.bin'] })
  expect(git(root, 'show', 'refs/parley/before/m1:new.txt')).toBe('new')
  for (let n = 1; n <= 21; n++) git(root, 'update-ref', `refs/parley/before/old-${n}`, 'HEAD')
  await createGit(root).keepBefore('m2')
  expect(git(root, 'for-each-ref', 'refs/parley/before').split('\n')).toHaveLength(20)
})

test('without a commit there is nothing to keep a copy beside', async () => {
  expect(await createGit(emptyRepository()).keepBefore('m1')).toBeNull()
})
