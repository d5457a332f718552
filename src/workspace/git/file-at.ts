// A file as a commit has it, with the hash of its bytes.

import { createHash } from 'node:crypto'
import { runGit, runGitForBytes } from './exec.js'

/** The commit may come from a journal that somebody else wrote: what is no full object id is looked up nowhere. */
export async function fileAt(
  cwd: string,
  commit: string,
  path: string,
): Promise<{ readonly text: string; readonly sha256: string } | null> {
  if (!isObjectId(commit) || path === '') return null
  const { code, stdout } = await runGitForBytes(['cat-file', 'blob', `${commit}:${path}`], { cwd })
  if (code !== 0) return null
  return { text: stdout.toString('utf8'), sha256: createHash('sha256').update(stdout).digest('hex') }
}

export async function hasCommit(cwd: string, commit: string): Promise<boolean> {
  if (!isObjectId(commit)) return false
  return (await runGit(['cat-file', '-e', `${commit}^{commit}`], { cwd })).code === 0
}

function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
