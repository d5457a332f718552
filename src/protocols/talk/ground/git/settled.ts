// A merge that a person made by hand and says so. Their word is taken; the last commit of the branch stays under a ref of its own, so
// that a word given by mistake loses nothing.

import { askGit } from '../../../../workspace/git/ask.js'
import { headOf } from '../../../../workspace/git/repository.js'
import type { MeetingId } from '../../documents/ids.js'
import { commitAll } from './commit-all.js'
import { commitAt } from './default-branch.js'
import { squashMessage, squashOf } from './integrated.js'
import { ensureIntegration } from './integration.js'
import { activityOf } from './locations.js'
import type { Squash, TalkProject } from './types.js'

export function settledRef(id: MeetingId): string {
  return `refs/parley/settled/${id}`
}

/** `mark` says so in the artifact; the commit of that names the tip, as a squash does. Call it under the project's lock. */
export async function settledByHand(
  project: TalkProject,
  id: MeetingId,
  mark: () => Promise<unknown>,
): Promise<Squash> {
  const { folder } = await ensureIntegration(project)
  const left = await commitAll(folder, 'Keep what lay in the integration worktree')
  if (left.kind === 'skipped') return { kind: 'blocked', why: `in the integration worktree, ${left.why}` }
  const tip = await commitAt(project.path, `refs/heads/${activityOf(project, id).branch}`)
  if (tip !== null) await askGit(['update-ref', settledRef(id), tip], { cwd: project.path })
  const done = tip === null ? null : await squashOf(project, tip)
  await mark()
  const message = `Mark ${id} as merged by hand`
  const marked = await commitAll(folder, tip === null ? message : squashMessage(message, id, tip))
  const commit = done ?? marked.head ?? (await headOf(folder))!
  return { kind: 'merged', commit, settled: [], tip }
}
