// The repository around a workspace: its state, and where git keeps what belongs to this working tree.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '../../kernel/world.js'
import { askLine, gitFailed, lastWords } from './ask.js'
import { runGit } from './exec.js'
import { knownTree, type Tree } from './known-trees.js'
import { readLinked } from './linked.js'

export type { Tree }

export function findTree(cwd: string): Promise<Tree | null> {
  return knownTree(cwd, () => askTree(cwd))
}

async function askTree(cwd: string): Promise<Tree | null> {
  const where = ['--absolute-git-dir', '--show-prefix', '--path-format=absolute', '--git-common-dir']
  const args = ['rev-parse', '--is-inside-work-tree', ...where]
  const result = await runGit(args, { cwd })
  if (result.code !== 0) {
    if (isNoRepository(lastWords(result))) return null
    throw gitFailed(args, cwd, result)
  }
  const [inside, gitDir = '', prefix = '', commonDir = ''] = result.stdout.split('\n')
  return inside === 'true' ? { cwd, gitDir, commonDir, prefix } : null
}

/** The same for the top of a worktree that parley made, read from its files without git. */
export async function topTree(folder: string): Promise<Tree | null> {
  const linked = await readLinked(folder)
  if (linked === null) return findTree(folder)
  const { gitDir, commonDir } = linked
  return { cwd: folder, gitDir, commonDir, prefix: '' }
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
