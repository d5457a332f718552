// The past of a real repository.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, repository, temporaryFolder, writeFiles } from '../temporary.suite.js'
import { createGit } from './git.js'

test('the address of a remote is given without the name and password in it, and null where there is none', async () => {
  const root = repository({ 'a.txt': 'x\n' })
  expect(await createGit(root).remoteUrl('origin')).toBeNull()
  git(root, 'remote', 'add', 'origin', 'https://ann:pass@example.org/grove/river.git')
  git(root, 'remote', 'add', 'ssh', 'git@example.org:grove/river.git')
  expect(await createGit(root).remoteUrl('origin')).toBe('https://example.org/grove/river.git')
  expect(await createGit(root).remoteUrl('ssh')).toBe('git@example.org:grove/river.git')
  expect(await createGit(root).remoteUrl('--global')).toBeNull()
  expect(await createGit(temporaryFolder()).remoteUrl('origin')).toBeNull()
})

test('the last commits come newest first, as many as asked for', async () => {
  const root = repository({ 'a.txt': 'x\n' })
  for (const subject of ['one', 'two | three', 'four'])
    git(root, 'commit', '-q', '--allow-empty', '-m', `${subject}\n\nA body.`)
  expect(await createGit(root).lastSubjects(2)).toEqual(['four', 'two | three'])
  expect(await createGit(temporaryFolder()).lastSubjects(3)).toEqual([])
})

test('tracked files are those of the workspace, also with strange names; untracked ones are not among them', async () => {
  const root = repository({ 'sub/a b.txt': 'x\n', 'sub/ü.txt': 'x\n', 'top.txt': 'x\n' })
  writeFiles(root, { 'sub/new.txt': 'y\n' })
  expect(await createGit(root).trackedFiles()).toEqual(['sub/a b.txt', 'sub/ü.txt', 'top.txt'])
  expect(await createGit(join(root, 'sub')).trackedFiles()).toEqual(['a b.txt', 'ü.txt'])
  expect(await createGit(temporaryFolder()).trackedFiles()).toBeNull()
})
