// Left behind: meetings whose folder is gone. Another folder of the same repository offers them, and they go on there once the person
// says so: an archive may name any repository as its own, so nothing is brought anywhere unasked.
//
//   GONE1  A meeting is brought by one rename: at any moment it is in one place, whole.
//   GONE2  What is erased is first renamed out of every list: it is there whole, or not at all.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CannotGoOn } from '../kernel/errors.js'
import { isMeetingId } from '../rules/meeting-id.js'
import { askLine } from './git/ask.js'
import { runGit } from './git/exec.js'
import { bindMeeting, foldersOfMeetings, meetingsFolder, rememberWorkspace } from './meeting-folders.js'
import { flushFolder, removeBelow } from './plain-files.js'

/** The folders of meetings of this repository whose own folder is gone; for a folder without a repository, those of such folders. */
export async function leftBehind(home: string, root: string): Promise<readonly string[]> {
  const gone = foldersOfMeetings(home).filter(({ path }) => !existsSync(path))
  if (gone.length === 0) return []
  const own = await repositoryAt(root)
  return gone.filter(({ repository = null }) => repository === own).map(({ folder }) => folder)
}

/** The meeting in this folder belongs to `root` from here on. The rename comes first: whoever finds it unbound asks again (GONE1). */
export function bringHere(home: string, folder: string, root: string): void {
  const to = join(meetingsFolder(home, root), basename(folder))
  if (to !== folder) {
    if (existsSync(to)) throw new CannotGoOn('EXISTS', `There is a meeting ${basename(folder)} here already.`)
    rememberWorkspace(home, root)
    renameSync(folder, to)
    flushFolder(dirname(to))
  }
  bindMeeting(home, to, root)
}

/** Removes the meeting in this folder for good, and what an earlier erasing left. */
export function eraseMeeting(home: string, folder: string): void {
  renameSync(folder, join(dirname(folder), `${erased}${basename(folder)}`))
  flushFolder(dirname(folder))
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(erased)) removeBelow(home, join(dirname(folder), name))
}

/** No id begins so: nothing lists it. */
const erased = '.erased-'

/** Its first commits and where it is fetched from, as one hash: the address may hold a password. Null where there is no commit. */
export async function repositoryAt(root: string): Promise<string | null> {
  const { code, stdout } = await runGit(['rev-list', '--max-parents=0', 'HEAD'], { cwd: root })
  if (code !== 0) return null
  const remote = (await askLine(['config', '--get', 'remote.origin.url'], { cwd: root })) ?? ''
  const commits = stdout.trim().split('\n').toSorted().join(' ')
  return createHash('sha256').update(`${commits}\n${remote}`).digest('hex')
}

/** How many meetings an earlier parley left in this workspace, where this one keeps none. */
export function meetingsOfBefore(root: string): number {
  try {
    return readdirSync(join(root, '.parley', 'meetings')).filter(isMeetingId).length
  } catch {
    return 0
  }
}
