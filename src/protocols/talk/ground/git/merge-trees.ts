// Merges two commits without touching a file, an index or a branch: git computes the tree, and conflicts below `.lore/` are settled here.
//
//   TREE1  A conflict below `.lore/` is settled for the talk, whichever side deleted what. Any other conflict ends the merge.
//   TREE2  Conflicts are settled by path, without following renames: a file that one side moved and the other changed is kept at both
//          paths.

import { askGit, askLine, gitFailed } from '../../../../workspace/git/ask.js'
import { plainDrivers } from '../../../../workspace/git/drivers.js'
import { runGit } from '../../../../workspace/git/exec.js'
import { differing, type Entries, entriesOfTree } from '../../../../workspace/git/index-entries.js'
import { findTree } from '../../../../workspace/git/repository.js'
import { type SideIndex, withSideIndexes } from '../../../../workspace/git/side-index.js'
import { LORE } from '../../documents/artifact.js'

export type Merged =
  | { readonly kind: 'tree'; readonly tree: string; readonly settled: readonly string[] }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }

/** `talk` is merged into `integration`; both are commits. */
export async function mergeTrees(cwd: string, integration: string, talk: string): Promise<Merged> {
  const { tree, conflicts } = await compute(cwd, integration, talk)
  const others = conflicts.filter((path) => !path.startsWith(`${LORE}/`))
  if (others.length > 0) return { kind: 'conflict', files: others }
  if (conflicts.length === 0) return { kind: 'tree', tree, settled: [] }
  const wanted = await settledLore(cwd, { integration, talk, merged: tree, conflicts })
  return { kind: 'tree', tree: await withLore(cwd, tree, wanted), settled: conflicts }
}

/** The merge as git makes it, and the paths that have more than one version in it. */
async function compute(
  cwd: string,
  ours: string,
  theirs: string,
): Promise<{ tree: string; conflicts: readonly string[] }> {
  const options = ['--write-tree', '-z', '--name-only', '--no-messages', '--allow-unrelated-histories']
  const args = [...(await plainDrivers(cwd)), 'merge-tree', ...options, ours, theirs]
  const result = await runGit(args, { cwd })
  if (result.code > 1) throw gitFailed(args, cwd, result)
  const [tree = '', ...conflicts] = result.stdout.split('\0').filter((part) => part !== '')
  return { tree, conflicts: [...new Set(conflicts)] }
}

interface Sides {
  readonly integration: string
  readonly talk: string
  readonly merged: string
  readonly conflicts: readonly string[]
}

/** What only one side changed is that side's; what both changed is git's merge of the two, and where git finds a conflict the talk's (TREE1). */
async function settledLore(cwd: string, sides: Sides): Promise<Entries> {
  const base = await askLine(['merge-base', sides.integration, sides.talk], { cwd })
  const lore = (tree: string | null) => (tree === null ? new Map() : entriesOfTree(cwd, tree, [LORE]))
  const trees = [base, sides.integration, sides.talk, sides.merged]
  const [before, ours, own, merged] = (await Promise.all(trees.map(lore))) as [
    Entries,
    Entries,
    Entries,
    Entries,
  ]
  const wanted = new Map<string, string>()
  for (const path of new Set([...before.keys(), ...ours.keys(), ...own.keys()])) {
    const [was, here, there] = [before.get(path), own.get(path), ours.get(path)]
    const both = here === undefined || sides.conflicts.includes(path) ? here : (merged.get(path) ?? here)
    const entry = here === was ? there : there === was ? here : both
    if (entry !== undefined) wanted.set(path, entry)
  }
  return withoutClashes(wanted, own)
}

/** Where one side has a file and the other a folder of its name, the talk's is taken. */
function withoutClashes(wanted: Map<string, string>, own: Entries): Entries {
  for (const path of [...wanted.keys()]) {
    for (const folder of foldersOf(path)) {
      if (wanted.has(folder)) wanted.delete(own.has(path) ? folder : path)
    }
  }
  return wanted
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** The same tree with another `.lore/`. */
async function withLore(cwd: string, tree: string, wanted: Entries): Promise<string> {
  const changed = differing(wanted, await entriesOfTree(cwd, tree, [LORE]))
  const { gitDir } = (await findTree(cwd))!
  return withSideIndexes(gitDir, async (make) => {
    const index = make()
    await askGit(['read-tree', tree], { cwd, env: index.env })
    await replaceEntries(cwd, index, wanted, changed, tree.length)
    return (await askGit(['write-tree'], { cwd, env: index.env })).trim()
  })
}

/** Removals first: a new file may have the path of a removed folder. */
async function replaceEntries(
  cwd: string,
  index: SideIndex,
  wanted: Entries,
  paths: readonly string[],
  hashLength: number,
): Promise<void> {
  const [stay, go] = [paths.filter((path) => wanted.has(path)), paths.filter((path) => !wanted.has(path))]
  const lines = [
    ...go.map((path) => `0 ${'0'.repeat(hashLength)}\t${path}\0`),
    ...stay.map((path) => `${wanted.get(path)}\t${path}\0`),
  ]
  await askGit(['update-index', '-z', '--index-info'], { cwd, env: index.env, stdin: lines.join('') })
}
