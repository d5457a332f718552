// Reads the files of a linked worktree without running git: which repository it belongs to, its branch, and its lock.
//
// Only for worktrees that parley made. Null means unknown: the files are not of the usual form, and git must be asked.

import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface LinkedTree {
  /** Where git keeps the index and HEAD of this worktree. */
  readonly gitDir: string
  /** Where git keeps what all worktrees of the repository share, with links resolved. */
  readonly commonDir: string
  /** Null when HEAD is on no branch. */
  readonly branch: string | null
  /** Why git was told to keep it; null when it is not locked. */
  readonly locked: string | null
}

export async function readLinked(folder: string): Promise<LinkedTree | null> {
  const pointer = /^gitdir: (.+)$/m.exec((await textOf(join(folder, '.git'))) ?? '')?.[1]
  if (pointer === undefined) return null
  const gitDir = resolve(folder, pointer)
  const [head, common, back, locked] = await Promise.all(
    ['HEAD', 'commondir', 'gitdir', 'locked'].map((name) => textOf(join(gitDir, name))),
  )
  if (!head || !common || !back || !(await isSame(resolve(gitDir, back.trim()), join(folder, '.git'))))
    return null
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? null
  // HEAD is a placeholder where refs are not kept as files.
  if (branch === null ? !/^[0-9a-f]{40,64}\s*$/.test(head) : branch.startsWith('.')) return null
  const commonDir = await realpath(resolve(gitDir, common.trim())).catch(() => null)
  return commonDir === null ? null : { gitDir, commonDir, branch, locked: locked?.trim() ?? null }
}

/** What the repository around this folder shares among its worktrees; null where the folder is not the top of one. */
export async function commonDirOf(root: string): Promise<string | null> {
  const own = join(root, '.git')
  if (existsSync(join(own, 'HEAD'))) return realpath(own).catch(() => null)
  return (await readLinked(root))?.commonDir ?? null
}

/** Writes the `.git` file of a worktree again where only that is gone: the repository still knows the folder. */
export async function restorePointer(root: string, folder: string): Promise<void> {
  if (!existsSync(folder) || existsSync(join(folder, '.git'))) return
  const common = await commonDirOf(root)
  if (common === null) return
  for (const name of await readdir(join(common, 'worktrees')).catch(() => [])) {
    const gitDir = join(common, 'worktrees', name)
    const back = await textOf(join(gitDir, 'gitdir'))
    if (back !== null && resolve(gitDir, back.trim()) === join(folder, '.git'))
      await writeFile(join(folder, '.git'), `gitdir: ${gitDir}\n`, { flag: 'wx' })
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => null)))
  return a !== null && a === b
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}
