// Held: whether a process that lives has a meeting now. Only looks.

import { join } from 'node:path'
import type { Status } from '../../kernel/summary.js'
import { ownerOf } from '../../workspace/lock.js'
import { folderOf } from '../../workspace/meetings.js'
import { isAlive, isNear } from '../../workspace/owner.js'

/** Those of these meetings that stopped in the middle: nothing is asked, nothing is said, and nobody has them. */
export async function stoppedAmong(
  meetings: readonly { root: string; id: string; status: Status; all?: string }[],
): Promise<ReadonlySet<string>> {
  const running = meetings.filter(({ status }) => status === 'running')
  const held = await Promise.all(running.map(({ root, id, all }) => isHeld(root, id, all)))
  return new Set(running.filter((_, at) => !held[at]).map(({ id }) => id))
}

/** An owner on another machine cannot be asked, so it is taken to live. */
export async function isHeld(root: string, id: string, all?: string): Promise<boolean> {
  const owner = await ownerOf(join(folderOf(root, id, all), 'lock'))
  if (owner === 'nobody') return false
  return owner === 'unknown' || !isNear(owner) || isAlive(owner)
}
