// Places: the one meeting that a word names, for somebody who stands in a folder.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findMeeting, listMeetings, meetingsFolder } from '../../workspace/meetings.js'
import { roots } from './seen.js'

export { folderOf } from './seen.js'

/** The one meeting that begins with this, and the folder that keeps it. */
export function meetingNamed(prefix: string, folder: string): { root: string; id: string } {
  const places = roots(folder)
  const whole = (root: string) => existsSync(join(meetingsFolder(root), prefix, 'journal.jsonl'))
  const exact = prefix === '' ? undefined : places.find(whole)
  if (exact !== undefined) return { root: exact, id: findMeeting(exact, prefix) }
  const fitting = prefix === '' ? [] : places.flatMap((root) => fittingIn(root, prefix))
  const [only] = fitting
  if (only && fitting.length === 1) return only
  const root = only?.root ?? folder
  return { root, id: findMeeting(root, prefix) }
}

function fittingIn(root: string, prefix: string): { root: string; id: string }[] {
  return listMeetings(root).flatMap(({ id }) => (id.startsWith(prefix) ? [{ root, id }] : []))
}
