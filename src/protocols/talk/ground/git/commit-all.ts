// Commits everything in one of our worktrees: what is not checked out stays, and what git ignores below `.lore/` counts.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotGoOn } from '../../../../kernel/errors.js'
import type { Commit } from '../../../../kernel/world.js'
import { askGit } from '../../../../workspace/git/ask.js'
import { type Build, commitBuilt, realIndex } from '../../../../workspace/git/commit.js'
import { findTree, headOf } from '../../../../workspace/git/repository.js'
import { copyIndex, type SideIndex, withSideIndexes } from '../../../../workspace/git/side-index.js'
import { ignoredAmong } from '../../../../workspace/git/status.js'
import { LORE, MEETINGS_FOLDER } from '../../documents/artifact.js'

export async function commitAll(folder: string, message: string): Promise<Commit> {
  await checkOwn(folder)
  return commitBuilt(folder, message, async (build) => {
    const index = await everything(build)
    return { treeHash: await treeIn(folder, index), restage: async () => index }
  })
}

/** A commit of the worktree as it stands that no branch knows of: for looking ahead. */
export async function imagineCommit(folder: string): Promise<string> {
  const tree = await checkOwn(folder)
  const head = await headOf(folder)
  return withSideIndexes(tree.gitDir, async (make) => {
    const treeHash = await treeIn(folder, await everything({ tree, head, make }))
    const parents = head === null ? [] : ['-p', head]
    const env = { GIT_AUTHOR_NAME: 'parley', GIT_AUTHOR_EMAIL: 'parley@localhost' }
    const committer = { GIT_COMMITTER_NAME: 'parley', GIT_COMMITTER_EMAIL: 'parley@localhost' }
    const args = ['-c', 'commit.gpgSign=false', 'commit-tree', treeHash, ...parents, '-m', 'preview']
    return (await askGit(args, { cwd: folder, env: { ...env, ...committer } })).trim()
  })
}

/** A folder that lost its own repository would be taken for a part of the one around it, and that is the person's. */
async function checkOwn(folder: string) {
  const tree = await findTree(folder)
  if (tree === null || tree.prefix !== '' || !existsSync(join(folder, '.git')))
    throw new CannotGoOn(
      'WORKTREE',
      `${folder} is not a worktree.`,
      'Start parley again: it makes its worktrees anew.',
    )
  return tree
}

/** From git's own index: it alone knows what is left out of a sparse checkout and must not be taken for deleted. */
async function everything({ tree, make }: Build): Promise<SideIndex> {
  const { cwd } = tree
  const real = realIndex(tree)
  if (real === null)
    throw new CannotGoOn('WORKTREE', `The index of ${cwd} is missing.`, 'Make it again: git read-tree HEAD')
  const index = make()
  await copyIndex(real, index)
  await askGit(['add', '--all', '--sparse'], { cwd, env: index.env })
  if (existsSync(join(cwd, LORE)) && (await ignoredAmong(cwd, [`${MEETINGS_FOLDER}/x.md`])).length > 0)
    await askGit(['add', '--all', '--sparse', '--force', '--', LORE], { cwd, env: index.env })
  return index
}

async function treeIn(cwd: string, index: SideIndex): Promise<string> {
  return (await askGit(['write-tree'], { cwd, env: index.env })).trim()
}
