// Places: where meetings are kept for somebody who stands in a folder. Asks no git and loads nothing, so that lists are quick.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import type { Summary } from '../../kernel/summary.js'
import { parleyHome } from '../../workspace/home.js'
import { findMeeting, listMeetings, meetingsFolder } from '../../workspace/meetings.js'
import type { Args } from './command.js'
import type { Io } from './io.js'

/** The folder that the command works in. */
export function folderOf(args: Args, io: Io): string {
  const asked = args.value('cwd')
  const folder = resolve(io.cwd, asked ?? '.')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new WrongUsage(`--cwd ${asked ?? folder} is no folder.`, 'Name a folder that is there.')
  return realpathSync(folder)
}

/** Every folder upwards that keeps meetings, nearest first, up to the top of the git working tree. */
export function roots(folder: string): readonly string[] {
  const found: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    if (join(at, '.parley') !== parleyHome() && existsSync(meetingsFolder(at))) found.push(at)
    if (existsSync(join(at, '.git')) || dirname(at) === at) return found
  }
}

/** A meeting, and the folder that keeps it. */
export type Seen = Summary & { readonly root: string }

/** Newest first. */
export function meetingsSeenFrom(folder: string): readonly Seen[] {
  const all = roots(folder).flatMap((root) => listMeetings(root).map((summary) => ({ ...summary, root })))
  return all.toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : 0))
}

/** The one meeting that begins with this, and the folder that keeps it. */
export function meetingNamed(prefix: string, folder: string): { root: string; id: string } {
  const places = roots(folder)
  const exact = places.find(
    (root) => prefix !== '' && existsSync(join(meetingsFolder(root), prefix, 'journal.jsonl')),
  )
  const ids = places.flatMap((root) =>
    listMeetings(root)
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id }) => ({ root, id })),
  )
  const [only] = ids
  if (exact === undefined && only && ids.length === 1 && prefix !== '') return only
  const root = exact ?? only?.root ?? folder
  return { root, id: findMeeting(root, prefix) }
}
