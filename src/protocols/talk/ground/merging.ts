// What a merge came to: as the procedure knows it, the text of the talk that waits for it, and the request that asks for help.

import { CannotGoOn } from '../../../kernel/errors.js'
import { askLine } from '../../../workspace/git/ask.js'
import { artifactPath, artifactPaths, LORE, parseArtifact, titleFrom } from '../documents/artifact.js'
import { type MeetingId, requestId } from '../documents/ids.js'
import type { Merge, TalkInput } from '../index.js'
import { countingFile, lastingFile, textOf } from './copies.js'
import { activityOf } from './git/talk-git.js'
import type { Squash, TalkProject } from './git/types.js'
import { managerOf } from './manager.js'
import type { TalkContext } from './shared.js'

export function mergeOf(squash: Squash): Merge {
  switch (squash.kind) {
    case 'merged':
      return { kind: 'merged', commit: squash.commit, settled: squash.settled, tip: squash.tip }
    case 'nothing':
      return { kind: 'nothing', tip: squash.tip }
    case 'conflict':
      return { kind: 'pending', cause: 'both sides changed the same files', files: squash.files }
    case 'blocked':
      return { kind: 'pending', cause: squash.why, files: [] }
  }
}

/** The text of the closed artifact: as an earlier attempt left it on the integration branch, else from the worktree or the branch. */
export async function closedText(project: TalkProject, id: MeetingId): Promise<string> {
  const lasting = await textOf(lastingFile(project, id))
  if (lasting !== null && parseArtifact(lasting).status === 'closed') return lasting
  const counting = await textOf(countingFile(project, id).file)
  const text = counting !== null && parseArtifact(counting).status === 'closed' ? counting : null
  const onBranch = text ?? (await branchText(project, id))
  if (onBranch !== null) return onBranch
  throw new CannotGoOn('GONE', `The artifact of ${id} is gone.`, 'Look for it on its branch.')
}

/** A request to the manager, for a person to merge what parley could not. */
export async function callForHelp(
  context: TalkContext,
  { id, input }: { readonly id: MeetingId; readonly input: TalkInput },
  { at, cause, files }: { readonly at: string; readonly cause: string; readonly files: readonly string[] },
) {
  const { branch, into, title } = input
  const manager = await managerOf(context)
  const named =
    files.length === 0 ? '' : `\n\nFiles in conflict:\n\n${files.map((file) => `- ${file}`).join('\n')}`
  return {
    idFor: (n: number) => requestId(at, `merge ${id}`, n),
    at,
    title: titleFrom(`Merge of "${title}" waits`),
    worker: manager.name,
    workerDisplayTitle: manager.displayTitle,
    agenda: `The talk ${id} is closed, but its branch ${branch} could not be merged into ${into}: ${cause}.${named}`,
    reason: `Merge failed: ${cause}`,
    referenced: [artifactPath(id, input.artifactFolder).slice(`${LORE}/`.length)],
  }
}

async function branchText(project: TalkProject, id: MeetingId): Promise<string | null> {
  const { branch } = activityOf(project, id)
  for (const path of artifactPaths(id)) {
    const text = await askLine(['show', `refs/heads/${branch}:${path}`], { cwd: project.path })
    if (text !== null) return text
  }
  return null
}
