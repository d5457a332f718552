// Seen: the meetings that belong to a folder. Runs no git and loads few modules, so that lists are fast.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { journalsLeftIn, talkJournals, workspaceJournals } from '../../journals.js'
import { WrongUsage } from '../../kernel/errors.js'
import type { Journals } from '../../kernel/line/journal.js'
import { byAge, type Summary } from '../../kernel/line/summary.js'
import type { RequestsFound } from '../../protocols/talk/views.js'
import { parleyHome } from '../../workspace/home.js'
import { keepsTalks, meetingIdsAt, talkIdsAt } from '../../workspace/journals.js'
import { keepsMeetings, meetingsFolder, workspaceOf } from '../../workspace/meeting-folders.js'
import { findRoot } from '../../workspace/root.js'
import type { Args } from './command.js'
import type { Io } from './io.js'

/** The folder that the command works in. */
export function folderOf(args: Args, io: Io): string {
  const asked = args.value('cwd')
  const folder = resolve(io.cwd, asked ?? '.')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new WrongUsage(`--cwd ${asked ?? folder} is not a folder.`, 'Name a folder that exists.')
  return realpathSync(folder)
}

/** Every folder upwards with meetings of its own, nearest first, up to the top of the git working tree. */
export function roots(folder: string): readonly string[] {
  const found: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    if (keepsMeetings(parleyHome(), at)) found.push(at)
    if (existsSync(join(at, '.git')) || dirname(at) === at) return found
  }
}

/** A meeting, the folder that it belongs to, and the journals that contain its journal. */
export type Seen = Summary & { readonly root: string; readonly journals: Journals }

/** A meeting as events tell it. */
export function told({ journals: _, ...meeting }: Seen): Summary & { readonly root: string } {
  return meeting
}

/** Newest first. */
export async function meetingsSeenFrom(folder: string): Promise<readonly Seen[]> {
  const all = await Promise.all([...roots(folder).map(summariesAt), talksSeenFrom(folder)])
  return all.flat().sort(byAge)
}

/** The ids that a word could mean there, without reading a meeting; those of talks about other repositories too. */
export function idsSeenFrom(folder: string): readonly string[] {
  return [...roots(folder).flatMap((root) => meetingIdsAt(parleyHome(), root)), ...talkIdsAt(parleyHome())]
}

/** The ids of meetings that stopped in the middle: they have no open question and no end, and no process holds them. */
export async function stoppedAmong(meetings: readonly Seen[]): Promise<ReadonlySet<string>> {
  const running = meetings.filter(({ status }) => status === 'running')
  const held = await Promise.all(running.map(({ journals, id }) => journals.of(id).held()))
  return new Set(running.filter((_, at) => !held[at]).map(({ id }) => id))
}

/** Talks about this repository are kept under PARLEY_HOME; their code is loaded only when there are any. */
async function talksSeenFrom(folder: string): Promise<readonly Seen[]> {
  const root = parleyHome()
  if (!keepsTalks(root)) return []
  const { talksAbout } = await import('./talk/shelf.js')
  const journals = talkJournals(root)
  return (await talksAbout(topOf(folder), root)).map((summary) => ({ ...summary, root, journals }))
}

/** From files alone, whether the project is registered or not; the code for it is loaded only where such files may be. */
export async function requestsSeenFrom(folder: string): Promise<RequestsFound> {
  const [top, home] = [topOf(folder), parleyHome()]
  if (!existsSync(join(top, '.lore')) && !existsSync(join(home, 'projects')))
    return { requests: [], unreadable: [] }
  const { requestsAbout } = await import('./talk/shelf.js')
  return requestsAbout(top, home)
}

/** The top of the working tree, or the root of the file system. */
export function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(join(at, '.git')) || dirname(at) === at) return at
}

async function summariesAt(root: string): Promise<readonly Seen[]> {
  const journals = workspaceJournals(root)
  const all = await journals.summaries()
  return all.map((summary) => ({ ...summary, root: placeOf(summary.id, root), journals }))
}

/** Meetings whose folder is gone, and which may go on in this one. Newest first. */
export async function meetingsLeftFor(folder: string): Promise<readonly Seen[]> {
  const { leftBehind } = await import('../../workspace/left-behind.js')
  const folders = await leftBehind(parleyHome(), (await findRoot(folder)) ?? folder)
  const all = folders.map(async (left) => {
    const journals = journalsLeftIn(left)
    const rootOf = (id: string) => workspaceOf(join(left, id)) ?? left
    return (await journals.summaries()).map((one) => ({ ...one, root: rootOf(one.id), journals }))
  })
  return (await Promise.all(all)).flat().sort(byAge)
}

/** The folder in which a meeting was opened: another worktree of this repository, it may be. */
export function placeOf(id: string, root: string): string {
  return workspaceOf(join(meetingsFolder(parleyHome(), root), id)) ?? root
}
