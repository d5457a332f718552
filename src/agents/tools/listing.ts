// Listing: the files of a folder as a person would count them: what git knows or would add, else a walk. Links are not followed.

import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { environment } from './environment.js'
import { isGit, isRecord } from './inside.js'

/** A walk that met this many files stops: a listing is for looking around, not for inventories. */
const MOST_WALKED = 50_000

/** Relative paths with forward slashes, sorted; each is a regular file that was there a moment ago. */
export async function* filesBelow(root: string, signal: AbortSignal): AsyncGenerator<string> {
  const known = await byGit(root, signal)
  // No name from git inside a repository means an ignored folder as often as an empty one.
  const paths = known.length > 0 ? known : await byWalk(root, signal)
  for (const path of [...new Set(paths)].sort()) {
    if (signal.aborted) return
    if (!isSkipped(path) && (await isFile(join(root, path)))) yield path
  }
}

const isSkipped = (path: string): boolean => path.split('/').some(isSkippedName)
const isSkippedName = (name: string): boolean => name === 'node_modules' || isGit(name) || isRecord(name)

const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  )

function byGit(root: string, signal: AbortSignal): Promise<string[]> {
  // A repository's own settings may name a program to run as its file system monitor: not for a list.
  const args = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const options = { cwd: root, env: environment(process.env), maxBuffer: 64 * 1024 * 1024, signal }
  return new Promise((done) => {
    execFile('git', args, options, (error, out) => done(error ? [] : out.split('\0').filter(Boolean)))
  })
}

async function byWalk(root: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = []
  const folders = ['']
  while (folders.length > 0 && found.length < MOST_WALKED && !signal.aborted) {
    const folder = folders.shift()!
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !isSkippedName(entry.name)) folders.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found
}
