// Adds a worktree with its branch. Run again after a crash it finds what exists, and repairs what git left unfinished.

import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import { modesIn } from '../home.js'
import { askGit, askLine } from './ask.js'
import { moveAway, sweepMoved } from './away.js'
import { runGit } from './exec.js'
import { readLinked } from './linked.js'
import { listWorktrees, type Worktree, worktreeAt } from './worktrees.js'

export interface WorktreeAsk {
  readonly folder: string
  readonly branch: string
  readonly from: string
  /** An existing branch is used with all its commits. */
  readonly ours?: boolean
  /** Fills the new folder instead of git. Until it has returned, the worktree counts as unfinished. */
  readonly checkOut?: (folder: string) => Promise<void>
}

export async function addWorktree(root: string, ask: WorktreeAsk): Promise<void> {
  const absolute = await realPlace(resolve(root, ask.folder))
  await sweepMoved(absolute)
  if (await addedAtOnce(root, ask, absolute)) return
  const known = await worktreeAt(root, absolute)
  if (known !== null && isWhole(known)) return checkBranch(known, ask)
  if (known !== null) await discardHalfMade(root, known, ask)
  await checkFolder(absolute, ask)
  const start = await newOrExisting(root, ask, known !== null)
  if (ask.checkOut === undefined)
    return void (await askGit(['worktree', 'add', '--quiet', ...start(absolute)], { cwd: root }))
  await askGit(['worktree', 'add', '--quiet', ...LOCKED, ...start(absolute)], { cwd: root })
  await fillAndUnlock(root, absolute, ask.checkOut)
}

/**
 * Tries the usual case, a new folder and a new branch, with one call of git. Where either exists already git refuses and changes
 * nothing; the caller then looks at what is there.
 */
async function addedAtOnce(root: string, ask: WorktreeAsk, absolute: string): Promise<boolean> {
  if (existsSync(absolute) || ask.checkOut === undefined) return false
  const fresh = ['-b', ask.branch, '--', absolute, `${ask.from}^{commit}`]
  const { code } = await runGit(['worktree', 'add', '--quiet', ...LOCKED, ...fresh], { cwd: root })
  if (code === 0) await fillAndUnlock(root, absolute, ask.checkOut)
  return code === 0
}

async function fillAndUnlock(
  root: string,
  absolute: string,
  checkOut: (folder: string) => Promise<void>,
): Promise<void> {
  await checkOut(absolute)
  const linked = await readLinked(absolute)
  // A worktree's lock is this one file: removing it saves a call of git.
  if (linked !== null) await rm(join(linked.gitDir, 'locked'), { force: true })
  else await askGit(['worktree', 'unlock', absolute], { cwd: root })
}

/** git keeps a lock with this reason from the first file it makes until the last. */
const HALF_MADE = 'initializing'
const LOCKED = ['--no-checkout', '--lock', '--reason', HALF_MADE]

function isWhole(tree: Worktree): boolean {
  return tree.locked !== HALF_MADE && existsSync(join(tree.absolute, '.git'))
}

function checkBranch(tree: Worktree, ask: WorktreeAsk): void {
  if (tree.branch === ask.branch) return
  throw new CannotGoOn(
    'WORKTREE',
    `${ask.folder} is already a worktree, on ${tree.branch ?? 'no branch'} instead of ${ask.branch}.`,
    `Remove it when you do not need it: git worktree remove ${ask.folder}`,
  )
}

/** Removes a worktree whose creation was interrupted; any other is left alone. */
export async function discardUnfinished(root: string, folder: string): Promise<void> {
  const tree = await worktreeAt(root, await realPlace(resolve(root, folder)))
  if (tree?.locked === HALF_MADE) await discard(root, tree.absolute)
}

/** A worktree that git did not finish was never used, so it holds no work. One whose folder is gone holds none either. */
async function discardHalfMade(root: string, tree: Worktree, ask: WorktreeAsk): Promise<void> {
  if (tree.locked === HALF_MADE) return discard(root, tree.absolute)
  checkBranch(tree, ask)
  await askGit(['worktree', 'remove', '--force', '--force', tree.absolute], { cwd: root })
}

/** git forgets a worktree whose folder is gone, but refuses one that has lost its `.git` file: the folder goes first, in one step. */
async function discard(root: string, absolute: string): Promise<void> {
  const moved = await moveAway(absolute)
  await askGit(['worktree', 'remove', '--force', '--force', absolute], { cwd: root })
  await moved.remove()
}

async function checkFolder(absolute: string, ask: WorktreeAsk): Promise<void> {
  const names = await readdir(absolute).catch(() => [])
  if (names.length === 0) return
  // Only a `.git` file whose registration is gone: nothing was checked out here.
  if (names.length === 1 && names[0] === '.git') return rm(join(absolute, '.git'))
  throw new CannotGoOn(
    'WORKTREE',
    `${ask.folder} is in the way: it holds files but is no worktree of this repository.`,
    'Move that folder away, then go on with `parley resume`.',
  )
}

/** A branch that was in this worktree before is ours, with all its commits; any other must still be at its first commit. */
async function newOrExisting(
  root: string,
  ask: WorktreeAsk,
  stoodHere: boolean,
): Promise<(folder: string) => readonly string[]> {
  const from = await commitOf(root, ask.from)
  if (from === null)
    throw new CannotGoOn('WORKTREE', `There is no commit ${ask.from} to start ${ask.branch} from.`)
  const tip = await commitOf(root, `refs/heads/${ask.branch}`)
  if (tip === null) return (folder) => ['-b', ask.branch, '--', folder, from]
  await checkReuse(root, ask, stoodHere || ask.ours === true || tip === from)
  return (folder) => ['--', folder, ask.branch]
}

async function checkReuse(root: string, ask: WorktreeAsk, ours: boolean): Promise<void> {
  const user = (await listWorktrees(root)).find((tree) => tree.branch === ask.branch)
  if (user === undefined && ours) return
  const why = user === undefined ? 'has commits of its own' : `is checked out in ${user.absolute}`
  throw new CannotGoOn(
    'WORKTREE',
    `The branch ${ask.branch} exists already and ${why}.`,
    `Rename or merge it first: git branch -m ${ask.branch} <another name>`,
  )
}

function commitOf(root: string, name: string): Promise<string | null> {
  return askLine(['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`], { cwd: root })
}

/** git names worktrees by their real path; the folder itself may not exist yet. */
async function realPlace(folder: string): Promise<string> {
  const above = dirname(folder)
  await mkdir(above, { recursive: true, mode: modesIn(nearest(above)).folder })
  return join(await realpath(above), basename(folder))
}

/** The folder, or the nearest above it that is there. */
function nearest(folder: string): string {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? folder : nearest(above)
}
