// Branches: counted, renamed, and removed only when every commit on them is reachable from somewhere else.

import { CannotGoOn } from '../../kernel/errors.js'
import type { Removal } from '../../kernel/world.js'
import { askGit, askLine, lastWords } from './ask.js'
import { runGit } from './exec.js'
import { findTree } from './repository.js'
import { listWorktrees } from './worktrees.js'

export async function branchesWith(cwd: string, prefix: string): Promise<readonly string[]> {
  if ((await findTree(cwd)) === null) return []
  const refs = await askGit(['for-each-ref', '--format=%(refname)', 'refs/heads/'], { cwd })
  const names = refs.split('\n').map((ref) => ref.replace(/^refs\/heads\//, ''))
  return names.filter((name) => name !== '' && name.startsWith(prefix)).toSorted()
}

export async function commitsAhead(cwd: string, branch: string, base: string): Promise<number> {
  const tip = (await tipOf(cwd, branch)) ?? branch
  const counted = await askGit(['rev-list', '--count', '--end-of-options', `${base}..${tip}`], { cwd })
  return Number(counted.trim())
}

/** Safe to run again: a finished rename is no error. */
export async function renameBranch(cwd: string, from: string, to: string): Promise<void> {
  const [old, renamed] = [await tipOf(cwd, from), await tipOf(cwd, to)]
  if (old === null && renamed !== null) return
  if (old === null) throw new CannotGoOn('GIT', `There is no branch ${from} to rename.`)
  if (renamed !== null)
    throw new CannotGoOn('GIT', `The branch ${from} cannot be renamed: ${to} exists already.`)
  await askGit(['branch', '-m', '--', from, to], { cwd })
}

export async function removeBranch(cwd: string, branch: string): Promise<Removal> {
  try {
    const tip = await tipOf(cwd, branch)
    if (tip === null) return { kind: 'removed' }
    const why = await reasonToKeep(cwd, branch, tip)
    if (why !== null) return { kind: 'kept', why }
    // With the old value, so that a branch with a newer commit is not deleted.
    const result = await runGit(['update-ref', '-d', `refs/heads/${branch}`, tip], { cwd })
    return result.code === 0 ? { kind: 'removed' } : { kind: 'kept', why: lastWords(result) }
  } catch (error) {
    return { kind: 'kept', why: `it could not be checked: ${(error as Error).message}` }
  }
}

async function reasonToKeep(cwd: string, branch: string, tip: string): Promise<string | null> {
  const user = (await listWorktrees(cwd)).find((tree) => tree.branch === branch)
  if (user !== undefined) return `it is checked out in ${user.absolute}`
  const args = [
    'for-each-ref',
    '--format=%(refname)',
    `--contains=${tip}`,
    'refs/heads',
    'refs/remotes',
    'refs/tags',
  ]
  const holders = (await askGit(args, { cwd })).split('\n')
  const elsewhere = holders.some((ref) => ref !== '' && ref !== `refs/heads/${branch}`)
  return elsewhere ? null : 'it has commits that no other branch or tag holds'
}

function tipOf(cwd: string, branch: string): Promise<string | null> {
  return askLine(['rev-parse', '--quiet', '--verify', `refs/heads/${branch}^{commit}`], { cwd })
}
