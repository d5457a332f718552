// What differs from the last commit. Paths are relative to the folder asked about, so some may begin with `../`.

import { posix } from 'node:path'
import { askGit, fields } from './ask.js'
import { runGit } from './exec.js'
import { findTree, type Tree } from './repository.js'

/** One `XY path` a line, untracked files one by one, renames as a removal and an addition. */
export async function statusLines(cwd: string, below?: string): Promise<readonly string[]> {
  const tree = await findTree(cwd)
  if (tree === null) return []
  const scope = below === undefined ? [] : ['--', literal(below)]
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', ...scope]
  const entries = fields(await askGit(args, { cwd }))
  return entries.map((entry) => entry.slice(0, 3) + fromTop(tree, entry.slice(3)))
}

export async function uncommittedBelow(cwd: string, folder: string): Promise<readonly string[]> {
  const lines = await statusLines(cwd, folder)
  return lines.map((line) => line.slice(3)).toSorted()
}

/** Whether git ignores it: never true for a committed path. */
export async function isIgnored(cwd: string, path: string): Promise<boolean> {
  return (await ignoredAmong(cwd, [path])).length > 0
}

export async function ignoredAmong(cwd: string, paths: readonly string[]): Promise<readonly string[]> {
  if ((await findTree(cwd)) === null || paths.length === 0) return []
  const result = await runGit(['check-ignore', '-z', '--stdin'], {
    cwd,
    stdin: paths.map((path) => `${path}\0`).join(''),
  })
  return fields(result.stdout)
}

/** A literal path: `*` and `:` in it have no special meaning. */
export function literal(path: string): string {
  return `:(literal)${path}`
}

/** git names paths from the repository's top; we name them from the folder that was asked about. */
function fromTop(tree: Tree, path: string): string {
  if (tree.prefix === '') return path
  const relative = posix.relative(tree.prefix, path)
  return path.endsWith('/') ? `${relative}/` : relative
}
