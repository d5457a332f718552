// Moves the integration branch and its worktree from one commit to another, and finishes a move that a kill broke off.
//
//   MOVE1  The plan is on disk before the branch moves, and whoever comes next finishes it first. Otherwise a worktree that lags
//          behind its branch would look like a change that takes everything back, and would be committed as one.
//   MOVE2  The branch moves only from the commit that the new one was built on.
//   MOVE3  A file that is neither as before nor as after was changed by somebody else, and stays as it is.

import { lstatSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn } from '../../../../kernel/errors.js'
import { askGit, fields, gitFailed } from '../../../../workspace/git/ask.js'
import { runGit } from '../../../../workspace/git/exec.js'
import { runAsPerson } from '../../../../workspace/git/identity.js'
import { type Entries, setEntries } from '../../../../workspace/git/index-entries.js'
import { headOf, type Tree, topTree } from '../../../../workspace/git/repository.js'
import { copyIndex, type SideIndex, withSideIndexes } from '../../../../workspace/git/side-index.js'
import { replaceBelow } from '../../../../workspace/plain-files.js'

export interface Move {
  readonly from: string
  readonly to: string
}

/** False when somebody moved the branch first (MOVE2); nothing was done then. */
export async function moveTo(folder: string, move: Move, reason: string): Promise<boolean> {
  const tree = await ownTree(folder)
  replaceBelow(tree.gitDir, noteIn(tree), { text: JSON.stringify(move), flush: true })
  const args = ['update-ref', '-m', reason, 'HEAD', move.to, move.from]
  const result = await runAsPerson(args, { cwd: folder })
  if (result.code !== 0) {
    await rm(noteIn(tree), { force: true })
    if ((await headOf(folder)) !== move.from) return false
    throw gitFailed(args, folder, result)
  }
  if (!(await broughtAtOnce(tree, move))) await bring(tree, move)
  await rm(noteIn(tree), { force: true })
  return true
}

/** Finishes what a kill left undone (MOVE1). To be called before anything is read from or written to the worktree. */
export async function settle(folder: string): Promise<void> {
  const tree = await ownTree(folder)
  const move = parseMove(await readFile(noteIn(tree), 'utf8').catch(() => null))
  if (move !== null && (await headOf(folder)) === move.to) await bring(tree, move)
  await rm(noteIn(tree), { force: true })
}

/** One git call does it when the worktree is clean; otherwise git refuses and changes nothing. */
async function broughtAtOnce({ cwd }: Tree, move: Move): Promise<boolean> {
  return (await runGit(['read-tree', '-m', '-u', move.from, move.to], { cwd })).code === 0
}

/** The files that differ between the two commits become those of the second. */
async function bring(tree: Tree, move: Move): Promise<void> {
  const { cwd } = tree
  const { before, after, paths } = await changes(cwd, move)
  if (paths.length === 0) return
  await withSideIndexes(tree.gitDir, async (make) => {
    const touched = await notAs(tree, before, paths, make())
    await setEntries(cwd, { file: '', env: {} }, after, touched)
  })
  await runGit(['update-index', '-q', '--refresh'], { cwd })
  await askGit(['read-tree', '-m', '-u', move.from, move.to], { cwd })
}

/** Those of the paths whose file is not what the entries say: done already before a kill, or somebody's own (MOVE3). */
async function notAs(
  tree: Tree,
  entries: Entries,
  paths: readonly string[],
  index: SideIndex,
): Promise<readonly string[]> {
  const { cwd } = tree
  await copyIndex(join(tree.gitDir, 'index'), index)
  await setEntries(cwd, index, entries, paths)
  await runGit(['update-index', '-q', '--refresh'], { cwd, env: index.env })
  const changed = new Set(fields(await askGit(['diff-files', '--name-only', '-z'], { cwd, env: index.env })))
  return paths.filter((path) => (entries.has(path) ? changed.has(path) : isThere(join(cwd, path))))
}

interface Changes {
  readonly before: Entries
  readonly after: Entries
  readonly paths: readonly string[]
}

async function changes(cwd: string, move: Move): Promise<Changes> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', move.from, move.to]
  const parts = fields(await askGit(args, { cwd }))
  const [before, after] = [new Map<string, string>(), new Map<string, string>()]
  const paths: string[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode, newMode, oldHash, newHash] = parts[at]!.slice(1).split(' ')
    const path = parts[at + 1]!
    if (!/^0+$/.test(oldMode!)) before.set(path, `${oldMode} ${oldHash}`)
    if (!/^0+$/.test(newMode!)) after.set(path, `${newMode} ${newHash}`)
    paths.push(path)
  }
  return { before, after, paths }
}

/** A folder at the path counts as no file: git reports the conflict itself. */
function isThere(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory()
  } catch {
    return false
  }
}

async function ownTree(folder: string): Promise<Tree> {
  const tree = await topTree(folder)
  if (tree !== null && tree.prefix === '') return tree
  throw new CannotGoOn(
    'WORKTREE',
    `${folder} is not a worktree.`,
    'Start parley again: it makes its worktrees anew.',
  )
}

function noteIn(tree: Tree): string {
  return join(tree.gitDir, 'parley-move')
}

function parseMove(text: string | null): Move | null {
  try {
    const move = JSON.parse(text ?? 'null') as Partial<Move> | null
    return typeof move?.from === 'string' && typeof move.to === 'string' ? (move as Move) : null
  } catch {
    return null
  }
}
