// Settling a leftover: does what the person chose. Nothing that could hold work is deleted; what is kept says why.

import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import type { Documents } from '../../kernel/run/documents.js'
import type { Commit, Removal, World } from '../../kernel/world.js'
import { minuteOf } from '../../text/calendar.js'
import { readPad, renderEntry } from './documents/pad.js'
import { somebodySpoke } from './documents/pad-lines.js'
import {
  archivedBranch,
  archivePath,
  padPath,
  recordPath,
  recordsFolder,
  workBranch,
} from './documents/places.js'
import { readRecord } from './documents/record-reading.js'
import type { CouncilInput } from './input.js'
import { type ConvenedCouncil, preflight } from './preflight.js'
import type { Leftover, Offer } from './rules/leftovers.js'
import { commitTrail, passGates, trailPaths } from './trail.js'
import { councilInWorktree } from './workplace.js'

/** What came of a choice. `lines` are sentences for the person. */
export type Settlement =
  | { readonly kind: 'kept'; readonly lines: readonly string[] }
  /** Resume this meeting from its journal: `hold(id)`. */
  | { readonly kind: 'resume'; readonly from: 'journal'; readonly id: string }
  /** The journal is gone: open a meeting of this protocol under this very id with this input, then hold it. */
  | {
      readonly kind: 'resume'
      readonly from: 'pad'
      readonly id: string
      readonly protocol: 'council.meeting' | 'council.work'
      readonly input: CouncilInput
    }
  /** Done. `closed` is a meeting whose journal must be closed for good (an `aborted` line), if it has one. */
  | {
      readonly kind: 'settled'
      readonly lines: readonly string[]
      readonly closed: string | null
      /** Documents of that meeting that stand elsewhere now. */
      readonly moved: readonly { readonly path: string; readonly to: string }[]
    }

/** Does what was chosen for this leftover: the key of an answer to `aboutLeftover(leftover)`. */
export async function settle(
  world: World,
  documents: Documents,
  leftover: Leftover,
  choice: Offer,
): Promise<Settlement> {
  if (!leftover.offers.includes(choice)) {
    throw new WrongUsage(
      `"${choice}" is not offered for ${leftover.id}.`,
      `Choose one of: ${leftover.offers.join(', ')}.`,
    )
  }
  if (choice === 'keep') return { kind: 'kept', lines: [`Kept: ${leftover.id} — ${leftover.what}.`] }
  if (choice === 'resume') return resume(world, leftover)
  const lines =
    choice === 'delete' ? await remove(world, leftover) : await archive(world, documents, leftover)
  const { id } = leftover
  const moved = (await world.files.exists(archivePath(id)))
    ? [{ path: padPath(id), to: archivePath(id) }]
    : []
  return { kind: 'settled', lines, closed: leftover.journal ? id : null, moved }
}

async function resume(world: World, { id, journal }: Leftover): Promise<Settlement> {
  if (journal) return { kind: 'resume', from: 'journal', id }
  const pad = await livePad(world, id)
  const { header } = readPad(pad)
  if (!header)
    throw new CannotGoOn('PAD', `${padPath(id)} has no header that can be read.`, 'Fix it, or archive it.')
  const council = await preflight(world)
  const {
    description: _description,
    blind: _blind,
    ...taken
  } = asItSat(council, header.chair, header.mode === 'meeting' ? header.seats : null)
  const epoch = header.epoch ?? Math.floor(world.now().getTime() / 1000)
  const input = { task: header.task, started: { minute: header.started, epoch }, council: taken, pad }
  return { kind: 'resume', from: 'pad', id, protocol: `council.${header.mode}`, input }
}

/** The chair and, for a meeting, the seats as the pad names them; their personas as they are now. */
function asItSat(council: ConvenedCouncil, chair: string, seats: readonly string[] | null): ConvenedCouncil {
  const known = new Map(council.seats.map((seat) => [seat.name, seat]))
  const wanted = seats ?? [...known.keys()]
  const missing = [...wanted, chair].filter((seat) => !known.has(seat))
  if (missing.length > 0) {
    throw new WrongUsage(
      `This session was opened with seats that the council no longer has: ${missing.join(', ')}.`,
      'Put them back into .council/council.yaml, or archive the session.',
    )
  }
  return { ...council, chair, seats: wanted.map((seat) => known.get(seat)!) }
}

