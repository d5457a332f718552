// The integration branch and its permanent worktree: made when missing, kept in step with the person's branch, committed to.

import { existsSync } from 'node:fs'
import { CannotGoOn } from '../../../../kernel/errors.js'
import type { Commit } from '../../../../kernel/world.js'
import { askGit, askLine } from '../../../../workspace/git/ask.js'
import { identityFor } from '../../../../workspace/git/identity.js'
import { findTree, headOf } from '../../../../workspace/git/repository.js'
import { addWorktree } from '../../../../workspace/git/worktree-add.js'
import { activitiesIn } from './activities.js'
import { checkOutAll } from './check-out.js'
import { commitAll } from './commit-all.js'
import { commitAt, defaultBranch, isAncestor, tipOf } from './default-branch.js'
import { integrationOf } from './locations.js'
import { mergeTrees } from './merge-trees.js'
import { moveTo, settle } from './move.js'
import type { Integration, Sync, TalkProject } from './types.js'

/** Safe to run at every start: what is there stays as it is, and a broken-off move is finished. */
export async function ensureIntegration(project: TalkProject): Promise<Integration> {
  const { path: root } = project
  if (!existsSync(root) || (await findTree(root)) === null)
    throw new CannotGoOn(
      'PROJECT',
      `${root} is not a git repository.`,
      'Make it one, or register another folder.',
    )
  const integration = integrationOf(project)
  const from = (await commitAt(root, `refs/heads/${integration.branch}`)) ?? (await firstCommit(project))
  await addWorktree(root, { ...integration, from, checkOut: checkOutAll })
  await settle(integration.folder)
  return integration
}

/** Everything that lies in the integration worktree. Call it under the project's lock, before success is reported. */
export async function commitIntegration(project: TalkProject, message: string): Promise<Commit> {
  const { folder } = integrationOf(project)
  await settle(folder)
  return commitAll(folder, message)
}

/** Brings the integration branch up to the person's, unless a talk has its own branch open. Call it under the project's lock. */
export async function syncIntegration(project: TalkProject): Promise<Sync> {
  const { folder, branch } = await ensureIntegration(project)
  const open = (await activitiesIn(project)).find(({ worktree }) => worktree)
  if (open !== undefined) return { kind: 'waiting', why: `the talk ${open.id} is open` }
  const name = await defaultBranch(project)
  const theirs = name === null ? null : await tipOf(project.path, name)
  if (theirs === null) return { kind: 'waiting', why: 'there is no branch to follow' }
  const pending = await commitAll(folder, 'Keep what lay in the integration worktree')
  if (pending.kind === 'skipped') return { kind: 'waiting', why: pending.why }
  const ours = (await headOf(folder))!
  if (await isAncestor(folder, theirs, ours)) return { kind: 'same', commit: ours }
  return (await isAncestor(folder, ours, theirs))
    ? arrive(folder, { kind: 'forwarded', commit: theirs }, ours, branch)
    : mergeTheirs(folder, name!, ours, theirs)
}

async function mergeTheirs(folder: string, name: string, ours: string, theirs: string): Promise<Sync> {
  // Ours in the talk's place: what talks left below `.lore/` stands against an older copy on the person's branch.
  const merged = await mergeTrees(folder, theirs, ours)
  if (merged.kind === 'conflict') {
    const files = merged.files.join(', ')
    return { kind: 'waiting', why: `${name} and the integration branch conflict in ${files}` }
  }
  const args = ['-c', 'commit.gpgSign=false', 'commit-tree', merged.tree, '-p', ours, '-p', theirs]
  const env = await identityFor(folder)
  const commit = (await askGit([...args, '-m', `Merge ${name}`], { cwd: folder, env })).trim()
  return arrive(folder, { kind: 'merged', commit }, ours, name)
}

async function arrive(
  folder: string,
  sync: Extract<Sync, { commit: string }>,
  from: string,
  name: string,
): Promise<Sync> {
  const moved = await moveTo(folder, { from, to: sync.commit }, `parley: follow ${name}`)
  return moved ? sync : { kind: 'waiting', why: 'the integration branch moved meanwhile' }
}

async function firstCommit(project: TalkProject): Promise<string> {
  const { path: cwd, prefix } = project
  if ((await commitAt(cwd, `refs/heads/${prefix}`)) !== null)
    throw new CannotGoOn(
      'GIT',
      `There is a branch called ${prefix}, so git has no room for ${prefix}/main.`,
      `Rename it (git branch -m ${prefix} <another name>), or set another prefix for parley's branches.`,
    )
  const name = await defaultBranch(project)
  const commit =
    (name === null ? null : await tipOf(cwd, name)) ??
    (await askLine(['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd }))
  if (commit !== null) return commit
  throw new CannotGoOn(
    'GIT',
    `${cwd} has no commit yet.`,
    'Make a first commit, then register the project again.',
  )
}
