// Files that the person names with a flag, wherever they lie.

import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CannotGoOn, ParleyError } from '../../kernel/errors.js'
import { replaceBelow, replaceNamed } from '../../workspace/plain-files.js'
import { findRoot } from '../../workspace/root.js'

/** Whole or not at all. Inside the project no link is followed: a clone may bring one that has the name which is given here. */
export async function writeNamed(
  path: string,
  text: string | Uint8Array,
  cwd: string,
  flag: string,
): Promise<void> {
  const root = realpathSync((await findRoot(cwd)) ?? cwd)
  const place = join(realpathSync(cwd), relative(cwd, path))
  const isInside = !relative(root, place).startsWith('..')
  try {
    if (isInside && existsSync(dirname(place))) replaceBelow(root, place, { text })
    else if (isPlain(path)) replaceNamed(path, { text })
    else writeFileSync(path, text)
  } catch (error) {
    if (error instanceof ParleyError) throw error
    throw new CannotGoOn(
      'EXPORT',
      `${path} could not be written: ${(error as Error).message}.`,
      `Name another file with ${flag}.`,
    )
  }
}

/** A pipe or a device is written into; a folder that is missing is an error, and not made. */
function isPlain(path: string): boolean {
  return existsSync(path) ? statSync(path).isFile() : existsSync(dirname(path))
}
