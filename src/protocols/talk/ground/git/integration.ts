// The integration branch and its permanent worktree: made when missing, kept in step with the person's branch, committed to.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotGoOn } from '../../../../kernel/errors.js'
import { askAsPerson } from '../../../../workspace/git/identity.js'
import { mergeBase } from '../../../../workspace/git/immutable.js'
import { commonDirOf, readLinked } from '../../../../workspace/git/linked.js'
import { clearOwnLocks } from '../../../../workspace/git/own-locks.js'
import type { Refs } from '../../../../workspace/git/refs.js'
import { findTree, headOf } from '../../../../workspace/git/repository.js'
import { standOn } from '../../../../workspace/git/stand-on.js'
import { addWorktree } from '../../../../workspace/git/worktree-add.js'
import { openIn } from './activities.js'
import { checkOutAll } from './check-out.js'
import { type CommitAll, commitAll } from './commit-all.js'
import { commitAt, followedIn, refsOf } from './default-branch.js'
import { integrationOf } from './locations.js'
import { mergeTrees } from './merge-trees.js'
import { moveTo, settle } from './move.js'
import type { Integration, Sync, TalkProject } from './types.js'

/** Safe to run at every start: what is there stays as it is, and a broken-off move is finished. */
export async function ensureIntegration(project: TalkProject): Promise<Integration> {
  const integration = integrationOf(project)
  await clearOwnLocks(project.path, integration)
  if (!(await isThere(project, integration))) await makeIntegration(project, integration)
  await settle(integration.folder)
  return integration
}

/** Whether its `.git` files say that it is complete, on its branch and of this repository. If not, git is asked. */
async function isThere({ path: root }: TalkProject, { folder, branch }: Integration): Promise<boolean> {
  const linked = await readLinked(folder)
  if (linked === null || linked.locked !== null || linked.branch !== branch) return false
  return linked.commonDir === (await commonDirOf(root))
}

async function makeIntegration(project: TalkProject, integration: Integration): Promise<void> {
  const { path: root } = project
  if (!existsSync(root) || (await findTree(root)) === null)
    throw new CannotGoOn(
      'PROJECT',
      `${root} is not a git repository.`,
      'Make it one, or register another folder.',
    )
  if (existsSync(join(integration.folder, '.git'))) await standOn(root, { ...integration, mustBe: true })
  const from = (await commitAt(root, `refs/heads/${integration.branch}`)) ?? (await firstCommit(project))
  await addWorktree(root, { ...integration, from, checkOut: checkOutAll })
}

/** Commits everything in the integration worktree. Call it under the project's lock, before success is reported. */
export async function commitIntegration(project: TalkProject, message: string): Promise<CommitAll> {
  const integration = integrationOf(project)
  const { folder } = integration
  await clearOwnLocks(project.path, integration)
  await settle(folder)
  return commitAll(folder, message)
}

/** Brings the integration branch up to the person's, unless a talk has its own branch open. Call it under the project's lock. */
export async function syncIntegration(project: TalkProject, known?: Refs): Promise<Sync> {
  const { folder, branch } = await ensureIntegration(project)
  const refs = known ?? (await refsOf(project))
  const open = openIn(project, refs)
  if (open !== undefined) return { kind: 'talking', id: open }
  const followed = followedIn(project, refs)
  if (followed === null) return { kind: 'waiting', why: 'there is no branch to follow' }
  const { name, tip: theirs } = followed
  const tip = refs.heads.get(branch)
  if (tip === undefined) return { kind: 'waiting', why: `there is no branch ${branch}` }
  const base = await mergeBase(folder, theirs, tip)
  if (base === theirs) return { kind: 'same', commit: tip }
  const pending = await commitAll(folder, 'Keep what lay in the integration worktree')
  if (pending.kind === 'skipped') return { kind: 'waiting', why: pending.why }
  const ours = pending.head ?? tip
  return base === ours
    ? arrive(folder, { kind: 'forwarded', commit: theirs }, ours, branch)
    : mergeTheirs(folder, name, ours, theirs)
}

async function mergeTheirs(folder: string, name: string, ours: string, theirs: string): Promise<Sync> {
  // The integration branch takes the talk's part here: below `.lore/` it wins over an older copy on the person's branch.
  const merged = await mergeTrees(folder, theirs, ours)
  if (merged.kind === 'conflict') {
    const files = merged.files.join(', ')
    return { kind: 'waiting', why: `${name} and the integration branch conflict in ${files}` }
  }
  const args = ['-c', 'commit.gpgSign=false', 'commit-tree', merged.tree, '-p', ours, '-p', theirs]
  const made = await askAsPerson([...args, '-m', `Merge ${name}`], { cwd: folder })
  const commit = made.text.trim()
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
  const commit = followedIn(project, await refsOf(project))?.tip ?? (await headOf(cwd))
  if (commit !== null) return commit
  throw new CannotGoOn(
    'GIT',
    `${cwd} has no commit yet.`,
    'Make a first commit, then register the project again.',
  )
}
