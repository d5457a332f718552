// Side index: our own index file beside git's, so that a commit is built without changing what is staged.

import { copyFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isFreshLock, ownerOf } from '../lock.js'
import { isAlive, thisProcess } from '../owner.js'

export interface SideIndex {
  readonly file: string
  /** Makes git use this index for one call. */
  readonly env: Readonly<Record<string, string>>
}

const NAME = /^parley-index-(\d+)-([^-]*)-([0-9a-f]{16})(?:\.lock)?$/

/** Provides index files while `work` runs. Those of dead processes are deleted first. */
export async function withSideIndexes<T>(
  gitDir: string,
  work: (make: () => SideIndex) => Promise<T>,
): Promise<T> {
  await clearDead(gitDir)
  const made: SideIndex[] = []
  const make = () => {
    const owner = thisProcess('')
    const file = join(gitDir, `parley-index-${owner.pid}-${owner.started ?? ''}-${owner.token}`)
    const index = { file, env: { GIT_INDEX_FILE: file } }
    made.push(index)
    return index
  }
  try {
    return await work(make)
  } finally {
    await Promise.all(made.map((index) => rm(index.file, { force: true })))
  }
}

/**
 * A copy that is as old as the original. git takes a file for unchanged when it is older than the index: a copy that looked
 * newer would hide an edit made in the same instant as the `git add` before it.
 */
export async function copyIndex(from: string, to: SideIndex): Promise<void> {
  const { mtimeMs } = await stat(from)
  await copyFile(from, to.file)
  const wholeSecond = Math.floor(mtimeMs / 1000)
  await utimes(to.file, wholeSecond, wholeSecond)
}

async function clearDead(gitDir: string): Promise<void> {
  for (const name of await readdir(gitDir)) {
    if (await isLeftOver(gitDir, name)) await rm(join(gitDir, name), { force: true })
  }
}

async function isLeftOver(gitDir: string, name: string): Promise<boolean> {
  const [, pid, started] = NAME.exec(name) ?? []
  if (pid !== undefined) return !isAlive({ ...thisProcess(''), pid: Number(pid), started: started || null })
  if (!isFreshLock(name)) return false
  const owner = await ownerOf(join(gitDir, name))
  return typeof owner !== 'string' && !isAlive(owner)
}
