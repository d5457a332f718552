// The locks of git in one of parley's own checkouts and on its branch: a killed git leaves them, and they would block the project.

import { realpath } from 'node:fs/promises'
import { clearDeadLocks, locksOf, refLock } from '../../../../workspace/git/dead-locks.js'
import { commonDirOf } from '../../../../workspace/git/linked.js'
import type { TalkProject } from './types.js'

/** Takes over what dead processes left there; to be called before git is asked to write in it. */
export async function clearOwnLocks(
  { path }: TalkProject,
  { folder, branch }: { readonly folder: string; readonly branch: string },
): Promise<void> {
  const common = await commonDirOf(path)
  if (common === null) return
  const files = [...(await locksOf(folder)), refLock(common, branch)]
  const real = await Promise.all([path, folder, common].map((one) => realpath(one).catch(() => one)))
  await clearDeadLocks(files, real)
}
