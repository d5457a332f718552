// A meeting's own worktree in real repositories that were moved, copied or changed since.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, repository, temporaryFolder } from '../temporary.suite.js'
import { createGit } from './git.js'
import { standInPlace } from './stand-on.js'

const place = { folder: '.council/worktrees/w1', branch: 'council/work-w1' }

async function withWorktree(): Promise<string> {
  const root = repository()
  await createGit(root).addWorktree({ ...place, from: 'HEAD' })
  return root
}

test('STAND2: a worktree that is on another branch is refused, with the command that puts it back', async () => {
  const root = await withWorktree()
  git(join(root, place.folder), 'switch', '-q', '-c', 'elsewhere')
  await expect(createGit(root).standOn(place)).rejects.toMatchObject({
    code: 'WORKTREE',
    message: expect.stringContaining('is on elsewhere instead of council/work-w1'),
    hint: expect.stringContaining('switch council/work-w1'),
  })
})

test('STAND3: a folder that is gone is made again from its branch, also after a move; a branch that is gone is refused', async () => {
  const root = await withWorktree()
  git(join(root, place.folder), 'commit', '-q', '--allow-empty', '-m', 'work')
  rmSync(join(root, place.folder), { recursive: true })
  const moved = join(temporaryFolder(), 'moved')
  renameSync(root, moved)
  await createGit(moved).standOn(place)
  expect(git(join(moved, place.folder), 'log', '-1', '--format=%s')).toBe('work')
  git(moved, 'worktree', 'remove', place.folder)
  git(moved, 'branch', '-D', place.branch)
  await expect(createGit(moved).standOn(place)).rejects.toThrow('not in this repository')
})

test('a branch that the person checked out in another folder is refused, and that folder stays as it is', async () => {
  const root = await withWorktree()
  const other = join(temporaryFolder(), 'other')
  git(root, 'worktree', 'move', place.folder, other)
  await expect(createGit(root).standOn(place)).rejects.toThrow(`is checked out in ${other}`)
  expect(git(other, 'symbolic-ref', '--short', 'HEAD')).toBe(place.branch)
  expect(existsSync(join(root, place.folder))).toBe(false)
})

test('a meeting that says it works in place is refused where there is a repository', async () => {
  await expect(standInPlace(repository())).rejects.toMatchObject({ code: 'WORKTREE' })
  await expect(standInPlace(temporaryFolder())).resolves.toBeUndefined()
})
