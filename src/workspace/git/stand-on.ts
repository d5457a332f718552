// A meeting's own worktree, found where the repository lies now. Nothing that was written down about a folder before is believed.
//
//   STAND1  The worktree leads into this repository, and the repository back to it. After a move or a copy both links are set anew;
//           those of the other copy stay as they are, which `git worktree repair` would not promise.
//   STAND2  It is on its own branch.
//   STAND3  What cannot be found is refused, with a way out; what only its folder lacks is checked out again from its branch.

import { randomBytes } from 'node:crypto'
import { lstat, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import { askLine } from './ask.js'
import { commonDirOf, readLinked } from './linked.js'
import { findTree } from './repository.js'
import { addWorktree } from './worktree-add.js'

export interface Standing {
  /** Relative to the workspace, or absolute. */
  readonly folder: string
  readonly branch: string
  /** A worktree that is gone is refused instead of made again. */
  readonly mustBe?: boolean
}

/** Makes sure that the folder is the worktree of this branch in the repository around `root`, or rejects with what to do. */
export async function standOn(root: string, asked: Standing): Promise<void> {
  const { folder, branch } = asked
  const common = await commonDir(root)
  if (common === null) throw noRepository(folder)
  const absolute = resolve(root, folder)
  const linked = await readLinked(absolute)
  if (linked === null || linked.commonDir !== common)
    await findAgain(root, { ...asked, folder: absolute }, common)
  else if (linked.branch !== branch) throw otherBranch(folder, linked.branch, branch)
}

/** Work in place needs a folder without a repository; a record that says there is none is not believed. */
export async function standInPlace(root: string): Promise<void> {
  if ((await findTree(root)) === null) return
  throw new CannotGoOn(
    'WORKTREE',
    'This session says that it works in place because there is no repository here, but there is one.',
    'Begin it again, so that it works in a worktree of its own; or move .git away until it is done.',
  )
}

async function findAgain(root: string, asked: Standing, common: string): Promise<void> {
  const { folder, branch, mustBe = false } = asked
  const known = await adminOf(common, branch)
  const own = await lstat(join(folder, '.git')).catch(() => null)
  if (own !== null && (known === null || !own.isFile())) throw notOurs(folder)
  if (own === null && mustBe) throw gone(folder)
  if (known !== null) {
    const elsewhere = await otherHolder(known, folder)
    if (elsewhere !== null) throw checkedOut(branch, elsewhere)
    await replaceText(join(known, 'gitdir'), `${join(await realPlace(folder), '.git')}\n`)
    if (own !== null) return replaceText(join(folder, '.git'), `gitdir: ${known}\n`)
  }
  await makeAgain(root, asked)
}

async function makeAgain(root: string, { folder, branch }: Standing): Promise<void> {
  const tip = await askLine(['rev-parse', '--quiet', '--verify', `refs/heads/${branch}^{commit}`], {
    cwd: root,
  })
  if (tip === null)
    throw new CannotGoOn(
      'WORKTREE',
      `The branch ${branch} and its worktree are not in this repository.`,
      'Go on where they are, or begin the session again.',
    )
  await addWorktree(root, { folder, branch, from: tip, ours: true })
}

/** Where git keeps what belongs to the worktree of this branch; null where no worktree has it. */
async function adminOf(common: string, branch: string): Promise<string | null> {
  const folder = join(common, 'worktrees')
  for (const name of await readdir(folder).catch(() => [])) {
    const head = await readFile(join(folder, name, 'HEAD'), 'utf8').catch(() => '')
    if (head.trim() === `ref: refs/heads/${branch}`) return join(folder, name)
  }
  return null
}

/** Another folder that is really the worktree kept there: each leads to the other. */
async function otherHolder(admin: string, folder: string): Promise<string | null> {
  const back = (await readFile(join(admin, 'gitdir'), 'utf8').catch(() => '')).trim()
  if (back === '') return null
  const holder = dirname(resolve(admin, back))
  const linked = await readLinked(holder)
  const isHere = (await realpath(holder).catch(() => holder)) === (await realPlace(folder))
  return linked === null || isHere || (await realpath(linked.gitDir)) !== admin ? null : holder
}

async function commonDir(root: string): Promise<string | null> {
  const own = await commonDirOf(root)
  if (own !== null || (await findTree(root)) === null) return own
  const found = await askLine(['rev-parse', '--git-common-dir'], { cwd: root })
  return found === null ? null : realpath(resolve(root, found))
}

/** The folder itself may not exist. */
async function realPlace(folder: string): Promise<string> {
  return join(await realpath(dirname(folder)).catch(() => dirname(folder)), basename(folder))
}

/** A link of this name is replaced, not followed. */
async function replaceText(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, text, { flag: 'wx' })
  await rename(fresh, file)
}

function noRepository(folder: string): CannotGoOn {
  return new CannotGoOn(
    'WORKTREE',
    `There is no repository around this workspace, so ${folder} cannot be its worktree.`,
    'Go on in the repository that the session was begun in.',
  )
}

function gone(folder: string): CannotGoOn {
  return new CannotGoOn('WORKTREE', `The worktree ${folder} is gone.`, 'Start parley again: it sees to that.')
}

function notOurs(folder: string): CannotGoOn {
  return new CannotGoOn(
    'WORKTREE',
    `${folder} belongs to another repository than the one it lies in.`,
    'Move that folder away, then go on with `parley resume`: it is made again from its branch.',
  )
}

function checkedOut(branch: string, elsewhere: string): CannotGoOn {
  return new CannotGoOn(
    'WORKTREE',
    `The branch ${branch} is checked out in ${elsewhere}.`,
    `Remove that worktree when you do not need it: git worktree remove ${elsewhere}`,
  )
}

function otherBranch(folder: string, found: string | null, branch: string): CannotGoOn {
  return new CannotGoOn(
    'WORKTREE',
    `${folder} is on ${found ?? 'no branch'} instead of ${branch}.`,
    `Put it back: git -C ${folder} switch ${branch}`,
  )
}
