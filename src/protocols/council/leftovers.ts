// Leftovers: finds what interrupted sessions left. What is done about it is the person's to choose: see settle.ts.

import type { World } from '../../kernel/world.js'
import { memoryFolder, recordsFolder, workBranchPrefix, worktreesFolder } from './documents/places.js'
import { isSessionId } from './documents/session-id.js'
import { linkedRecords } from './documents/topic.js'
import { type Findings, type Leftover, leftoversIn, type OpenMeeting } from './rules/leftovers.js'
import { livePads, recordTexts } from './tree.js'

/** Everything left over in this council. `meetings` are those that have a journal here, whatever their protocol. */
export async function leftovers(
  world: World,
  meetings: readonly OpenMeeting[],
): Promise<readonly Leftover[]> {
  const repository = await world.git.repository()
  const found: Findings = {
    pads: await livePads(world),
    records: [...(await recordTexts(world)).keys()],
    worktrees: await worktreesById(world, repository.kind !== 'none'),
    branches: repository.kind === 'none' ? [] : await workBranches(world),
    uncommitted: repository.kind === 'none' ? {} : await uncommittedById(world),
    meetings,
  }
  return leftoversIn(found)
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
  return isSessionId(stem) ? stem : undefined
}
