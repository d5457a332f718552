// Places: the one meeting that a word names, for somebody who stands in a folder.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import { parleyHome } from '../../workspace/home.js'
import { findMeeting, listMeetings, meetingsFolder } from '../../workspace/meetings.js'
import { roots, topOf } from './seen.js'
import { talksAbout, talksFolder } from './talk/shelf.js'

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

/** A meeting of a workspace, or a talk about the repository. */
export interface Named {
  readonly root: string
  readonly id: string
  /** Where its root keeps its meetings. */
  readonly all: string
  /** Talks live in the server: it answers, resumes and verifies them. */
  readonly talk: boolean
}

/** The same, talks included: a meeting of the workspace comes first. */
export function anyMeetingNamed(prefix: string, folder: string): Named {
  const home = parleyHome()
  const talks = prefix === '' ? [] : talksAbout(topOf(folder), home).filter(({ id }) => id.startsWith(prefix))
  const exact = talks.find(({ id }) => id === prefix)
  const own = exact ? [] : roots(folder).flatMap((root) => fittingIn(root, prefix))
  if (talks.length === 0) return plain(meetingNamed(prefix, folder))
  const ids = exact ? [exact.id] : [...own, ...talks].map(({ id }) => id)
  const [id = ''] = ids
  if (ids.length > 1)
    throw new WrongUsage(`"${prefix}" could be ${ids.join(', ')}.`, 'Give a longer part of the id.')
  return { root: home, id, all: talksFolder(home), talk: true }
}

function plain({ root, id }: { root: string; id: string }): Named {
  return { root, id, all: meetingsFolder(root), talk: false }
}
