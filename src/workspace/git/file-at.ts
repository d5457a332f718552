// A file as a commit has it, with the hash of its bytes.

import { createHash } from 'node:crypto'
import { runGitForBytes } from './exec.js'

/** The commit may come from a journal that somebody else wrote: what is no full object id is looked up nowhere. */
export async function fileAt(
  cwd: string,
  commit: string,
  path: string,
): Promise<{ readonly text: string; readonly sha256: string } | null> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) || path === '') return null
  const { code, stdout } = await runGitForBytes(['cat-file', 'blob', `${commit}:${path}`], {
    cwd,
    // A partial clone would fetch what it lacks: nobody asked for the network.
    env: { GIT_NO_LAZY_FETCH: '1' },
  })
  if (code !== 0) return null
  return { text: stdout.toString('utf8'), sha256: createHash('sha256').update(stdout).digest('hex') }
}
