// Where a person's own data lives, across workspaces: PARLEY_HOME, else `.parley` in their home folder.

import { chmodSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export function parleyHome(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const asked = environment['PARLEY_HOME']?.trim()
  return asked ? resolve(asked) : join(homedir(), '.parley')
}

/** A home that was made by hand or by an earlier parley may be open to others. One that cannot be closed is left as it is. */
export function closeToOthers(home: string): void {
  try {
    if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700)
  } catch {
    // Somebody else's folder, or a file system without modes: what lies in it has modes of its own.
  }
}
