// Listing: the files of a folder without those that git ignores; without git, all of them. Links are not followed.

import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ALWAYS, OFFLINE } from '../../workspace/git/exec.js'
import { environment } from '../../workspace/programs/environment.js'
import { unlinkedFolders } from '../../workspace/unlinked.js'
import { isGit, isRecord } from './inside.js'

/** A walk stops after this many files, so that a huge folder cannot block a seat's turn. */
const MOST_WALKED = 50_000

/** Relative paths with forward slashes, sorted; each is a regular file that was there a moment ago. */
export async function* filesBelow(root: string, signal: AbortSignal): AsyncGenerator<string> {
  const known = await byGit(root, signal)
  // If git lists nothing, the folder may be ignored rather than empty, so it is walked.
  const paths = known.length > 0 ? known : await byWalk(root, signal)
  const isHere = unlinkedFolders(root)
  for (const path of [...new Set(paths)].sort()) {
    if (signal.aborted) return
    if (!isSkipped(path) && (await isHere(path)) && (await isFile(join(root, path)))) yield path
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
  // A repository's configuration may name programs; a listing must not run them.
  const args = [...ALWAYS, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const env = { ...environment(process.env), ...OFFLINE }
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024, signal }
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
