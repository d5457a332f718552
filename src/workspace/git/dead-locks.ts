// Lock files that a killed git left in a checkout or on a branch that only parley writes.
//
//   DEAD1  git writes no owner into its locks. One is taken for dead when it has not changed for a while and no git process is at work in
//          the repository.
//   DEAD2  Only the locks that the caller names are removed: those of parley's own checkouts and branches. Any other is left, and git's
//          message names it.

import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ownerOf } from '../lock.js'
import { readLinked } from './linked.js'

/** A git that is alive and holds a lock without writing for this long is found by its process. */
const QUIET_MS = 2_000
/** As long as a git that outlived its parley may take to end. */
const PATIENCE_MS = 20_000

/** The locks of one worktree that parley made. */
export async function locksOf(folder: string): Promise<readonly string[]> {
  const linked = await readLinked(folder)
  if (linked === null) return []
  return ['index.lock', 'HEAD.lock', 'config.worktree.lock'].map((name) => join(linked.gitDir, name))
}

export function refLock(commonDir: string, branch: string): string {
  return `${join(commonDir, 'refs/heads', branch)}.lock`
}

/** Removes those that are dead; waits for a git that is still at work in one of the folders. Gives the paths that were removed. */
export async function clearDeadLocks(
  files: readonly string[],
  folders: readonly string[],
  patienceMs = PATIENCE_MS,
): Promise<readonly string[]> {
  const removed: string[] = []
  for (const file of files) if (await clearedDead(file, folders, patienceMs)) removed.push(file)
  return removed
}

async function clearedDead(file: string, folders: readonly string[], patienceMs: number): Promise<boolean> {
  for (const until = Date.now() + patienceMs; ; await wait(50)) {
    const before = await markOf(file)
    // A lock of parley's own names its owner, and is taken over by whoever wants it.
    if (before === null || (await ownerOf(file)) !== 'unknown') return false
    const quiet = Date.now() - before.at >= QUIET_MS
    if (quiet && !(await gitAtWork(folders))) {
      if ((await markOf(file))?.mark !== before.mark) continue
      await rm(file, { force: true })
      return true
    }
    if (Date.now() >= until) return false
  }
}

/** Changes when the lock is another one, or has been written to. */
async function markOf(file: string): Promise<{ readonly mark: string; readonly at: number } | null> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return null
  return { mark: `${found.ino} ${found.size} ${found.mtimeMs}`, at: found.mtimeMs }
}

/** Whether a git process works in or on one of these folders. Where processes cannot be looked at, any git counts. */
async function gitAtWork(folders: readonly string[]): Promise<boolean> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name))
  if (pids.length === 0) return anyGit()
  const at = await Promise.all(pids.map((pid) => worksIn(pid, folders)))
  return at.includes(true)
}

async function worksIn(pid: string, folders: readonly string[]): Promise<boolean> {
  const text = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const stats = await text('stat')
  const [, name = '', state] = /\((.*)\) (\w)/s.exec(stats) ?? []
  if (!name.startsWith('git') || state === 'Z') return false
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  const words = (await text('cmdline')).split('\0')
  if (cwd === null) return true
  const inside = (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`))
  return inside(cwd) || words.some((word) => folders.some((folder) => word.includes(folder)))
}

async function anyGit(): Promise<boolean> {
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'comm=']).catch(() => null)
  return listed === null || /(^|\/)git\b/m.test(listed.stdout)
}
