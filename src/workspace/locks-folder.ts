// The workspace's locks, in `.parley/locks/`: one process at a time has a name; the others wait.

import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { placeToWrite } from './inside.js'
import { isFreshLock, type LockOptions, lock, ownerOf } from './lock.js'
import { keepOutOfGit } from './own-folder.js'
import { isAlive, isNear, type Owner } from './owner.js'
import { folderBelow } from './plain-files.js'

const LOCKS = '.parley/locks'
const PATIENCE_MS = 30 * 60_000

/** Runs `work`, which is told the token of its lock, while nobody else, in this process or another, has this name. */
export async function exclusively<T>(
  root: string,
  name: string,
  work: (token: string) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const file = join(await locksFolder(root), fileName(name))
  const held = await lock(file, { about: name, patienceMs: PATIENCE_MS, ours: true, ...options })
  try {
    return await work(held.token)
  } finally {
    await held.release()
  }
}

/** Names whose owners died while they had them, and files that a kill left between two steps of taking a lock. */
export async function deadNames(root: string): Promise<readonly string[]> {
  const folder = await placeToWrite(root, LOCKS)
  const dead: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = await ownerOf(join(folder, name))
    if (typeof owner === 'string' || !isSurelyDead(owner)) continue
    if (isFreshLock(name)) await rm(join(folder, name), { force: true })
    else dead.push(owner.about)
  }
  return dead.toSorted()
}

function isSurelyDead(owner: Owner): boolean {
  return isNear(owner) && !isAlive(owner)
}

async function locksFolder(root: string): Promise<string> {
  const folder = folderBelow(root, await placeToWrite(root, LOCKS))
  keepOutOfGit(root)
  return folder
}

/** A readable file name, different for any two names. */
function fileName(name: string): string {
  const readable = name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-60)
  return `${readable}-${createHash('sha256').update(name).digest('hex').slice(0, 10)}`
}
