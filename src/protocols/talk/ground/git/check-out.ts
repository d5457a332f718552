// Fills a new worktree: all of the commit, or `.lore/` and the files at the top.
//
// A sparse checkout needs one setting in the person's repository: git turns on `extensions.worktreeConfig`, so that each
// worktree can have settings of its own. Nothing else of their configuration changes.

import { askGit, askLine } from '../../../../workspace/git/ask.js'
import { LORE } from '../../documents/artifact.js'

export async function checkOutLore(folder: string): Promise<void> {
  await askGit(['sparse-checkout', 'set', '--cone', LORE], { cwd: folder })
  await fill(folder)
}

/** Set explicitly, since git copies the sparse settings of the person's checkout to new worktrees. */
export async function checkOutAll(folder: string): Promise<void> {
  const sparse = await askLine(['config', '--type=bool', '--get', 'core.sparseCheckout'], { cwd: folder })
  if (sparse === 'true') await askGit(['sparse-checkout', 'disable'], { cwd: folder })
  await fill(folder)
}

async function fill(folder: string): Promise<void> {
  await askGit(['read-tree', '-m', '-u', 'HEAD'], { cwd: folder })
}
