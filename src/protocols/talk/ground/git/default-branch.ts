// The person's branch: the remote's head, else main or master, else the one that is checked out. Only ever read.

import { askLine } from '../../../../workspace/git/ask.js'
import { type Refs, readRefs } from '../../../../workspace/git/refs.js'
import type { TalkProject } from './types.js'

export interface Followed {
  readonly name: string
  readonly tip: string
}

/** All branches of the project, and those of its remote that could be the person's. */
export function refsOf(project: TalkProject): Promise<Refs> {
  const { defaultBranch } = project
  return readRefs(project.path, [...usual, ...(defaultBranch === undefined ? [] : [defaultBranch])])
}

const usual = ['main', 'master']

/** Null in a repository without a commit on any branch. A local branch is preferred to what was last fetched of it. */
export function followedIn(project: TalkProject, refs: Refs): Followed | null {
  const names = [project.defaultBranch, refs.remoteHead, ...usual, refs.current]
  for (const name of names) {
    const tip = name ? (refs.heads.get(name) ?? refs.remotes.get(name)) : undefined
    if (name && tip !== undefined) return { name, tip }
  }
  return null
}

export function commitAt(cwd: string, name: string): Promise<string | null> {
  return askLine(['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`], { cwd })
}
