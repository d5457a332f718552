// Facts about commits that never change, so git is asked once: the tree of a commit, and whether one commit is an ancestor of another.
// Both follow from the hashes alone, so they stay true whatever any process does to branches.

import { askGit, askLine } from './ask.js'

const mostKept = 2_000
const trees = new Map<string, string>()
const bases = new Map<string, string | null>()

export async function treeOf(cwd: string, commit: string): Promise<string> {
  return (
    trees.get(commit) ??
    rememberTree(commit, (await askGit(['rev-parse', `${commit}^{tree}`], { cwd })).trim())
  )
}

/** Of a commit that was just made from this tree. */
export function rememberTree(commit: string, tree: string): string {
  keep(trees, commit, tree)
  return tree
}

/** The best common ancestor of two commits, or null. */
export async function mergeBase(cwd: string, one: string, other: string): Promise<string | null> {
  const key = `${one} ${other}`
  const known = bases.get(key)
  if (known !== undefined) return known
  const base = await askLine(['merge-base', one, other], { cwd })
  // A missing result is not cached: a failure of git looks the same.
  if (base !== null) keep(bases, key, base)
  return base
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}
