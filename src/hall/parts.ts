// What the parts of the hall share: where things are, who is at work, and whom to tell.

import { join } from 'node:path'
import { type Parley, parley } from '../parley.js'
import { unknownMeeting } from '../protocols/talk/ground/shared.js'
import type { Talks } from '../protocols/talk/ground/talks.js'
import type { Tellings } from '../view/tellings.js'
import { meetingsFolder, seenWorkspaces, workspaceOf } from '../workspace/meeting-folders.js'
import { type MeetingRef, Refused } from './api.js'
import type { Shelf } from './entries.js'
import type { Feed } from './feed.js'
import type { Hosts } from './hosts.js'
import type { Locks } from './locks.js'
import { type KnownProject, readProjects, troubleWith } from './projects.js'
import type { Runs } from './runs.js'

export type { KnownProject } from './projects.js'

export interface Parts {
  readonly home: string
  /** The one workspace that this hall serves, registered or not; it has no talks then. Undefined: all registered projects. */
  readonly only?: KnownProject | undefined
  readonly locks: Locks
  readonly runs: Runs
  readonly feed: Feed
  readonly tellings: Tellings
  readonly shelf: Shelf
  readonly talks: Talks
  /** The journals of all talks, which lie in the person's own folder. */
  readonly talkMeetings: Parley
  readonly hosts: Hosts
  now(): Date
  log(line: string): void
}

type Homed = Pick<Parts, 'home' | 'only'>

/** Those that are registered, then the other folders in which the person has met. */
export async function knownProjects({ home, only }: Homed): Promise<readonly KnownProject[]> {
  if (only) return [only]
  const registered = await registeredProjects(home)
  const folders = new Set(registered.map(({ path }) => meetingsFolder(home, path)))
  const seen = seenWorkspaces(
    home,
    registered.map(({ name }) => name),
  ).filter(({ path }) => !folders.has(meetingsFolder(home, path)))
  return [...registered, ...seen.map((one) => ({ ...one, seen: true as const, trouble: null }))]
}

export async function registeredProjects(home: string): Promise<readonly KnownProject[]> {
  return (await readProjects(home)).map((project) => ({ ...project, trouble: troubleWith(project.path) }))
}

export async function projectNamed(parts: Homed, name: string): Promise<KnownProject> {
  const project = (await knownProjects(parts)).find((one) => one.name === name)
  if (project) return project
  throw new Refused('unknown-project', `There is no project "${name}".`, 'Register it first.')
}

/** The project, when it can be worked in now. */
export async function usableProject(parts: Homed, name: string): Promise<KnownProject> {
  const project = await projectNamed(parts, name)
  if (project.trouble !== null)
    throw new Refused('not-possible', project.trouble, 'Put the folder back, or register another.')
  return project
}

/** The folder of a project; undefined for one that was forgotten, or whose folder is gone. */
export async function folderOf(parts: Homed, name: string | undefined): Promise<string | undefined> {
  const project = (await knownProjects(parts)).find((one) => one.name === name)
  return project?.trouble === null ? project.path : undefined
}

/** The meetings that lie in the project's own folder. */
export function parleyOf({ home }: Pick<Parts, 'home'>, project: { readonly path: string }): Parley {
  return parley(project.path, { home })
}

/** The workspace that holds the journal of a meeting. */
export interface Located {
  readonly parley: Parley
  readonly talk: boolean
}

/** Null where there is no journal (yet). Refuses what cannot be an id. */
export async function locate(parts: Parts, ref: MeetingRef): Promise<Located | null> {
  const project = await projectNamed(parts, ref.project)
  if (!isPlainId(ref.id)) throw unknownMeeting(ref)
  if (await parts.talks.has(ref)) return { parley: parts.talkMeetings, talk: true }
  // A meeting may have been opened in another worktree of the repository.
  const path = workspaceOf(join(meetingsFolder(parts.home, project.path), ref.id)) ?? project.path
  const own = parleyOf(parts, { path })
  return (await own.journals.has(ref.id)) ? { parley: own, talk: false } : null
}

/** The same for one that must be there. */
export async function located(parts: Parts, ref: MeetingRef): Promise<Located> {
  const found = await locate(parts, ref)
  if (found) return found
  throw unknownMeeting(ref)
}

function isPlainId(id: string): boolean {
  return /^[^./\\][^/\\]{0,199}$/.test(id) && !id.includes('..') && !/[\u0000-\u001f\u007f]/.test(id)
}
