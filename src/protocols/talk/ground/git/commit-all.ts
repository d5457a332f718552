// Commits everything in one of our worktrees. Files left out of a sparse checkout are kept, and ignored files below `.lore/` are included.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotGoOn } from '../../../../kernel/errors.js'
import type { Commit } from '../../../../kernel/world.js'
import { askGit, fields } from '../../../../workspace/git/ask.js'
import { type Build, type Built, commitInTree, realIndex } from '../../../../workspace/git/commit.js'
import { exceptNested, nestedAmong, nestedIn } from '../../../../workspace/git/nested.js'
import { headOf, type Tree, topTree } from '../../../../workspace/git/repository.js'
import { copyIndex, type SideIndex, withSideIndexes } from '../../../../workspace/git/side-index.js'
import { ignoredAmong } from '../../../../workspace/git/status.js'
import { LORE, MEETING_FOLDERS } from '../../documents/artifact.js'

/** What became of it, and the last commit afterwards. */
export type CommitAll = Commit & {
  readonly head: string | null
  /** Repositories inside the worktree, which are not in the commit. */
  readonly nested?: readonly string[]
}

export async function commitAll(folder: string, message: string): Promise<CommitAll> {
  const tree = await checkOwn(folder)
  let seen: Seen | undefined
  const headFor = async () => {
    seen = await lookAt(folder)
    if (seen.unmerged !== null) throw new InConflict(seen.unmerged)
    return seen.head
  }
  try {
    const commit = await commitInTree(tree, message, (build) => builtFrom(build, seen), headFor)
    const head = commit.kind === 'committed' ? commit.hash : (seen?.head ?? null)
    const nested = seen?.nested ?? []
    return { ...commit, head, ...(nested.length > 0 ? { nested } : {}) }
  } catch (error) {
    if (!(error instanceof InConflict)) throw error
    return { kind: 'skipped', why: `${error.path} is in conflict and waits to be settled`, head: null }
  }
}

/** A squash that a person makes by hand shows in nothing else: committed now, its conflict markers would be published. */
class InConflict extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} is in conflict`)
    this.path = path
  }
}

/** A commit of the worktree as it is, on no branch: for previews. */
export async function imagineCommit(folder: string): Promise<string> {
  const tree = await checkOwn(folder)
  const head = await headOf(folder)
  return withSideIndexes(tree.gitDir, async (make) => {
    const index = await everything({ tree, head, make }, await hidesLore(folder), await nestedIn(folder))
    const parents = head === null ? [] : ['-p', head]
    const env = { GIT_AUTHOR_NAME: 'parley', GIT_AUTHOR_EMAIL: 'parley@localhost' }
    const committer = { GIT_COMMITTER_NAME: 'parley', GIT_COMMITTER_EMAIL: 'parley@localhost' }
    const args = ['-c', 'commit.gpgSign=false', 'commit-tree', await treeIn(folder, index), ...parents]
    return (await askGit([...args, '-m', 'preview'], { cwd: folder, env: { ...env, ...committer } })).trim()
  })
}

/** In a folder whose `.git` file is gone, git would find the repository around it, which is the person's. */
async function checkOwn(folder: string): Promise<Tree> {
  const tree = await topTree(folder)
  if (tree === null || tree.prefix !== '' || !existsSync(join(folder, '.git')))
    throw new CannotGoOn(
      'WORKTREE',
      `${folder} is not a worktree.`,
      'Start parley again: it makes its worktrees anew.',
    )
  return tree
}

interface Seen {
  readonly head: string | null
  /** Whether anything differs from the last commit, in files or in the index. */
  readonly changed: boolean
  /** A path in conflict, or null. */
  readonly unmerged: string | null
  /** Whether git ignores anything below `.lore/`. */
  readonly hidden: boolean
  /** Repositories inside the worktree. */
  readonly nested: readonly string[]
}

/** One git call that tells whether there is something to commit. */
async function lookAt(cwd: string): Promise<Seen> {
  const options = ['--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all']
  const records = fields(await askGit(['status', ...options, '--ignored=matching'], { cwd }))
  const oid = records.find((record) => record.startsWith('# branch.oid '))?.slice('# branch.oid '.length)
  const ignored = records.filter((record) => record.startsWith('! ')).map((record) => record.slice(2))
  return {
    head: oid === undefined || oid === '(initial)' ? null : oid,
    changed: records.some((record) => /^[12u?] /.test(record)),
    unmerged:
      records
        .find((record) => record.startsWith('u '))
        ?.split(' ')
        .slice(10)
        .join(' ') ?? null,
    hidden: ignored.some((path) => `${path}/`.startsWith(`${LORE}/`)),
    nested: nestedAmong(records.flatMap((record) => (record.startsWith('? ') ? [record.slice(2)] : []))),
  }
}

/** Null when there is nothing to do. */
async function builtFrom(build: Build, seen: Seen | undefined): Promise<Built | null> {
  const { cwd } = build.tree
  const hides = seen?.hidden === true && (await hidesLore(cwd))
  if (seen && !seen.changed && !hides) return null
  const index = await everything(build, hides, seen?.nested ?? [])
  return { treeHash: await treeIn(cwd, index), restage: async () => index }
}

/** Single ignored files are left out; where the whole folder of meetings is ignored, it is committed nevertheless. */
async function hidesLore(cwd: string): Promise<boolean> {
  if (!existsSync(join(cwd, LORE))) return false
  const inEach = MEETING_FOLDERS.map((folder) => `${folder}/x.md`)
  return (await ignoredAmong(cwd, inEach)).length > 0
}

/** Starts from git's index: only that knows which files a sparse checkout leaves out, which must not be committed as deleted. */
async function everything(
  { tree, make }: Build,
  hidesLore: boolean,
  nested: readonly string[],
): Promise<SideIndex> {
  const { cwd } = tree
  const real = realIndex(tree)
  if (real === null)
    throw new CannotGoOn('WORKTREE', `The index of ${cwd} is missing.`, 'Make it again: git read-tree HEAD')
  const index = make()
  await copyIndex(real, index)
  await askGit(['add', '--all', '--sparse', ...(await exceptNested(cwd, nested))], { cwd, env: index.env })
  if (hidesLore) await askGit(['add', '--all', '--sparse', '--force', '--', LORE], { cwd, env: index.env })
  return index
}

async function treeIn(cwd: string, index: SideIndex): Promise<string> {
  return (await askGit(['write-tree'], { cwd, env: index.env })).trim()
}
