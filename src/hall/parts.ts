// What the parts of the hall share: where things are, who is at work, and whom to tell.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Parley, parley } from '../parley.js'
import { safeId } from '../protocols/talk/documents/ids.js'
import type { TalkProject } from '../protocols/talk/ground/git/types.js'
import { type Packages, packageFolders, readPackages } from '../protocols/talk/ground/packages.js'
import type { Change } from '../protocols/talk/index.js'
import { type MeetingRef, Refused } from './api.js'
import type { Shelf } from './entries.js'
import type { Feed } from './feed.js'
import type { Locks } from './locks.js'
import { defaultPrefix, type ProjectConfig, readProjects, troubleWith } from './projects.js'
import type { Runs } from './runs.js'

export interface Parts {
  readonly home: string
  readonly locks: Locks
  readonly runs: Runs
  readonly feed: Feed
  readonly shelf: Shelf
  /** The house of all talks. */
  readonly talks: Parley
  readonly touched: Touched
  /** Keeps a project's integration branch in step with the person's own. */
  readonly steps: { keep(parts: Parts, config: ProjectConfig): Promise<void> }
  now(): Date
  log(line: string): void
}

/** What the tools of a turn say they changed, until the turn has been kept. */
export interface Touched {
  add(id: string, change: Change): void
  take(id: string): readonly Change[]
}

export async function projectNamed({ home }: Pick<Parts, 'home'>, name: string): Promise<ProjectConfig> {
  const project = (await readProjects(home)).find((one) => one.name === name)
  if (project) return project
  throw new Refused('unknown-project', `There is no project "${name}".`, 'Register it first.')
}

/** The project, when it can be worked in now. */
export async function usableProject(parts: Pick<Parts, 'home'>, name: string): Promise<ProjectConfig> {
  const project = await projectNamed(parts, name)
  const trouble = troubleWith(project.path)
  if (trouble !== null)
    throw new Refused('not-possible', trouble, 'Put the folder back, or register another.')
  return project
}

export function gitOf(home: string, { name, path, branchPrefix, defaultBranch }: ProjectConfig): TalkProject {
  const base = { home, name, path, prefix: branchPrefix ?? defaultPrefix }
  return defaultBranch === undefined ? base : { ...base, defaultBranch }
}

/** The house of a project's own meetings. */
export function houseOf({ home }: Pick<Parts, 'home'>, project: ProjectConfig): Parley {
  return parley(project.path, { home })
}

export function packagesOf({ home }: Pick<Parts, 'home'>): Promise<Packages> {
  return readPackages(packageFolders(home))
}

export interface Place {
  readonly house: Parley
  /** The meeting's own folder, where its journal is or would be. */
  readonly folder: string
  readonly talk: boolean
  readonly project: ProjectConfig
}

/** Where the journal of this meeting is; null where there is none (yet). Ids that are no ids are nobody's. */
export async function placeOf(parts: Parts, ref: MeetingRef): Promise<Place | null> {
  const project = await projectNamed(parts, ref.project)
  if (!isPlainId(ref.id)) throw unknownMeeting(ref)
  if (isTalkOf(parts, ref))
    return { house: parts.talks, folder: parts.talks.folder(ref.id), talk: true, project }
  const house = houseOf(parts, project)
  const folder = house.folder(ref.id)
  return existsSync(join(folder, 'journal.jsonl')) ? { house, folder, talk: false, project } : null
}

export function isTalkOf({ talks, shelf }: Pick<Parts, 'talks' | 'shelf'>, ref: MeetingRef): boolean {
  if (safeId(ref.id) === null) return false
  const folder = talks.folder(ref.id)
  return existsSync(join(folder, 'journal.jsonl')) && shelf.details(folder).project === ref.project
}

export function isPlainId(id: string): boolean {
  return /^[^./\\][^/\\]{0,199}$/.test(id) && !id.includes('..') && !/[\u0000-\u001f\u007f]/.test(id)
}

export function unknownMeeting({ project, id }: MeetingRef): Refused {
  return new Refused('unknown-meeting', `There is no meeting "${id}" in ${project}.`, 'See what there is.')
}
