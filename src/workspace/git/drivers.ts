// Merge drivers: programs that a repository's own settings name for merging files. git's own merge takes their place.

import { askLine } from './ask.js'

/** git settings for a merge. Drivers from the person's global settings stay: they chose them for every repository. */
export async function plainDrivers(cwd: string): Promise<readonly string[]> {
  const args = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^merge\\..*\\.driver$']
  const parts = ((await askLine(args, { cwd })) ?? '').split('\0')
  const names = parts.flatMap((name, at) => (isOfRepository(parts[at - 1]) ? [name] : []))
  return [...new Set(names)].flatMap((name) => ['-c', `${name}=${plain}`])
}

/** The way that git merges files without a driver; its exit code says whether there is a conflict. */
const plain = 'git merge-file --quiet --marker-size=%L %A %O %B'

function isOfRepository(scope: string | undefined): boolean {
  return scope === 'local' || scope === 'worktree'
}
