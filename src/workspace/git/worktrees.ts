// The worktrees of a repository, as git lists them. The first that git lists is the main one.

import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { askGit } from './ask.js'
import { findTree } from './repository.js'

export interface Worktree {
  readonly absolute: string
  readonly head: string | null
  readonly branch: string | null
  /** Why git was told to keep it, empty when no reason was given; null when it is not locked. */
  readonly locked: string | null
}

export async function listWorktrees(cwd: string): Promise<readonly Worktree[]> {
  if ((await findTree(cwd)) === null) return []
  const listed = await askGit(['worktree', 'list', '--porcelain'], { cwd })
  return listed.split('\n\n').flatMap((block) => parseWorktree(block))
}

/** Those other than the one that the workspace is in, by their folder relative to the workspace. */
export async function otherWorktrees(
  root: string,
): Promise<readonly { folder: string; branch: string | null }[]> {
  const real = realpathSync(root)
  const others = (await listWorktrees(root)).filter((tree) => !isInside(real, tree.absolute))
  return others.map((tree) => ({
    folder: relative(real, tree.absolute).split(sep).join('/'),
    branch: tree.branch,
  }))
}

export async function worktreeAt(cwd: string, absolute: string): Promise<Worktree | null> {
  const all = await listWorktrees(cwd)
  return all.find((tree) => tree.absolute === absolute) ?? null
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

function parseWorktree(block: string): Worktree[] {
  const lines = block.split('\n')
  const value = (key: string) =>
    lines.find((line) => line === key || line.startsWith(`${key} `))?.slice(key.length + 1)
  const absolute = value('worktree')
  if (absolute === undefined) return []
  const branch = value('branch')?.replace(/^refs\/heads\//, '') ?? null
  return [{ absolute, head: value('HEAD') ?? null, branch, locked: value('locked') ?? null }]
}
