// The `Documents` port over a workspace: whole files, written beside and renamed into place, never through a link.
//
//   DOC1  A reader sees the old text or the new, never a part. A kill leaves at most a temporary file.
//   DOC2  A path is locked while it is written, and the temporary file is named after the lock: the lock of a dead process says which
//         one file to clean up, and no file of a person's is ever taken for it.

import type { Documents } from '../kernel/run/documents.js'
import { boundedBytes } from './bounded.js'
import { onDisk } from './disk-errors.js'
import { placeToWrite } from './inside.js'
import { deadNames, exclusively } from './locks-folder.js'
import type { Owner } from './owner.js'
import { removeBelow, replaceBelow } from './plain-files.js'

export function workspaceDocuments(root: string): Documents {
  return {
    write: (path, text) => onDisk('write', path, () => writeWhole(root, path, text)),
    remove: (path) => onDisk('remove', path, async () => removeBelow(root, await placeToWrite(root, path))),
    read: (path) => onDisk('read', path, async () => readIfThere(await placeToWrite(root, path), path)),
    sweep: () => onDisk('sweep', '.parley/locks', () => sweepAll(root)),
  }
}

async function writeWhole(root: string, path: string, text: string): Promise<void> {
  await placeToWrite(root, path)
  await whileLocked(root, path, async (token) => {
    replaceBelow(root, await placeToWrite(root, path), { text, flush: true, draft: draftOf(token) })
  })
}

const WRITING = 'write '

/** The next writer of a path deletes what a dead writer left: its lock still names the path (DOC2). */
function whileLocked<T>(root: string, path: string, work: (token: string) => Promise<T>): Promise<T> {
  return exclusively(root, WRITING + path, work, { inherit: (dead) => sweepOne(root, path, dead) })
}

/** Every path whose writer died, including one that no journal line names yet because it was the first write. */
async function sweepAll(root: string): Promise<void> {
  for (const name of await deadNames(root)) {
    if (name.startsWith(WRITING)) await whileLocked(root, name.slice(WRITING.length), async () => {})
  }
}

/** One file, by its whole name: a lock can have come with a clone, and must not choose among files of the person's (DOC2). */
async function sweepOne(root: string, path: string, { token }: Owner): Promise<void> {
  removeBelow(root, `${await placeToWrite(root, path)}.${draftOf(token)}`)
}

function draftOf(token: string): string {
  return `parley-${token}`
}

async function readIfThere(place: string, path: string): Promise<string | null> {
  const bytes = await boundedBytes(place, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (bytes === null) throw Object.assign(new Error(`${path} is no file`), { code: 'EISDIR' })
  return bytes?.toString('utf8') ?? null
}
