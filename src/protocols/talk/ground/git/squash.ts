// The squash merge of a talk: one commit on the integration branch, or nothing at all.
//
//   JOIN1  No file, index or branch is touched before the merge is known to succeed.
//   JOIN2  The commit of a squash names the tip that it squashed. Run again after a kill, it is found by that and not made twice.
//          It is looked for before anything is taken from the worktree, which may be half removed by then.
//   JOIN3  What lay uncommitted in either worktree is committed first, each on its own branch.

import { CannotGoOn } from '../../../../kernel/errors.js'
import { askAsPerson } from '../../../../workspace/git/identity.js'
import { rememberTree, treeOf } from '../../../../workspace/git/immutable.js'
import { emptyLinks, nestedFault } from '../../../../workspace/git/nested.js'
import { headOf } from '../../../../workspace/git/repository.js'
import type { MeetingId } from '../../documents/ids.js'
import { commitActivity } from './activity.js'
import { commitAll } from './commit-all.js'
import { commitAt } from './default-branch.js'
import { squashMessage, squashOf, squashOfMeeting } from './integrated.js'
import { ensureIntegration } from './integration.js'
import { activityOf } from './locations.js'
import { mergeTrees } from './merge-trees.js'
import { moveTo } from './move.js'
import type { Integration, Squash, TalkProject } from './types.js'

const ATTEMPTS = 5

/** Call it under the project's lock. */
export async function squashMerge(project: TalkProject, id: MeetingId, message: string): Promise<Squash> {
  const integration = await ensureIntegration(project)
  const known = await commitAt(project.path, `refs/heads/${activityOf(project, id).branch}`)
  const done = await squashed(project, id, known)
  if (done !== null) return { kind: 'merged', commit: done, settled: [], tip: known }
  const left = await commitActivity(project, id, `Keep what lay in the worktree of ${id}`)
  if (left.kind === 'skipped') return { kind: 'blocked', why: `in the talk's worktree, ${left.why}` }
  if (left.nested) return { kind: 'blocked', why: nestedFault(left.nested) }
  const tip = left.head ?? known
  if (tip === null) return { kind: 'nothing', tip }
  const pending = await commitAll(integration.folder, 'Keep what lay in the integration worktree')
  if (pending.kind === 'skipped')
    return { kind: 'blocked', why: `in the integration worktree, ${pending.why}` }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const head = (attempt === 1 ? pending.head : null) ?? (await headOf(integration.folder))!
    const squash = await squashOnce(integration, { head, tip }, squashMessage(message, id, tip))
    if (squash !== 'moved') return squash
  }
  throw new CannotGoOn(
    'GIT',
    `The branch ${integration.branch} kept moving while parley tried to merge.`,
    'Try again.',
  )
}

function squashed(project: TalkProject, id: MeetingId, tip: string | null): Promise<string | null> {
  return tip === null ? squashOfMeeting(project, id) : squashOf(project, tip)
}

async function squashOnce(
  { folder }: Integration,
  { head, tip }: { readonly head: string; readonly tip: string },
  message: string,
): Promise<Squash | 'moved'> {
  const merged = await mergeTrees(folder, head, tip)
  if (merged.kind === 'conflict') return merged
  if (merged.tree === (await treeOf(folder, head))) return { kind: 'nothing', tip }
  const empty = await emptyLinks(folder, head, merged.tree)
  if (empty.length > 0) return { kind: 'blocked', why: nestedFault(empty) }
  const args = ['-c', 'commit.gpgSign=false', '-c', 'i18n.commitEncoding=UTF-8']
  const made = await askAsPerson([...args, 'commit-tree', merged.tree, '-p', head, '-F', '-'], {
    cwd: folder,
    stdin: message,
  })
  const commit = made.text.trim()
  rememberTree(commit, merged.tree)
  const moved = await moveTo(folder, { from: head, to: commit }, `parley: ${message.split('\n', 1)[0]}`)
  return moved ? { kind: 'merged', commit, settled: merged.settled, tip } : 'moved'
}
