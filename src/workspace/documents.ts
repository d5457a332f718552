// The `Documents` port over a workspace: whole files, written beside and renamed into place, never through a link.
//
//   DOC1  A reader sees the old text or the new, never a part. A kill leaves at most a temporary file.
//   DOC2  A path is locked while it is written, so the lock of a dead process says where to clean up, and a person's own file is
//         never mistaken for a temporary file.

import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Documents } from '../kernel/documents.js'
import { onDisk } from './disk-errors.js'
import { placeToWrite } from './inside.js'
import { deadNames, exclusively } from './locks-folder.js'
import type { Owner } from './owner.js'
import { removeBelow, replaceBelow } from './plain-files.js'

export function workspaceDocuments(root: string): Documents {
  return {
    write: (path, text) => onDisk('write', path, () => writeWhole(root, path, text)),
    remove: (path) => onDisk('remove', path, async () => removeBelow(root, await placeToWrite(root, path))),
    read: (path) => onDisk('read', path, async () => readIfThere(await placeToWrite(root, path))),
    sweep: () => onDisk('sweep', '.parley/locks', () => sweepAll(root)),
  }
}

async function writeWhole(root: string, path: string, text: string): Promise<void> {
  await placeToWrite(root, path)
  await whileLocked(root, path, async () => {
    replaceBelow(root, await placeToWrite(root, path), { text, flush: true })
  })
}

const WRITING = 'write '

/** The next writer of a path deletes what a dead writer left: its lock still names the path (DOC2). */
function whileLocked<T>(root: string, path: string, work: () => Promise<T>): Promise<T> {
  return exclusively(root, WRITING + path, work, { inherit: (dead) => sweepOne(root, path, dead) })
}

/** Every path whose writer died, including one that no journal line names yet because it was the first write. */
async function sweepAll(root: string): Promise<void> {
  for (const name of await deadNames(root)) {
    if (name.startsWith(WRITING)) await whileLocked(root, name.slice(WRITING.length), async () => {})
  }
}

/** Temporary files are named like their file, a dot and a number; only those made since the dead writer began are its own. */
async function sweepOne(root: string, path: string, dead: Owner): Promise<void> {
  const place = await placeToWrite(root, path)
  const folder = dirname(place)
  const since = Date.parse(dead.since)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isTemporaryOf(basename(place), name)) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile() && found.mtimeMs >= since - CLOCK_SLACK_MS)
      await rm(join(folder, name), { force: true })
  }
}

/** File systems round times: a file of the dead writer may look a little older than its lock. */
const CLOCK_SLACK_MS = 50

function isTemporaryOf(file: string, name: string): boolean {
  return name.startsWith(`${file}.`) && /^\d{1,10}$/.test(name.slice(file.length + 1))
}

async function readIfThere(place: string): Promise<string | null> {
  return readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}
