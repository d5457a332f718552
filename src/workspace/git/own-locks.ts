// The locks of git in one of parley's own checkouts and on its branch: a killed git leaves them, and they would block all that follows.

import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { clearDeadLocks, locksOf, refLock } from './dead-locks.js'
import { commonDirOf, readLinked } from './linked.js'

export interface OwnCheckout {
  readonly folder: string
  readonly branch: string
}

/** Takes over what dead processes left there; to be called before git is asked to write in it. `root` is in the same repository. */
export async function clearOwnLocks(root: string, { folder, branch }: OwnCheckout): Promise<void> {
  const common = (await readLinked(folder))?.commonDir ?? (await commonDirOf(root))
  if (common === null) return
  const files = [...(await locksOf(folder)), refLock(common, branch)]
  const real = await Promise.all([root, folder, common].map((one) => realpath(one).catch(() => one)))
  await clearDeadLocks(files, real)
}

/** The same for a worktree that parley made, by its folder alone: its branch is named after it. On any other branch nothing is taken over. */
export async function clearLocksIn(root: string, folder: string): Promise<void> {
  const branch = (await readLinked(folder))?.branch ?? null
  if (branch?.endsWith(`-${basename(folder)}`)) await clearOwnLocks(root, { folder, branch })
}
