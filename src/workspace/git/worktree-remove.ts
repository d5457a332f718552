// Removes a worktree that is proven to hold no work. If that cannot be proven, it is kept, with the reason.

import { existsSync } from 'node:fs'
import { readdir, realpath, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Removal } from '../../kernel/world.js'
import { askGit, fields, lastWords } from './ask.js'
import { moveAway, sweepMoved } from './away.js'
import { runGit } from './exec.js'
import { commonDirOf, readLinked, restorePointer } from './linked.js'
import { canBeMadeAgain } from './made-again.js'
import { busyWith, topTree } from './repository.js'
import { type Worktree, worktreeAt } from './worktrees.js'

export interface RemovalOptions {
  /** The branch is known to be merged as it is: a file that is missing from the worktree was deleted by a removal, and is no work. */
  readonly merged?: boolean
}

export async function removeWorktree(
  root: string,
  folder: string,
  { merged = false }: RemovalOptions = {},
): Promise<Removal> {
  try {
    const parent = await realpath(dirname(resolve(root, folder))).catch(() => null)
    if (parent === null) return { kind: 'removed' }
    const absolute = join(parent, basename(folder))
    await sweepMoved(absolute)
    if (merged) await restorePointer(root, absolute)
    const tree = (await ownWorktree(root, absolute)) ?? (await worktreeAt(root, absolute))
    return tree === null ? await removePlain(absolute) : await removeKnown(root, tree, merged)
  } catch (error) {
    return kept(`it could not be checked: ${(error as Error).message}`)
  }
}

async function removeKnown(root: string, tree: Worktree, merged: boolean): Promise<Removal> {
  const { absolute, locked } = tree
  if (locked !== null) return kept(locked === '' ? 'it is locked' : `it is locked: ${locked}`)
  const why = (await unreachable(root, tree)) ?? (await workInside(absolute, merged))
  if (why !== null) return kept(why)
  const moved = await moveAway(absolute)
  // The folder is gone, so git only forgets it.
  const result = await runGit(['worktree', 'remove', absolute], { cwd: root })
  if (result.code === 0) await moved.remove()
  else await moved.putBack()
  return result.code === 0 ? { kind: 'removed' } : kept(lastWords(result))
}

/** A worktree of this repository on a branch, read from its files; null where git must be asked. */
async function ownWorktree(root: string, absolute: string): Promise<Worktree | null> {
  const linked = await readLinked(absolute)
  if (linked === null || linked.branch === null || linked.commonDir !== (await commonDirOf(root))) return null
  return { absolute, head: null, branch: linked.branch, locked: linked.locked }
}

/** Not a worktree of this repository: only an empty folder may be removed. */
async function removePlain(absolute: string): Promise<Removal> {
  try {
    await rmdir(absolute)
    return { kind: 'removed' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'removed' }
    return kept('it is no worktree of this repository, and not empty')
  }
}

/** Commits that only this worktree's detached HEAD holds would be lost with it. */
async function unreachable(root: string, tree: Worktree): Promise<string | null> {
  if (tree.branch !== null || tree.head === null || /^0+$/.test(tree.head)) return null
  const refs = await askGit(['for-each-ref', '--count=1', `--contains=${tree.head}`], { cwd: root })
  return refs.trim() === '' ? `its commit ${tree.head.slice(0, 10)} is on no branch` : null
}

async function workInside(absolute: string, merged: boolean): Promise<string | null> {
  const tree = await topTree(absolute)
  if (tree === null) return null
  const busy = await busyWith(tree.gitDir)
  if (busy !== null) return `a ${busy} is in progress in it`
  if (await holdsRepository(absolute, tree.gitDir)) return 'it holds another repository'
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignored', '--no-renames']
  const lines = fields(await askGit(args, { cwd: absolute }))
  const work = lines.filter((line) => {
    if (line.startsWith('!!')) return !canBeMadeAgain(line.slice(3))
    return !(merged && line.startsWith(' D'))
  })
  return work.length === 0
    ? null
    : `it holds ${count(work.length)} that no commit has, such as ${work[0]!.slice(3)}`
}

/** A submodule or nested repository that is checked out has commits of its own, of which the status tells nothing. */
async function holdsRepository(absolute: string, gitDir: string): Promise<boolean> {
  if ((await readdir(join(gitDir, 'modules')).catch(() => [])).length > 0) return true
  const entries = fields(await askGit(['ls-files', '--stage', '-z'], { cwd: absolute }))
  const links = entries.filter((entry) => entry.startsWith('160000 '))
  return links.some((entry) => existsSync(join(absolute, entry.slice(entry.indexOf('\t') + 1), '.git')))
}

function count(files: number): string {
  return files === 1 ? 'a file' : `${files} files`
}

function kept(why: string): Removal {
  return { kind: 'kept', why }
}
