// Commits every change in a worktree except below the folders left out, which stay as they are. Laws: see commit.ts.

import type { Commit } from '../../kernel/world.js'
import { askGit } from './ask.js'
import { type Build, type Built, commitBuilt, realIndex } from './commit.js'
import { differing, type Entries, entriesOfIndex, entriesOfTree, setEntries } from './index-entries.js'
import { exceptNested, nestedIn, nestedWhy } from './nested.js'
import { findTree } from './repository.js'
import { copyIndex, type SideIndex } from './side-index.js'

export async function commitWorktree(
  folder: string,
  message: string,
  leaveOut: readonly string[],
): Promise<Commit> {
  // A folder without its own `.git` would count as part of the surrounding repository, which is the person's.
  const tree = await findTree(folder)
  if (tree !== null && tree.prefix !== '') return { kind: 'skipped', why: `${folder} is not a worktree` }
  const nested = tree === null ? [] : await nestedIn(folder)
  if (nested.length > 0) return { kind: 'skipped', why: nestedWhy(nested, folder) }
  const folders = leaveOut.map((path) => path.replace(/\/+$/, ''))
  return commitBuilt(folder, message, (build) => buildAll(build, folders))
}

async function buildAll(build: Build, leaveOut: readonly string[]): Promise<Built> {
  const { tree, head } = build
  const { cwd } = tree
  const out = leaveOut.map((path) => tree.prefix + path)
  const index = await freshCopy(build)
  await askGit(['add', '--all', ...(await exceptNested(cwd, []))], { cwd, env: index.env })
  await putBack(cwd, index, head === null ? new Map() : await entriesOfTree(cwd, head, out), out)
  const treeHash = (await askGit(['write-tree'], { cwd, env: index.env })).trim()
  return { treeHash, restage: () => restageAll(build, index, out) }
}

/** What is staged below the excluded folders stays staged; everything else is now as committed. */
async function restageAll(build: Build, index: SideIndex, out: readonly string[]): Promise<SideIndex> {
  const { cwd } = build.tree
  await putBack(cwd, index, await entriesOfIndex(cwd, await freshCopy(build), out), out)
  return index
}

/** A copy of git's own index: it knows which files are unchanged, so they need not be read again. */
async function freshCopy({ tree, head, make }: Build): Promise<SideIndex> {
  const index = make()
  const real = realIndex(tree)
  if (real !== null) await copyIndex(real, index)
  else
    await askGit(head === null ? ['read-tree', '--empty'] : ['read-tree', head], {
      cwd: tree.cwd,
      env: index.env,
    })
  return index
}

async function putBack(
  cwd: string,
  index: SideIndex,
  wanted: Entries,
  out: readonly string[],
): Promise<void> {
  await setEntries(cwd, index, wanted, differing(wanted, await entriesOfIndex(cwd, index, out)))
}
