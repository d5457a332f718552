// The activity branches and worktrees of a project, as git knows them: also those that no state file tells of any more.

import { existsSync } from 'node:fs'
import { branchesWith, commitsAhead } from '../../../../workspace/git/branches.js'
import type { Refs } from '../../../../workspace/git/refs.js'
import { listWorktrees } from '../../../../workspace/git/worktrees.js'
import { type MeetingId, safeId } from '../../documents/ids.js'
import { commitAt } from './default-branch.js'
import { activityOf, integrationOf, meetingPrefix } from './locations.js'
import type { ActivityFound, TalkProject } from './types.js'

/** Ids of the talks that have a branch, from branches that were read already. */
export function activityIds(project: TalkProject, { heads }: Refs): readonly MeetingId[] {
  const prefix = meetingPrefix(project)
  const names = [...heads.keys()].filter((name) => name.startsWith(prefix)).toSorted()
  return names.map((name) => safeId(name.slice(prefix.length))).filter((id) => id !== null)
}

/** A talk whose branch is checked out, if there is one. */
export function openIn(project: TalkProject, refs: Refs): MeetingId | undefined {
  return activityIds(project, refs).find((id) => {
    const folder = refs.checkedOut.get(activityOf(project, id).branch)
    return folder !== undefined && existsSync(folder)
  })
}

export async function activitiesIn(project: TalkProject): Promise<readonly ActivityFound[]> {
  const prefix = meetingPrefix(project)
  const branches = await branchesWith(project.path, prefix)
  const checkedOut = new Set(
    (await listWorktrees(project.path))
      .filter(({ absolute }) => existsSync(absolute))
      .map(({ branch }) => branch),
  )
  const ids = branches.map((branch) => safeId(branch.slice(prefix.length))).filter((id) => id !== null)
  return Promise.all(ids.map((id) => describe(project, id, checkedOut)))
}

async function describe(
  project: TalkProject,
  id: MeetingId,
  checkedOut: ReadonlySet<string | null>,
): Promise<ActivityFound> {
  const activity = activityOf(project, id)
  // Where the integration branch does not exist yet, commits are counted against the person's own branch.
  const base = (await commitAt(project.path, `refs/heads/${integrationOf(project).branch}`)) ?? 'HEAD'
  const ahead = await commitsAhead(project.path, activity.branch, base)
  return { ...activity, worktree: checkedOut.has(activity.branch), ahead }
}
