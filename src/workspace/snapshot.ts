// A snapshot of the workspace, to find paths that changed although nothing should have been written. It cannot say who changed them.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { findTree } from './git/repository.js'
import { statusLines } from './git/status.js'
import { candidatePaths } from './text-files.js'

/** By path, a fingerprint of the file. With git only paths that differ from the last commit; without git every file. */
export type Snapshot = Readonly<Record<string, string>>

export async function takeSnapshot(root: string): Promise<Snapshot> {
  const lines = (await findTree(root)) === null ? null : await statusLines(root)
  const seen = lines ?? (await candidatePaths(root)).map((path) => `   ${path}`)
  const entries = seen.map(async (line) => {
    const path = line.slice(3)
    return [path, line.slice(0, 2) + (await looksOf(join(root, path)))] as const
  })
  return Object.fromEntries((await Promise.all(entries)).filter(([path]) => !path.startsWith('.parley/')))
}

/** A file that differed already and was changed again differs in size or time. */
async function looksOf(place: string): Promise<string> {
  const found = await lstat(place).catch(() => null)
  return found === null ? ' gone' : ` ${found.size} ${found.mtimeMs}`
}
