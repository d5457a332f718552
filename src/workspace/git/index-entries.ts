// Entries of an index: mode, object and path from the repository's top, in the form that git reads back.

import { askGit, askLine, fields } from './ask.js'
import type { SideIndex } from './side-index.js'

/** Path from the top to `mode hash`; a path that is not there has no entry. */
export type Entries = ReadonlyMap<string, string>

/** What a tree holds at these paths (from the top), files below folders included. */
export async function entriesOfTree(cwd: string, tree: string, paths: readonly string[]): Promise<Entries> {
  if (paths.length === 0) return new Map()
  const args = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', tree, '--', ...paths]
  const lines = fields(await askGit(args, { cwd }))
  return new Map(lines.map((line) => parseTreeLine(line)))
}

/** What an index holds at these paths (from the top). An unmerged path counts as one that differs from everything. */
export async function entriesOfIndex(
  cwd: string,
  index: SideIndex,
  paths: readonly string[],
): Promise<Entries> {
  if (paths.length === 0) return new Map()
  const args = [
    'ls-files',
    '--stage',
    '-z',
    '--full-name',
    '--',
    ...paths.map((path) => `:(top,literal)${path}`),
  ]
  const lines = fields(await askGit(args, { cwd, env: index.env }))
  return new Map(lines.map((line) => parseStageLine(line)))
}

/** Sets the entries of these paths, and of no others, to what is wanted there. */
export async function setEntries(
  cwd: string,
  index: SideIndex,
  wanted: Entries,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  const none = `0 ${'0'.repeat(await hashLength(cwd))}`
  const lines = paths.map((path) => `${wanted.get(path) ?? none}\t${path}\0`)
  await askGit(['update-index', '-z', '--index-info'], { cwd, env: index.env, stdin: lines.join('') })
}

/** The paths at which the two differ. */
export function differing(one: Entries, other: Entries): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()])
  return [...paths].filter((path) => one.get(path) !== other.get(path)).toSorted()
}

async function hashLength(cwd: string): Promise<number> {
  return (await askLine(['rev-parse', '--show-object-format'], { cwd })) === 'sha256' ? 64 : 40
}

function parseTreeLine(line: string): [string, string] {
  const tab = line.indexOf('\t')
  const [mode, , hash] = line.slice(0, tab).split(' ')
  return [line.slice(tab + 1), `${mode} ${hash}`]
}

function parseStageLine(line: string): [string, string] {
  const tab = line.indexOf('\t')
  const [mode, hash, stage] = line.slice(0, tab).split(' ')
  return [line.slice(tab + 1), stage === '0' ? `${mode} ${hash}` : `unmerged ${stage}`]
}
