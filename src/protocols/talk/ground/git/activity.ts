// The branch and worktree of one talk: made, committed to, taken back when opening failed, and removed when nothing is lost.

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Removal } from '../../../../kernel/world.js'
import { askGit, askLine, lastWords } from '../../../../workspace/git/ask.js'
import { commitsAhead, removeBranch } from '../../../../workspace/git/branches.js'
import { runGit } from '../../../../workspace/git/exec.js'
import { clearOwnLocks } from '../../../../workspace/git/own-locks.js'
import { readRefs } from '../../../../workspace/git/refs.js'
import { standOn } from '../../../../workspace/git/stand-on.js'
import { statusLines } from '../../../../workspace/git/status.js'
import { addWorktree, discardUnfinished } from '../../../../workspace/git/worktree-add.js'
import { removeWorktree } from '../../../../workspace/git/worktree-remove.js'
import { artifactPaths } from '../../documents/artifact.js'
import type { MeetingId } from '../../documents/ids.js'
import { checkOutAll, checkOutLore } from './check-out.js'
import { type CommitAll, commitAll } from './commit-all.js'
import { commitAt } from './default-branch.js'
import { isIntegrated } from './integrated.js'
import { ensureIntegration } from './integration.js'
import { activityOf, integrationOf } from './locations.js'
import type { Activity, TalkProject } from './types.js'

/** Branch and worktree cut from the integration branch as it is committed now; both are left alone if they are there. */
export async function openActivity(
  project: TalkProject,
  id: MeetingId,
  checkout: 'sparse' | 'full',
): Promise<Activity> {
  const integration = await ensureIntegration(project)
  const activity = activityOf(project, id)
  const { folder, branch } = activity
  await clearOwnLocks(project.path, activity)
  await addWorktree(project.path, {
    folder,
    branch,
    from: `refs/heads/${integration.branch}`,
    ours: true,
    checkOut: checkout === 'sparse' ? checkOutLore : checkOutAll,
  })
  return activity
}

/** Commits everything in the worktree; nothing where the worktree is gone. */
export async function commitActivity(
  project: TalkProject,
  id: MeetingId,
  message: string,
): Promise<CommitAll> {
  const activity = activityOf(project, id)
  if (!existsSync(activity.folder)) return { kind: 'nothing', head: null }
  await standOn(project.path, { ...activity, mustBe: true })
  await clearOwnLocks(project.path, activity)
  return commitAll(activity.folder, message)
}

export interface Removals {
  readonly worktree: Removal
  readonly branch: Removal
}

/**
 * The worktree first, then the branch; each only when nothing would be lost with it. `merged` is the tip that is known to be on
 * the integration branch.
 */
export async function removeActivity(
  project: TalkProject,
  id: MeetingId,
  merged?: string,
): Promise<Removals> {
  const { folder, branch } = activityOf(project, id)
  await clearOwnLocks(project.path, { folder, branch })
  const worktree = await removeWorktree(project.path, folder, { merged: merged !== undefined })
  if (worktree.kind === 'kept')
    return { worktree, branch: { kind: 'kept', why: 'its worktree is still there' } }
  return { worktree, branch: await removeMerged(project, branch, merged) }
}

/** Undoes a failed opening. What parley itself wrote into the meeting's file does not count as work that could be lost. */
export async function undoOpen(project: TalkProject, id: MeetingId): Promise<Removals> {
  const { folder, branch } = activityOf(project, id)
  const own = artifactPaths(id)
  await discardUnfinished(project.path, folder)
  const isUntouched = (await commitAt(project.path, `refs/heads/${branch}`)) !== null && existsSync(folder)
  if (isUntouched && (await commitsAhead(project.path, branch, integrationOf(project).branch)) === 0) {
    const changed = (await statusLines(folder)).map((line) => line.slice(3))
    if (changed.every((path) => own.includes(path))) for (const path of changed) await restore(folder, path)
  }
  return removeActivity(project, id)
}

async function restore(folder: string, path: string): Promise<void> {
  const isCommitted =
    (await askLine(['ls-tree', '--full-tree', 'HEAD', '--', path], { cwd: folder })) !== null
  if (isCommitted) {
    await askGit(['restore', '--source=HEAD', '--staged', '--worktree', '--', path], { cwd: folder })
    return
  }
  await askGit(['rm', '--cached', '--quiet', '--ignore-unmatch', '--sparse', '--', path], { cwd: folder })
  await rm(join(folder, path), { force: true })
}

/** After a squash git does not call the branch merged, so the mark in the squash commit and the content are checked instead. */
async function removeMerged(project: TalkProject, branch: string, merged?: string): Promise<Removal> {
  try {
    const { path: cwd } = project
    const { heads, checkedOut } = await readRefs(cwd)
    const tip = heads.get(branch)
    if (tip === undefined) return { kind: 'removed' }
    const isMerged = !checkedOut.has(branch) && (tip === merged || (await isIntegrated(project, tip)))
    if (!isMerged) return await removeBranch(cwd, branch)
    const result = await runGit(['update-ref', '-d', `refs/heads/${branch}`, tip], { cwd })
    return result.code === 0 ? { kind: 'removed' } : { kind: 'kept', why: lastWords(result) }
  } catch (error) {
    return { kind: 'kept', why: `it could not be checked: ${(error as Error).message}` }
  }
}
