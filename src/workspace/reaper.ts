// Reaper: deletes what a kind of meeting keeps for a while only, when it is old enough. Never follows a link, and never fails anybody's work.

import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_AGE_DAYS, isPastAge } from '../rules/reaping.js'

/** `folders` are seen from the root. What cannot be looked at or deleted stays. */
export function reap(root: string, folders: readonly string[], now: Date): void {
  for (const folder of folders) {
    for (const file of filesIn(root, folder)) {
      try {
        if (isPastAge(lstatSync(file).mtimeMs, now.getTime(), DEFAULT_AGE_DAYS)) rmSync(file)
      } catch {
        // It is gone already, or belongs to somebody else.
      }
    }
  }
}

function filesIn(root: string, folder: string): readonly string[] {
  try {
    if (realpathSync(join(root, folder)) !== join(realpathSync(root), folder)) return []
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
