// Disk errors as messages: which path, why, and what to do.

import { CannotGoOn } from '../kernel/errors.js'

/** Not everything that is written belongs to a meeting: a council that is convened does not. */
const again = 'then run the command again; a meeting that had begun goes on with `parley resume`'

const CAUSES: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  ENOSPC: ['the disk is full', `Free some space, ${again}. Nothing was half written.`],
  EDQUOT: ['your disk quota is used up', `Free some space, ${again}. Nothing was half written.`],
  EFBIG: [
    'the file would be larger than the system allows',
    `Raise the limit on the size of files (\`ulimit -f\`), ${again}. Nothing was half written.`,
  ],
  EROFS: ['the file system is read-only', 'Make it writable, or start parley in another folder.'],
  EACCES: ['permission was denied', `Change its permissions or its owner, ${again}.`],
  EPERM: ['permission was denied', `Change its permissions or its owner, ${again}.`],
  EISDIR: ['a folder has that name', `Move that folder away, ${again}.`],
  ENOTDIR: ['a file stands where a folder should be', `Move that file away, ${again}.`],
  EEXIST: ['a file stands where a folder should be', `Move that file away, ${again}.`],
  ENOTEMPTY: ['the folder is not empty', `Look what is in it, ${again}.`],
  ENAMETOOLONG: ['the name is too long', 'Use a shorter one.'],
  EMFILE: ['too many files are open', `Close some programs, or raise the limit, ${again}.`],
}

/** The error with a message for the person; an error that is not about the disk is returned unchanged. */
export function diskError(doing: string, path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const cause = code === undefined ? undefined : CAUSES[code]
  return cause
    ? new CannotGoOn('DISK', `Could not ${doing} ${path}: ${cause[0]} (${code}).`, cause[1])
    : error
}

/** Runs `work`, and turns its disk errors into messages for the person. */
export async function onDisk<T>(doing: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskError(doing, path, error)
  }
}
