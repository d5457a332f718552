// Workplace: where a work session's seats act, and whether their edits stayed there.

import { type CheckedSource, sourcesIn } from '../../kernel/run/sources.js'
import type { Commit, Repository, World } from '../../kernel/world.js'
import { councilFolder, workBranch, worktreePath } from './documents/places.js'
import type { WorkOutcome } from './outcome.js'
import { noCommit } from './preflight.js'
import { type Sitting, skippedIn } from './sitting.js'
import type { CommandFact } from './work-facts.js'

export interface Workplace {
  /** False where there is no repository: then the work is done in place. */
  readonly isolated: boolean
  /** As seen from the project: found anew in every run, never read from the record. */
  readonly folder: string
  /** The commit that the branch starts from. */
  readonly base: string
  /** The council's folder as seen from the top of the worktree. */
  readonly leaveOut: string
}

/** A worktree with a branch of its own, from the last commit. */
export async function prepareWorkplace({ meeting }: Sitting): Promise<Workplace> {
  const repository = await meeting.act('repository', async (world) => {
    const found = await world.git.repository()
    if (found.kind === 'empty') throw noCommit()
    return found
  })
  if (repository.kind !== 'ready') return { isolated: false, folder: '.', base: '', leaveOut: '' }
  const place = placeOf(meeting.id)
  const ask = { ...place, from: 'HEAD' }
  await meeting.act('worktree', (world) => world.git.addWorktree(ask), { redo: true })
  return {
    isolated: true,
    folder: place.folder,
    base: repository.head,
    leaveOut: councilInWorktree(repository),
  }
}

/** By the session's id alone: no folder or branch is taken from the record. */
export function placeOf(id: string): { readonly folder: string; readonly branch: string } {
  return { folder: worktreePath(id), branch: workBranch(id) }
}

/** A worktree begins at the repository's top, which may lie above the council's own folder. */
export function councilInWorktree(repository: Repository): string {
  const prefix = repository.kind === 'ready' ? repository.prefix : ''
  return prefix === '' ? councilFolder : `${prefix}/${councilFolder}`
}

/** What has changed in the worktree since the session began, and what was run, for the chair to judge by. */
export async function seeFacts(
  sitting: Sitting,
  { isolated, base }: Workplace,
  commands: readonly CommandFact[],
): Promise<void> {
  const { meeting } = sitting
  const none = { files: [], commits: 0 }
  const place = placeOf(meeting.id)
  const look = async (world: World) => {
    await world.git.standOn(place)
    return world.git.changes(place.folder, base)
  }
  const seen = isolated ? await meeting.act('changes', look) : none
  const branch = isolated ? { branch: { name: place.branch, base } } : {}
  sitting.facts = { ...seen, ...branch, commands: [...(sitting.facts?.commands ?? []), ...commands] }
}

/** What the record cites of the work was not committed when it was checked; the branch has it now. */
export async function committedSources(
  { meeting }: Sitting,
  sources: readonly CheckedSource[] | undefined,
  commit: Commit,
): Promise<readonly CheckedSource[] | undefined> {
  if (!sources?.some((one) => one.commit === null && one.sha256 !== null) || commit.kind !== 'committed')
    return sources
  return meeting.act('sources committed', (world) => sourcesIn(world, sources, commit.hash), { redo: true })
}

/** Commits the task's files on the session's own branch, under the record's title, and says what the person can do with it. */
export async function handOver(sitting: Sitting, place: Workplace, title: string) {
  const { meeting } = sitting
  if (!place.isolated) return inPlace
  const { folder, branch } = placeOf(meeting.id)
  const commitWork = async (world: World) => {
    await world.git.standOn({ folder, branch })
    return world.git.commitWorktree(folder, title, [place.leaveOut])
  }
  const commit = await meeting.act('commit work', commitWork, { redo: true })
  const ahead = await meeting.act('ahead', (world) => world.git.ahead(branch, place.base), { redo: true })
  const merge = ahead > 0 ? [`git merge --no-ff ${branch}`] : []
  const handOver = [...merge, `git worktree remove ${folder}`]
  const remarks = [
    ...(ahead > 0 ? [] : [`The branch ${branch} has no commits: there is nothing to merge.`]),
    ...(commit.kind === 'skipped' ? [`The work is not committed on its branch: ${commit.why}.`] : []),
  ]
  await meeting.note('handover', { lines: handOver, remarks, skipped: skippedIn(sitting) })
  return { work: { branch, worktree: folder, commit, ahead, handOver }, remarks }
}

type HandedOver = Pick<WorkOutcome, 'branch' | 'worktree' | 'commit' | 'ahead' | 'handOver'>

const noRepository: Commit = { kind: 'skipped', why: 'this folder is no git repository' }
const inPlace: { work: HandedOver; remarks: string[] } = {
  work: { branch: null, worktree: null, commit: noRepository, ahead: 0, handOver: [] },
  remarks: ['The work was done in place: there is no repository, so there is no branch to merge.'],
}