async function archive(world: World, documents: Documents, leftover: Leftover): Promise<string[]> {
  switch (leftover.kind) {
    case 'unconcluded':
      return archiveUnconcluded(world, documents, leftover)
    case 'unarchived':
      return archiveFinished(world, leftover)
    case 'uncommitted':
      return [told(await commitTrail(world, leftover.id, leftover.paths), 'The audit trail is committed')]
    default:
      return setBranchAside(world, leftover)
  }
}

/** The pad says that it ends without a conclusion, then moves to the records: it is never deleted. */
async function archiveUnconcluded(world: World, documents: Documents, leftover: Leftover): Promise<string[]> {
  const { id } = leftover
  const pad = await livePad(world, id)
  const at = world.now()
  const minute = minuteOf({ ms: at.getTime(), offset: world.utcOffset(at) })
  const body = `Archived at ${minute}. Reason: the session was left unconcluded, and the person chose to archive it.`
  const closed = readPad(pad).entries.at(-1)?.kind === 'archived'
  if (!closed) await documents.write(padPath(id), pad + renderEntry({ kind: 'archived', body }))
  await movePad(world, id)
  const branch = leftover.worktree || leftover.branch ? await setBranchAside(world, leftover) : []
  const silent = !somebodySpoke(pad)
  const commit: Commit = silent
    ? { kind: 'skipped', why: 'nobody had said anything' }
    : await commitTrail(world, id, await trailPaths(world, id))
  return [
    `Archived without conclusion: ${archivePath(id)}.`,
    ...branch,
    told(commit, 'The archive is committed'),
  ]
}

async function archiveFinished(world: World, leftover: Leftover): Promise<string[]> {
  const { id } = leftover
  const pad = await livePad(world, id)
  await passGates(world, id, pad)
  await movePad(world, id)
  const work = leftover.worktree
    ? [told(await commitWork(world, leftover), 'The work is committed on its branch')]
    : []
  const commit = await commitTrail(world, id, await trailPaths(world, id))
  return [
    `Both gates passed; archived: ${archivePath(id)}.`,
    ...work,
    told(commit, 'The record is committed'),
  ]
}

async function commitWork(world: World, { id, worktree, branch }: Leftover): Promise<Commit> {
  if (branch) await world.git.standOn({ folder: worktree!, branch: workBranch(id) })
  const leaveOut = [councilInWorktree(await world.git.repository())]
  const { title } = readRecord((await world.files.read(recordPath(id))) ?? '')
  return world.git.commitWorktree(worktree!, title || `council: work ${id}`, leaveOut)
}

/** What lies in the worktree is committed first, so that nothing is lost with its folder. */
async function setBranchAside(world: World, { id, worktree, branch }: Leftover): Promise<string[]> {
  const lines: string[] = []
  if (worktree && branch) await world.git.standOn({ folder: worktree, branch: workBranch(id) })
  if (worktree)
    lines.push(
      told(
        await world.git.commitWorktree(worktree, `council: archive ${id}`, []),
        'What lay in the worktree is committed',
      ),
    )
  if (branch) {
    await world.git.renameBranch(workBranch(id), archivedBranch(id))
    lines.push(`The branch is now ${archivedBranch(id)}.`)
  }
  if (worktree) lines.push(removed(await world.git.removeWorktree(worktree), worktree))
  return lines
}

async function remove(world: World, { worktree, branch }: Leftover): Promise<string[]> {
  const lines: string[] = []
  if (worktree) lines.push(removed(await world.git.removeWorktree(worktree), worktree))
  if (branch) lines.push(removed(await world.git.removeBranch(branch), branch))
  return lines
}

async function movePad(world: World, id: string): Promise<void> {
  await world.files.makeFolder(recordsFolder)
  await world.files.rename(padPath(id), archivePath(id))
}

async function livePad(world: World, id: string): Promise<string> {
  const pad = await world.files.read(padPath(id))
  if (pad === null)
    throw new CannotGoOn('PAD', `${padPath(id)} is gone.`, 'See what is left: `parley council info`.')
  return pad
}

function told(commit: Commit, done: string): string {
  if (commit.kind === 'committed') return `${done} (${commit.hash.slice(0, 10)}).`
  return commit.kind === 'nothing' ? 'There was nothing to commit.' : `Not committed: ${commit.why}.`
}

function removed(removal: Removal, what: string): string {
  return removal.kind === 'removed' ? `Removed: ${what}.` : `Kept ${what}: ${removal.why}.`
}
