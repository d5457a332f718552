// Bounded reading: a file that came with a clone may be of any size, and a few bytes of git hold gigabytes of it. It is looked at before it
// is read, and what is too large is said with its size, the limit and the way out: it is never called missing.

import { type FileHandle, open, stat } from 'node:fs/promises'
import { CannotGoOn } from '../kernel/errors.js'
import { mostOfText } from '../kernel/world.js'

/** The bytes of a regular file; null for anything else. `path` is what messages call it. Rejects where there is nothing. */
export async function boundedBytes(place: string, path: string, most = mostOfText): Promise<Buffer | null> {
  // Before it is opened, since opening a pipe waits for who writes into it.
  if (!(await stat(place)).isFile()) return null
  const file = await open(place, 'r')
  try {
    const { size } = await file.stat()
    if (size > most) throw tooLarge(path, size, most)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** The first bytes of a file as text, however long it is; empty where it cannot be read. */
export async function firstOf(place: string, most: number): Promise<string> {
  const file = await openRegular(place)
  if (file === null) return ''
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(most), 0, most, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

async function openRegular(place: string): Promise<FileHandle | null> {
  const found = await stat(place).catch(() => null)
  return found?.isFile() ? open(place, 'r').catch(() => null) : null
}

export function tooLarge(path: string, size: number, most: number): CannotGoOn {
  return new CannotGoOn(
    'TOO_LONG',
    `${path} is too large to be read: it has ${mega(size)}, and at most ${mega(most)} are read.`,
    'Look at what it is; then shorten it, or move it away.',
  )
}

function mega(bytes: number): string {
  return `${Math.ceil(bytes / 100_000) / 10} MB`
}
