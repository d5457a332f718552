// Commits without the person's index: builds a tree in a separate index, commits it, and then updates only our own entries.
//
//   GIT1  A commit holds the last commit plus the changes asked for, and nothing that the person has staged.
//   GIT2  The index afterwards differs from the one before in the paths committed, and in nothing else.
//   GIT3  The branch moves only from the commit that ours was built on; otherwise the commit is built again.
//   GIT4  Killed anywhere, the same call run again ends in the same state: what is committed already makes no second commit.

import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import type { Commit } from '../../kernel/world.js'
import { lock } from '../lock.js'
import { askGit, gitFailed } from './ask.js'
import { runGit } from './exec.js'
import { askAsPerson, type Identity } from './identity.js'
import { rememberTree, treeOf } from './immutable.js'
import { busyWith, findTree, headOf, type Tree } from './repository.js'
import { type SideIndex, withSideIndexes } from './side-index.js'

export interface Build {
  readonly tree: Tree
  readonly head: string | null
  readonly make: () => SideIndex
}

/** What to commit, and the person's index afterwards. */
export interface Built {
  readonly treeHash: string
  /** Prepares the index that takes the place of git's own; null when that one is right already. Called under its lock. */
  restage(): Promise<SideIndex | null>
}

const ATTEMPTS = 5
/** Another parley holds the lock for a few calls of git, which can take long on a busy machine. */
const PATIENCE_MS = 60_000

/** Makes the commit that `build` describes, and starts again whenever the branch has moved meanwhile. */
export async function commitBuilt(
  cwd: string,
  message: string,
  build: (build: Build) => Promise<Built>,
): Promise<Commit> {
  const tree = await findTree(cwd)
  if (tree === null) return { kind: 'skipped', why: 'this is not a git repository' }
  return commitInTree(tree, message, build, headOf)
}

/** The same for a known tree; `headFor` looks up the last commit for each attempt. */
export async function commitInTree(
  tree: Tree,
  message: string,
  build: (build: Build) => Promise<Built | null>,
  headFor: (cwd: string) => Promise<string | null>,
): Promise<Commit> {
  const { cwd } = tree
  const busy = await busyWith(tree.gitDir)
  if (busy !== null) return { kind: 'skipped', why: `a ${busy} is in progress` }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const commit = await withSideIndexes(tree.gitDir, async (make) => {
      const head = await headFor(cwd)
      return commitOnce({ tree, head, make }, message, build)
    })
    if (commit !== 'moved') return commit
  }
  throw new CannotGoOn(
    'GIT',
    `The branch in ${cwd} kept moving while parley tried to commit.`,
    'Try again: `parley resume`.',
  )
}

/** `build` says null when there is nothing to commit and the index is right already. */
async function commitOnce(
  start: Build,
  message: string,
  build: (build: Build) => Promise<Built | null>,
): Promise<Commit | 'moved'> {
  const { tree, head } = start
  const built = await build(start)
  if (built === null) return { kind: 'nothing' }
  const made = await commitObject(tree, head, built.treeHash, message)
  const held = await lock(join(tree.gitDir, 'index.lock'), { about: 'commit', patienceMs: PATIENCE_MS })
  try {
    // When the branch moves, git compares it with `head` itself; without a new commit it must be compared here.
    if (made === null && (await headOf(tree.cwd)) !== head) return 'moved'
    const index = await built.restage()
    if (made !== null && !(await moveBranch(tree, head, made, message))) return 'moved'
    if (index !== null) await rename(index.file, join(tree.gitDir, 'index'))
  } finally {
    await held.release()
  }
  return made === null ? { kind: 'nothing' } : { kind: 'committed', hash: made.hash }
}

interface Made {
  readonly hash: string
  readonly identity: Identity
}

/** Null when the tree is the last commit's own. */
async function commitObject(
  tree: Tree,
  head: string | null,
  treeHash: string,
  message: string,
): Promise<Made | null> {
  const { cwd } = tree
  if (treeHash === (head === null ? await emptyTree(cwd) : await treeOf(cwd, head))) return null
  const parents = head === null ? [] : ['-p', head]
  const options = ['-c', 'i18n.commitEncoding=UTF-8', '-c', 'commit.gpgSign=false']
  const args = [...options, 'commit-tree', treeHash, ...parents, '-F', '-']
  const { text, identity } = await askAsPerson(args, { cwd, stdin: withNewline(message) })
  const hash = text.trim()
  rememberTree(hash, treeHash)
  return { hash, identity }
}

/** git moves the branch only if it still is the commit that ours was built on (GIT3). False when somebody else moved it first. */
async function moveBranch(
  tree: Tree,
  head: string | null,
  { hash, identity }: Made,
  message: string,
): Promise<boolean> {
  const before = head ?? '0'.repeat(hash.length)
  const subject = message.split('\n', 1)[0]!
  const args = ['update-ref', '-m', `commit: ${subject}`, 'HEAD', hash, before]
  const result = await runGit(args, { cwd: tree.cwd, env: identity })
  if (result.code === 0) return true
  if ((await headOf(tree.cwd)) !== head) return false
  throw gitFailed(args, tree.cwd, result)
}

async function emptyTree(cwd: string): Promise<string> {
  return (await askGit(['hash-object', '-t', 'tree', '--stdin'], { cwd })).trim()
}

function withNewline(message: string): string {
  return message.endsWith('\n') ? message : `${message}\n`
}

export function realIndex(tree: Tree): string | null {
  const file = join(tree.gitDir, 'index')
  return existsSync(file) ? file : null
}
