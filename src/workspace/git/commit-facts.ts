// What git knows of a commit that a journal names: its subject, its files with their lines, and whether the branch at hand has it. Reads only.

import { askGit, askLine, fields } from './ask.js'
import { counted } from './changes.js'
import { runGit } from './exec.js'
import { hasCommit } from './file-at.js'
import { findTree } from './repository.js'

export interface CommitFacts {
  readonly subject: string
  readonly at: string
  /** The branch at hand has it. */
  readonly merged: boolean
  /** How many commits the branch at hand does not have; 1 where it has them, or where it was asked for alone. */
  readonly commits: number
  /** What they change; null counts for a binary file. */
  readonly files: readonly {
    readonly path: string
    readonly added: number | null
    readonly removed: number | null
  }[]
}

/**
 * Null where it is not in this repository. The hash may come from a journal that somebody else wrote: it is never read as an option.
 * `alone`: only what this one commit changes, whatever else the branch at hand does not have.
 */
export async function commitFacts(cwd: string, hash: string, alone = false): Promise<CommitFacts | null> {
  if ((await findTree(cwd)) === null || !(await hasCommit(cwd, hash))) return null
  const [subject = '', at = ''] = (
    await askGit(['show', '-s', '--format=%s%x00%cI', '--end-of-options', hash, '--'], { cwd })
  ).split('\0')
  const merged = (await runGit(['merge-base', '--is-ancestor', hash, 'HEAD'], { cwd })).code === 0
  const base = merged || alone ? null : await askLine(['merge-base', 'HEAD', hash], { cwd })
  const counts = ['--numstat', '-z', '--no-renames', '--no-ext-diff']
  const changed =
    base === null
      ? await askGit(['diff-tree', '--root', '-r', '--no-commit-id', ...counts, hash], { cwd })
      : await askGit(['diff', ...counts, base, hash, '--'], { cwd })
  const ahead = base === null ? '1' : await askGit(['rev-list', '--count', `${base}..${hash}`], { cwd })
  return {
    subject: subject.trim(),
    at: at.trim(),
    merged,
    commits: Number(ahead.trim()),
    files: fields(changed).map(counted),
  }
}

/** The commit that a branch of our own stands at; null where there is no such branch. */
export async function tipOf(cwd: string, branch: string): Promise<string | null> {
  if ((await findTree(cwd)) === null) return null
  return askLine(['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/heads/${branch}^{commit}`], {
    cwd,
  })
}

/** The branch that the tree is on; null where it is on none, or there is no repository. */
export async function branchAtHand(cwd: string): Promise<string | null> {
  if ((await findTree(cwd)) === null) return null
  return askLine(['symbolic-ref', '--short', '-q', 'HEAD'], { cwd })
}
