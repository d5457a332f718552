// Who commits: the person as git knows them here; where git knows nobody, parley itself.

import { askLine, gitFailed } from './ask.js'
import { type GitCall, type GitResult, runGit } from './exec.js'

export type Identity = Readonly<Record<string, string>>

/**
 * Runs a command that needs a committer. Most people have configured one, so it is run unchanged first; where git has none, it is run
 * again with parley's own name, and `identity` says so for the commands that follow.
 */
export async function runAsPerson(
  args: readonly string[],
  call: GitCall,
): Promise<GitResult & { readonly identity: Identity }> {
  const first = await runGit([...configOnly, ...args], call)
  if (first.code === 0 || !isNobody(first)) return { ...first, identity: {} }
  const identity = await identityFor(call.cwd)
  return { ...(await runGit(args, { ...call, env: { ...call.env, ...identity } })), identity }
}

/** What it printed. Rejects with `CannotGoOn` when it failed. */
export async function askAsPerson(
  args: readonly string[],
  call: GitCall,
): Promise<{ readonly text: string; readonly identity: Identity }> {
  const result = await runAsPerson(args, call)
  if (result.code !== 0) throw gitFailed(args, call.cwd, result)
  return { text: result.stdout, identity: result.identity }
}

export function configuredName(cwd: string): Promise<string | null> {
  return askLine(['config', '--get', 'user.name'], { cwd })
}

/** Otherwise git would invent an address from the machine's name. */
const configOnly = ['-c', 'user.useConfigOnly=true']

function isNobody({ stderr }: GitResult): boolean {
  return /tell me who you are|auto-detection is disabled|empty ident name|no (name|email) was given/i.test(
    stderr,
  )
}

/** Empty for a role that git has a name and an address for. */
async function identityFor(cwd: string): Promise<Identity> {
  const [author, committer] = await Promise.all([role(cwd, 'AUTHOR'), role(cwd, 'COMMITTER')])
  return { ...author, ...committer }
}

async function role(cwd: string, name: 'AUTHOR' | 'COMMITTER'): Promise<Identity> {
  const known = await askLine([...configOnly, 'var', `GIT_${name}_IDENT`], { cwd })
  return known === null ? { [`GIT_${name}_NAME`]: 'parley', [`GIT_${name}_EMAIL`]: 'parley@localhost' } : {}
}
