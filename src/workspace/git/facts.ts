// What a repository says of itself: where it comes from, its last commits, and its tracked files.

import { askGit, askLine, fields } from './ask.js'
import { runGit } from './exec.js'
import { findTree } from './repository.js'

/** A name or password in the address is nobody else's to read: only the host and the path are given. */
export async function remoteUrl(cwd: string, remote: string): Promise<string | null> {
  // The name becomes part of a setting's name.
  if (!/^[\w.-]+$/.test(remote) || (await findTree(cwd)) === null) return null
  const address = await askLine(['config', '--get', `remote.${remote}.url`], { cwd })
  return address?.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1') ?? null
}

export async function lastSubjects(cwd: string, most: number): Promise<readonly string[]> {
  const { code, stdout } = await runGit(['log', '-z', '--format=%s', `--max-count=${most}`, 'HEAD', '--'], {
    cwd,
  })
  return code === 0 ? fields(stdout) : []
}

export async function trackedFiles(cwd: string): Promise<readonly string[] | null> {
  if ((await findTree(cwd)) === null) return null
  // A file in conflict is listed once for each side.
  return [...new Set(fields(await askGit(['ls-files', '-z'], { cwd })))].toSorted()
}
