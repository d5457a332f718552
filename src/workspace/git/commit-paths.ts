// Commits exactly the named paths on the current branch, whatever else is staged or changed. Laws GIT1 to GIT4 are in commit.ts.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import type { Commit } from '../../kernel/world.js'
import { askGit } from './ask.js'
import { type Build, type Built, commitBuilt, realIndex } from './commit.js'
import { differing, entriesOfIndex, entriesOfTree, setEntries } from './index-entries.js'
import { copyIndex, type SideIndex } from './side-index.js'
import { ignoredAmong } from './status.js'

export async function commitPaths(root: string, paths: readonly string[], message: string): Promise<Commit> {
  const wanted = [...new Set(paths)]
  if (wanted.length === 0) return { kind: 'nothing' }
  await refuseFolders(root, wanted)
  const [ignored] = await ignoredAmong(root, wanted)
  if (ignored !== undefined) return { kind: 'skipped', why: `${ignored} is ignored by git` }
  return commitBuilt(root, message, (build) => buildPaths(build, wanted))
}

async function buildPaths({ tree, head, make }: Build, paths: readonly string[]): Promise<Built> {
  const { cwd, prefix } = tree
  const index = make()
  await askGit(head === null ? ['read-tree', '--empty'] : ['read-tree', head], { cwd, env: index.env })
  const listed = paths.map((path) => `${path}\0`).join('')
  await askGit(['update-index', '--add', '--remove', '-z', '--stdin'], { cwd, env: index.env, stdin: listed })
  const treeHash = (await askGit(['write-tree'], { cwd, env: index.env })).trim()
  const fromTop = paths.map((path) => prefix + path)
  return { treeHash, restage: () => restagePaths({ tree, head, make }, treeHash, fromTop) }
}

/** The entries of our paths become those of the commit, and no others change (GIT2); null when they are so already. */
async function restagePaths(
  { tree, make }: Build,
  treeHash: string,
  paths: readonly string[],
): Promise<SideIndex | null> {
  const { cwd } = tree
  const index = make()
  const real = realIndex(tree)
  if (real !== null) await copyIndex(real, index)
  const wanted = await entriesOfTree(cwd, treeHash, paths)
  const changed = differing(wanted, await entriesOfIndex(cwd, index, paths))
  await setEntries(cwd, index, wanted, changed)
  return changed.length === 0 ? null : index
}

/** A folder is refused: it would add every file below it, which the caller did not name. */
async function refuseFolders(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const found = await lstat(join(root, path)).catch(() => null)
    if (found?.isDirectory())
      throw new CannotGoOn('GIT', `${path} is a folder; only named files are committed.`)
  }
}
