// Held: whether a process that lives has a meeting now. Only looks.

import { join } from 'node:path'
import { ownerOf } from './lock.js'
import { isAlive, isNear } from './owner.js'

/** An owner on another machine cannot be asked, so it is taken to live. */
export async function isHeld(folder: string): Promise<boolean> {
  const owner = await ownerOf(join(folder, 'lock'))
  if (owner === 'nobody') return false
  return owner === 'unknown' || !isNear(owner) || isAlive(owner)
}
