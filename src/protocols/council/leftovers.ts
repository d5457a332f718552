// Leftovers: finds what interrupted sessions left. What is done about it is the person's to choose: see settle.ts.

import type { World } from '../../kernel/world.js'
import { readHeader } from './documents/pad-header.js'
import { somebodySpoke } from './documents/pad-lines.js'
import {
  memoryFolder,
  padPath,
  recordsFolder,
  workBranch,
  workBranchPrefix,
  worktreesFolder,
} from './documents/places.js'
import { isSessionId } from './documents/session-id.js'
import { linkedRecords } from './documents/topic.js'
import {
  type Findings,
  type Leftover,
  leftoversIn,
  type OpenMeeting,
  type UnderWay,
  underWayIn,
} from './rules/leftovers.js'
import { livePads, recordTexts } from './tree.js'

/** Everything left over in this council. `meetings` are those that have a journal here, whatever their protocol. */
export async function leftovers(
  world: World,
  meetings: readonly OpenMeeting[],
): Promise<readonly Leftover[]> {
  return (await lookAround(world, meetings)).ends
}

/** The same, and the sessions that only look left over: they are under way. */
export async function lookAround(
  world: World,
  meetings: readonly OpenMeeting[],
): Promise<{ readonly ends: readonly Leftover[]; readonly underWay: readonly UnderWay[] }> {
  const repository = await world.git.repository()
  const branches = repository.kind === 'none' ? [] : await workBranches(world)
  const pads = await livePads(world)
  const found: Findings = {
    pads,
    tasks: await tasksIn(world, pads),
    records: [...(await recordTexts(world)).keys()],
    worktrees: await worktreesById(world, repository.kind !== 'none'),
    branches,
    merged: await mergedAmong(world, branches),
    uncommitted: repository.kind === 'none' ? {} : await uncommittedById(world),
    meetings,
  }
  return { ends: leftoversIn(found), underWay: underWayIn(found) }
}

/** What each pad is about, as its header says. */
async function tasksIn(world: World, pads: readonly string[]): Promise<Record<string, string>> {
  const read = async (id: string) =>
    [id, readHeader((await world.files.read(padPath(id))) ?? '')?.task ?? ''] as const
  return Object.fromEntries(await Promise.all(pads.map(read)))
}

/** Branches that hold no commit which the current branch has not got. One that cannot be compared is taken for unmerged. */
async function mergedAmong(world: World, ids: readonly string[]): Promise<readonly string[]> {
  const ahead = await Promise.all(
    ids.map((id) => world.git.ahead(workBranch(id), 'HEAD').catch(() => Number.POSITIVE_INFINITY)),
  )
  return ids.filter((_, at) => ahead[at] === 0)
}

/** Includes folders that git does not list: a crash can leave a folder whose worktree was never registered. */
async function worktreesById(world: World, repository: boolean): Promise<Record<string, string>> {
  const known = repository ? (await world.git.worktrees()).map(({ folder }) => folder) : []
  const lying = (await world.files.list(worktreesFolder)).map(
    (name) => `${worktreesFolder}/${name.replace(/\/$/, '')}`,
  )
  const folders = [...known, ...lying].filter((folder) => folder.startsWith(`${worktreesFolder}/`))
  const byId = folders.map((folder) => [folder.slice(worktreesFolder.length + 1), folder] as const)
  return Object.fromEntries(byId.filter(([id]) => isSessionId(id)))
}

async function workBranches(world: World): Promise<string[]> {
  const ids = (await world.git.branches(workBranchPrefix)).map((branch) =>
    branch.slice(workBranchPrefix.length),
  )
  return ids.filter(isSessionId)
}

/** Records, archives and topics with uncommitted changes. A deleted one is left out: only the person deletes those. */
async function uncommittedById(world: World): Promise<Record<string, string[]>> {
  const listed = [
    ...(await world.git.uncommitted(recordsFolder)),
    ...(await world.git.uncommitted(memoryFolder)),
  ]
  const byId: Record<string, string[]> = {}
  for (const path of listed.filter((name) => name.endsWith('.md'))) {
    const id = await ownerOf(world, path)
    if (id === undefined) continue
    byId[id] ??= []
    byId[id].push(path)
  }
  return byId
}

/** The session that a file belongs to: by its name, or for a topic by its newest link. */
async function ownerOf(world: World, path: string): Promise<string | undefined> {
  const text = await world.files.read(path)
  if (text === null) return undefined
  if (path.startsWith(`${memoryFolder}/`)) return linkedRecords(text).toSorted().at(-1)
  const stem = path.slice(recordsFolder.length + 1).replace(/(?:\.scratch)?\.md$/, '')
  if (!isSessionId(stem)) return undefined
  // The archive of a session in which nobody spoke is never committed: that is nothing to be reminded of.
  return path.endsWith('.scratch.md') && !somebodySpoke(text) ? undefined : stem
}
