// Unlinked folders: whether a path that git or a walk named still stands below the root without a link in it. A tracked folder may
// have become a link since, and what it leads to is not the workspace.

import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Each folder is looked at once. */
export function unlinkedFolders(root: string): (path: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const top = realpath(root).catch(() => null)
  const look = async (folder: string) => {
    const [real, from] = await Promise.all([realpath(join(root, folder)).catch(() => null), top])
    return real !== null && from !== null && real === join(from, folder)
  }
  return (path) => {
    const folder = dirname(path)
    const found = known.get(folder) ?? look(folder)
    known.set(folder, found)
    return found
  }
}
