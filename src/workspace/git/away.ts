// Takes a folder away in one step: it is renamed first, and only then deleted.
//
//   AWAY1  A kill never leaves half of a folder in its place: what is there is whole, and what is being deleted has another name.
//          A worktree with half of its files would look like work that deletes the other half.

import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface Moved {
  /** Deletes it. What cannot be deleted now is deleted by the next sweep. */
  remove(): Promise<void>
  putBack(): Promise<void>
}

export async function moveAway(folder: string): Promise<Moved> {
  const aside = join(dirname(folder), `${prefixOf(folder)}${randomBytes(4).toString('hex')}`)
  const there = await rename(folder, aside).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  return {
    remove: () => rm(aside, { recursive: true, force: true }).catch(() => {}),
    putBack: async () => void (there && (await rename(aside, folder))),
  }
}

/** Deletes what a kill left of this folder after it was taken away. */
export async function sweepMoved(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => [])
  const left = names.filter((name) => name.startsWith(prefixOf(folder)))
  for (const name of left)
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => {})
}

function prefixOf(folder: string): string {
  return `.${basename(folder)}.parley-removed-`
}
