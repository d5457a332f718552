// Where a person's own data lives, across workspaces: PARLEY_HOME, else `.parley` in their home folder.

import { chmodSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export function parleyHome(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const asked = environment['PARLEY_HOME']?.trim()
  return asked ? resolve(asked) : join(homedir(), '.parley')
}

/** Modes of what only its owner reads, whatever their umask says. */
export const ownFile = 0o600
export const ownFolder = 0o700

/** For what is made in this folder: nobody else's to read where the folder is nobody else's, as a home is, else as the umask says. */
export function modesIn(folder: string): { readonly file: number; readonly folder: number } {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & 0o077) === 0
    ? { file: ownFile, folder: ownFolder }
    : { file: 0o666, folder: 0o777 }
}

/** A home that was made by hand or by an earlier parley may be open to others. One that cannot be closed is left as it is. */
export function closeToOthers(home: string): void {
  try {
    if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700)
  } catch {
    // Somebody else's folder, or a file system without modes: what lies in it has modes of its own.
  }
}
