// Deletes the dumps that the policy does not keep. Files that are no dumps stay.

import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { nightOf } from './names.js'
import { kept } from './policy.js'

/** Gives the names that were deleted. */
export async function prune(folder, today) {
  const dumps = (await readdir(folder)).filter((name) => nightOf(name) !== undefined)
  const keep = kept(dumps, today)
  const old = dumps.filter((name) => !keep.has(name))
  for (const name of old) await unlink(join(folder, name))
  return old
}
