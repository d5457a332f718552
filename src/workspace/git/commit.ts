// Commits without the person's index: a tree from a side index, a commit of it, and then only our own entries staged as committed.
//
//   G1  A commit holds the last commit plus the changes asked for, and nothing that the person has staged.
//   G2  The index afterwards differs from the one before in the paths committed, and in nothing else.
//   G3  The branch moves only from the commit that ours was built on; else all is built again.
//   G4  Killed anywhere, the same call run again ends in the same state: what is committed already makes no second commit.

import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import type { Commit } from '../../kernel/world.js'
import { lock } from '../lock.js'
import { askGit, gitFailed } from './ask.js'
import { runGit } from './exec.js'
import { identityFor } from './identity.js'
import { busyWith, findTree, headOf, type Tree } from './repository.js'
import { type SideIndex, withSideIndexes } from './side-index.js'

export interface Build {
  readonly tree: Tree
  readonly head: string | null
  readonly make: () => SideIndex
}

/** What to commit, and how the person's index is to stand afterwards. */
export interface Built {
  readonly treeHash: string
  /** Prepares the index that takes the place of git's own; null when that one is right already. Called under its lock. */
  restage(): Promise<SideIndex | null>
}

const ATTEMPTS = 5
const PATIENCE_MS = 10_000

/** Puts together what `build` says, again from the start whenever the branch has moved meanwhile. */
export async function commitBuilt(
  cwd: string,
  message: string,
  build: (build: Build) => Promise<Built>,
): Promise<Commit> {
  const tree = await findTree(cwd)
  if (tree === null) return { kind: 'skipped', why: 'this is not a git repository' }
  const busy = await busyWith(tree.gitDir)
  if (busy !== null) return { kind: 'skipped', why: `a ${busy} is in progress` }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const commit = await withSideIndexes(tree.gitDir, (make) => commitOnce(tree, message, make, build))
    if (commit !== 'moved') return commit
  }
  throw new CannotGoOn(
    'GIT',
    `The branch in ${cwd} kept moving while parley tried to commit.`,
    'Try again: `parley resume`.',
  )
}

async function commitOnce(
  tree: Tree,
  message: string,
  make: () => SideIndex,
  build: (build: Build) => Promise<Built>,
): Promise<Commit | 'moved'> {
  const head = await headOf(tree.cwd)
  const built = await build({ tree, head, make })
  const hash = await commitObject(tree, head, built.treeHash, message)
  const held = await lock(join(tree.gitDir, 'index.lock'), { about: 'commit', patienceMs: PATIENCE_MS })
  try {
    if ((await headOf(tree.cwd)) !== head) return 'moved'
    const index = await built.restage()
    if (hash !== null && !(await moveBranch(tree, head, hash, message))) return 'moved'
    if (index !== null) await rename(index.file, join(tree.gitDir, 'index'))
  } finally {
    await held.release()
  }
  return hash === null ? { kind: 'nothing' } : { kind: 'committed', hash }
}

/** Null when the tree is the last commit's own. */
async function commitObject(
  tree: Tree,
  head: string | null,
  treeHash: string,
  message: string,
): Promise<string | null> {
  const { cwd } = tree
  if (treeHash === (await treeOf(cwd, head))) return null
  const parents = head === null ? [] : ['-p', head]
  const options = ['-c', 'i18n.commitEncoding=UTF-8', '-c', 'commit.gpgSign=false']
  const args = [...options, 'commit-tree', treeHash, ...parents, '-F', '-']
  return (await askGit(args, { cwd, stdin: withNewline(message), env: await identityFor(cwd) })).trim()
}

/** Law G3. False when somebody else moved the branch first. */
async function moveBranch(tree: Tree, head: string | null, hash: string, message: string): Promise<boolean> {
  const before = head ?? '0'.repeat(hash.length)
  const subject = message.split('\n', 1)[0]!
  const args = ['update-ref', '-m', `commit: ${subject}`, 'HEAD', hash, before]
  const result = await runGit(args, { cwd: tree.cwd, env: await identityFor(tree.cwd) })
  if (result.code === 0) return true
  if ((await headOf(tree.cwd)) !== head) return false
  throw gitFailed(args, tree.cwd, result)
}

async function treeOf(cwd: string, head: string | null): Promise<string> {
  if (head !== null) return (await askGit(['rev-parse', `${head}^{tree}`], { cwd })).trim()
  return (await askGit(['hash-object', '-t', 'tree', '--stdin'], { cwd })).trim()
}

function withNewline(message: string): string {
  return message.endsWith('\n') ? message : `${message}\n`
}

export function realIndex(tree: Tree): string | null {
  const file = join(tree.gitDir, 'index')
  return existsSync(file) ? file : null
}
