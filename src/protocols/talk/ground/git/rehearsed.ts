// The end of a rehearsed talk: nothing of its branch is merged, and the branch may go where it holds nothing but the talk's own artifact.

import { artifactPaths } from '../../documents/artifact.js'
import type { MeetingId } from '../../documents/ids.js'
import { commitActivity } from './activity.js'
import { commitAt } from './default-branch.js'
import { activityOf } from './locations.js'
import { changesOf } from './preview.js'
import type { TalkProject } from './types.js'

/**
 * The last commit of the branch, which may be removed with it. Null where there is more in it than the artifact: a rehearsal writes
 * nothing else, so a person did, and it is kept (KEEP3). What lies in the worktree is committed first, so that it is looked at too.
 */
export async function tipToForget(project: TalkProject, id: MeetingId): Promise<string | null> {
  const left = await commitActivity(project, id, `Keep what lay in the worktree of ${id}`)
  if (left.kind === 'skipped' || left.nested) return null
  const tip = await commitAt(project.path, `refs/heads/${activityOf(project, id).branch}`)
  if (tip === null) return null
  const own = artifactPaths(id)
  const changes = await changesOf(project, id)
  return changes.every(({ path }) => own.includes(path)) ? tip : null
}
