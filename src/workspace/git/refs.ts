// The current branches, read with one call of git.

import { askGit } from './ask.js'

export interface Refs {
  /** Tips of the local branches, by name. */
  readonly heads: ReadonlyMap<string, string>
  /** Tips of the branches of `origin` that were asked for, by name. */
  readonly remotes: ReadonlyMap<string, string>
  /** The branch that the head of `origin` names. */
  readonly remoteHead: string | null
  /** The branch that is checked out in the folder asked about. */
  readonly current: string | null
  /** The worktree that a branch is checked out in. */
  readonly checkedOut: ReadonlyMap<string, string>
}

const local = 'refs/heads/'
const remote = 'refs/remotes/origin/'

/** `remotes`: which branches of `origin` matter besides its head. */
export async function readRefs(cwd: string, remotes: readonly string[] = []): Promise<Refs> {
  const format = ['refname', 'objectname', 'symref', 'HEAD', 'worktreepath']
    .map((name) => `%(${name})`)
    .join('%00')
  const wanted = [local, `${remote}HEAD`, ...remotes.map((name) => `${remote}${name}`)]
  const listed = await askGit(['for-each-ref', `--format=${format}`, ...wanted], { cwd })
  const heads = new Map<string, string>()
  const away = new Map<string, string>()
  const checkedOut = new Map<string, string>()
  let remoteHead: string | null = null
  let current: string | null = null
  for (const line of listed.split('\n').filter((text) => text !== '')) {
    const [ref = '', hash = '', symref = '', head = '', worktree = ''] = line.split('\0')
    if (ref === `${remote}HEAD`) {
      remoteHead = symref.slice(remote.length)
      away.set(remoteHead, hash)
    } else if (ref.startsWith(remote)) away.set(ref.slice(remote.length), hash)
    else {
      const name = ref.slice(local.length)
      heads.set(name, hash)
      if (head === '*') current = name
      if (worktree !== '') checkedOut.set(name, worktree)
    }
  }
  return { heads, remotes: away, remoteHead, current, checkedOut }
}
