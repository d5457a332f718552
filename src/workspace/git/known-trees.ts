// Known trees: what git said of a folder holds for as long as the files from which git knows it are the same. Asking git each time was a
// fourth of all its processes in a session of work.
//
//   KNOWN1  An answer is given again only where a look at those files, made anew each time, equals the look before git was asked: which
//          `.git` comes first on the way up, what it points to, whose it is, and the settings that lie there.
//   KNOWN2  Only a tree that was found, and found there, is known. That there is none is asked each time.

import { type BigIntStats, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Where git keeps the index, HEAD and the like of one working tree. */
export interface Tree {
  /** The folder that was asked about. */
  readonly cwd: string
  readonly gitDir: string
  /** What it shares with the other worktrees of its repository: settings, hooks, objects. */
  readonly commonDir: string
  /** The folder inside the repository, empty at its top, else ending in `/`. */
  readonly prefix: string
}

interface Look {
  readonly gitDir: string
  /** Everything that was seen, to be compared. */
  readonly seen: string
}

const known = new Map<string, { readonly seen: string; readonly tree: Tree }>()
const mostKnown = 200

/** The tree around this folder: as it is known, else as git says. */
export async function knownTree(cwd: string, ask: () => Promise<Tree | null>): Promise<Tree | null> {
  const look = lookFrom(cwd)
  const before = known.get(cwd)
  if (before !== undefined && before.seen === look?.seen) return before.tree
  known.delete(cwd)
  const tree = await ask()
  if (tree === null || look === null || orNull(() => realpathSync(look.gitDir)) !== tree.gitDir) return tree
  if (known.size >= mostKnown) known.clear()
  known.set(cwd, { seen: look.seen, tree })
  return tree
}

/** Null where git must be asked: no `.git` on the way up, or one of an unusual form. */
function lookFrom(cwd: string): Look | null {
  const real = orNull(() => realpathSync(cwd))
  for (let folder = real; folder !== null; folder = above(folder)) {
    const own = join(folder, '.git')
    if (statOf(own) !== null) return lookAt(`${real}`, folder, own)
    // The folder itself may be a repository without a tree, or the inside of one.
    if (statOf(join(folder, 'HEAD')) !== null) return null
  }
  return null
}

function lookAt(real: string, folder: string, own: string): Look | null {
  const gitDir = orNull(() => statSync(own).isDirectory()) ? own : pointedTo(folder, own)
  if (gitDir === null) return null
  const shared = orNull(() => readFileSync(join(gitDir, 'commondir'), 'utf8')) ?? '.'
  const common = resolve(gitDir, shared.trim())
  const owned = [folder, own, gitDir, join(common, 'objects'), join(common, 'refs')]
  const read = [own, join(gitDir, 'HEAD'), join(gitDir, 'config.worktree'), join(common, 'config')]
  const marks = [...owned.map((path) => ownerOf(statOf(path))), ...read.map((path) => markOf(statOf(path)))]
  return { gitDir, seen: [real, folder, gitDir, common, ...marks].join('\n') }
}

function pointedTo(folder: string, own: string): string | null {
  const pointer = /^gitdir: (.+?)\r?\n?$/.exec(orNull(() => readFileSync(own, 'utf8')) ?? '')?.[1]
  return pointer === undefined ? null : resolve(folder, pointer)
}

function above(folder: string): string | null {
  const up = dirname(folder)
  return up === folder ? null : up
}

function statOf(path: string): BigIntStats | null {
  return orNull(() => lstatSync(path, { bigint: true, throwIfNoEntry: false })) ?? null
}

/** Which it is, and whose: git trusts no repository of somebody else's. */
function ownerOf(found: BigIntStats | null): string {
  return found === null ? 'none' : [found.dev, found.ino, found.mode, found.uid].join(' ')
}

/** Of a file, all that changes with its content; a folder's times change with every file in it and say nothing here. */
function markOf(found: BigIntStats | null): string {
  if (found === null || found.isDirectory()) return ownerOf(found)
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

function orNull<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}
