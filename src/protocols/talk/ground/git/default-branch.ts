// The person's branch: the remote's head, else main or master, else the one that is checked out. Only ever read.

import { askLine } from '../../../../workspace/git/ask.js'
import type { TalkProject } from './types.js'

/** Its name, or null in a repository without a commit on any branch. */
export async function defaultBranch(project: TalkProject): Promise<string | null> {
  const { path: cwd } = project
  const remote = await askLine(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'], { cwd })
  const current = await askLine(['symbolic-ref', '--quiet', '--short', 'HEAD'], { cwd })
  const names = [project.defaultBranch, remote?.replace(/^origin\//, ''), 'main', 'master', current]
  for (const name of names) {
    if (name && (await tipOf(cwd, name)) !== null) return name
  }
  return null
}

/** The person's own branch before what they last fetched of it. */
export async function tipOf(cwd: string, branch: string): Promise<string | null> {
  return (await commitAt(cwd, `refs/heads/${branch}`)) ?? commitAt(cwd, `refs/remotes/origin/${branch}`)
}

export function commitAt(cwd: string, name: string): Promise<string | null> {
  return askLine(['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`], { cwd })
}

export async function isAncestor(cwd: string, one: string, other: string): Promise<boolean> {
  return (await askLine(['merge-base', one, other], { cwd })) === one
}
