// The inventory: the project's text files with their lines. Looked at once, and recorded.

import type { World } from '../../../kernel/world.js'
import { linesOf } from '../../../rules/numbered-lines.js'
import { secretByContent, secretByName } from '../../../rules/secret-files.js'
import { walk } from '../before/project.js'
import { type InventoryFile, isAudited, isText } from '../rules/zones.js'
import type { Sitting } from '../sitting.js'

export interface Inventory {
  readonly files: readonly InventoryFile[]
  /** Files that the tools refuse to show to any seat, because they hold secrets. */
  readonly closed: readonly string[]
}

export function takeInventory({ meeting, theme }: Sitting): Promise<Inventory> {
  return meeting.act('inventory', async ({ files, git }) => {
    const all = (await git.trackedFiles()) ?? (await walk(files, mostWalked))
    const found: InventoryFile[] = []
    const closed: string[] = []
    for (const path of all.filter((one) => isAudited(one, theme))) {
      const text = await textOf(files, path)
      if (text === null || !isText(text)) continue
      if (secretByName(path) !== null || secretByContent(path, text) !== null) closed.push(path)
      else found.push({ path, lines: linesOf(text).lines.length })
    }
    return { files: found, closed }
  })
}

const mostWalked = 50_000

/** Null for what is no file here: removed, a folder of another repository, or a link that leads out. */
async function textOf(files: World['files'], path: string): Promise<string | null> {
  try {
    return await files.read(path)
  } catch {
    return null
  }
}
