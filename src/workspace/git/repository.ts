// The repository around a workspace: its state, and where git keeps what belongs to this working tree.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '../../kernel/world.js'
import { askLine, gitFailed, lastWords } from './ask.js'
import { runGit } from './exec.js'
import { readLinked } from './linked.js'

/** Where git keeps the index, HEAD and the like of one working tree. */
export interface Tree {
  /** The folder that was asked about. */
  readonly cwd: string
  readonly gitDir: string
  /** The folder inside the repository, empty at its top, else ending in `/`. */
  readonly prefix: string
}

export async function findTree(cwd: string): Promise<Tree | null> {
  const args = ['rev-parse', '--is-inside-work-tree', '--absolute-git-dir', '--show-prefix']
  const result = await runGit(args, { cwd })
  if (result.code !== 0) {
    if (isNoRepository(lastWords(result))) return null
    throw gitFailed(args, cwd, result)
  }
  const [inside, gitDir = '', prefix = ''] = result.stdout.split('\n')
  return inside === 'true' ? { cwd, gitDir, prefix } : null
}

/** The same for the top of a worktree that parley made, read from its files without git. */
export async function topTree(folder: string): Promise<Tree | null> {
  const linked = await readLinked(folder)
  return linked === null ? findTree(folder) : { cwd: folder, gitDir: linked.gitDir, prefix: '' }
}

export async function describeRepository(cwd: string): Promise<Repository> {
  const tree = await findTree(cwd)
  if (tree === null) return { kind: 'none' }
  const head = await headOf(cwd)
  if (head === null) return { kind: 'empty' }
  const branch = await askLine(['symbolic-ref', '--quiet', 'HEAD'], { cwd })
  return {
    kind: 'ready',
    head,
    branch: branch?.replace(/^refs\/heads\//, '') ?? null,
    busy: await busyWith(tree.gitDir),
    prefix: tree.prefix.replace(/\/$/, ''),
  }
}

export function headOf(cwd: string): Promise<string | null> {
  return askLine(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { cwd })
}

type Busy = Extract<Repository, { kind: 'ready' }>['busy']

/** The operation in progress. Between two picks of a series only the sequencer's list shows it. */
export async function busyWith(gitDir: string): Promise<Busy> {
  const has = (name: string) => existsSync(join(gitDir, name))
  if (has('rebase-merge') || has('rebase-apply')) return 'rebase'
  if (has('MERGE_HEAD')) return 'merge'
  if (has('CHERRY_PICK_HEAD')) return 'cherry-pick'
  if (has('REVERT_HEAD')) return 'revert'
  if (has('sequencer/todo')) return seriesOf(await readFile(join(gitDir, 'sequencer/todo'), 'utf8'))
  return has('BISECT_LOG') ? 'bisect' : null
}

function seriesOf(todo: string): Busy {
  return todo.startsWith('revert') ? 'revert' : 'cherry-pick'
}

function isNoRepository(said: string): boolean {
  return /not a git repository|git could not be started|must be run in a work tree|no such folder|cannot use bare repository/.test(
    said,
  )
}
