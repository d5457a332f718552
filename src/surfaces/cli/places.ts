// Places: finds the meeting that a word names, as seen from a folder.

import { talkJournals, workspaceJournals } from '../../journals.js'
import { WrongUsage } from '../../kernel/errors.js'
import { findMeeting } from '../../kernel/find-meeting.js'
import type { Journals } from '../../kernel/journal.js'
import { parleyHome } from '../../workspace/home.js'
import { roots, topOf } from './seen.js'
import { talksAbout } from './talk/shelf.js'

export { folderOf } from './seen.js'

/** A meeting of a workspace, or a talk about the repository. */
export interface Named {
  readonly root: string
  readonly id: string
  /** The journals that contain its journal. */
  readonly journals: Journals
  /** A talk is held by the server, which answers, resumes and verifies it. */
  readonly talk: boolean
  /** What a talk is called now; any other meeting is called as it was opened. */
  readonly title?: string
}

/** The one meeting that begins with this, and the folder that keeps it. */
export async function meetingNamed(prefix: string, folder: string): Promise<Named> {
  const places = roots(folder).map(workspaceAt)
  for (const at of prefix === '' ? [] : places)
    if (await at.journals.has(prefix)) return { ...at, id: prefix }
  const fitting = await fittingIn(places, prefix)
  const [only] = fitting
  if (only && fitting.length === 1) return only
  const at = only ?? workspaceAt(folder)
  return { ...at, id: findMeeting(await at.journals.ids(), prefix) }
}

/** The same, talks included: a meeting of the workspace comes first. */
export async function anyMeetingNamed(prefix: string, folder: string): Promise<Named> {
  const home = parleyHome()
  const about = prefix === '' ? [] : await talksAbout(topOf(folder), home)
  const talks = about.filter(({ id }) => id.startsWith(prefix))
  if (talks.length === 0) return meetingNamed(prefix, folder)
  const exact = talks.find(({ id }) => id === prefix)
  const own = exact ? [] : await fittingIn(roots(folder).map(workspaceAt), prefix)
  const [only = exact, ...others] = exact ? [exact] : talks
  if (!only || others.length + own.length > 0)
    throw new WrongUsage(
      `"${prefix}" could be ${[...own, ...talks].map(({ id }) => id).join(', ')}.`,
      'Give a longer part of the id.',
    )
  return { root: home, id: only.id, journals: talkJournals(home), talk: true, title: only.title }
}

function workspaceAt(root: string): Omit<Named, 'id'> {
  return { root, journals: workspaceJournals(root), talk: false }
}

async function fittingIn(places: readonly Omit<Named, 'id'>[], prefix: string): Promise<readonly Named[]> {
  if (prefix === '') return []
  const found = places.map(async (at) =>
    (await at.journals.summaries()).flatMap(({ id }) => (id.startsWith(prefix) ? [{ ...at, id }] : [])),
  )
  return (await Promise.all(found)).flat()
}
