// The squash merge of a talk: one commit on the integration branch, or nothing at all.
//
//   Q1  No file, index or branch is touched before the merge is known to succeed.
//   Q2  A squash names the tip it squashed: run again after a kill, it is found and not made twice.
//   Q3  What lay uncommitted in either worktree is committed first, each on its own branch.

import { CannotGoOn } from '../../../../kernel/errors.js'
import { askGit } from '../../../../workspace/git/ask.js'
import { identityFor } from '../../../../workspace/git/identity.js'
import { headOf } from '../../../../workspace/git/repository.js'
import type { MeetingId } from '../../documents/ids.js'
import { commitActivity } from './activity.js'
import { commitAll } from './commit-all.js'
import { commitAt } from './default-branch.js'
import { squashMessage, squashOf, squashOfMeeting, treeOf } from './integrated.js'
import { ensureIntegration } from './integration.js'
import { activityOf } from './locations.js'
import { mergeTrees } from './merge-trees.js'
import { moveTo } from './move.js'
import type { Integration, Squash, TalkProject } from './types.js'

const ATTEMPTS = 5

/** Call it under the project's lock. */
export async function squashMerge(project: TalkProject, id: MeetingId, message: string): Promise<Squash> {
  const integration = await ensureIntegration(project)
  const left = await commitActivity(project, id, `Keep what lay in the worktree of ${id}`)
  if (left.kind === 'skipped') return { kind: 'blocked', why: `in the talk's worktree, ${left.why}` }
  const tip = await commitAt(project.path, `refs/heads/${activityOf(project, id).branch}`)
  const done = tip === null ? await squashOfMeeting(project, id) : await squashOf(project, tip)
  if (done !== null) return { kind: 'merged', commit: done, settled: [] }
  if (tip === null) return { kind: 'nothing' }
  const pending = await commitAll(integration.folder, 'Keep what lay in the integration worktree')
  if (pending.kind === 'skipped')
    return { kind: 'blocked', why: `in the integration worktree, ${pending.why}` }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const squash = await squashOnce(integration, tip, squashMessage(message, id, tip))
    if (squash !== 'moved') return squash
  }
  throw new CannotGoOn(
    'GIT',
    `The branch ${integration.branch} kept moving while parley tried to merge.`,
    'Try again.',
  )
}

async function squashOnce({ folder }: Integration, tip: string, message: string): Promise<Squash | 'moved'> {
  const head = (await headOf(folder))!
  const merged = await mergeTrees(folder, head, tip)
  if (merged.kind === 'conflict') return merged
  if (merged.tree === (await treeOf(folder, head))) return { kind: 'nothing' }
  const args = ['-c', 'commit.gpgSign=false', '-c', 'i18n.commitEncoding=UTF-8']
  const env = await identityFor(folder)
  const made = await askGit([...args, 'commit-tree', merged.tree, '-p', head, '-F', '-'], {
    cwd: folder,
    env,
    stdin: message,
  })
  const commit = made.trim()
  const moved = await moveTo(folder, { from: head, to: commit }, `parley: ${message.split('\n', 1)[0]}`)
  return moved ? { kind: 'merged', commit, settled: merged.settled } : 'moved'
}
