// Who commits: the person as git knows them here; where git knows nobody, parley itself.

import { askLine } from './ask.js'

/** What to set for `git commit-tree`; empty where git has a name and an address from the person's configuration. */
export async function identityFor(cwd: string): Promise<Readonly<Record<string, string>>> {
  const [author, committer] = await Promise.all([role(cwd, 'AUTHOR'), role(cwd, 'COMMITTER')])
  return { ...author, ...committer }
}

export function configuredName(cwd: string): Promise<string | null> {
  return askLine(['config', '--get', 'user.name'], { cwd })
}

/** Without `useConfigOnly` git would make up an address from the machine's name. */
async function role(cwd: string, name: 'AUTHOR' | 'COMMITTER'): Promise<Record<string, string>> {
  const known = await askLine(['-c', 'user.useConfigOnly=true', 'var', `GIT_${name}_IDENT`], { cwd })
  return known === null ? { [`GIT_${name}_NAME`]: 'parley', [`GIT_${name}_EMAIL`]: 'parley@localhost' } : {}
}
