// Whether the integration branch holds what an activity branch holds: a squash says so in its last lines.

import { askLine } from '../../../../workspace/git/ask.js'
import { treeOf } from '../../../../workspace/git/immutable.js'
import type { MeetingId } from '../../documents/ids.js'
import { commitAt } from './default-branch.js'
import { integrationOf } from './locations.js'
import { mergeTrees } from './merge-trees.js'
import type { TalkProject } from './types.js'

/** The message of a talk's last commit: the title, and the meeting, by which it is found again. */
function meetingMessage(message: string, id: MeetingId): string {
  return `${message.trimEnd()}\n\nMeeting: ${id}\n`
}

/** The message of a squash commit: the title, and the tip it squashed, by which it is found again. */
export function squashMessage(message: string, id: MeetingId, tip: string): string {
  return `${meetingMessage(message, id)}Meeting-Tip: ${tip}\n`
}

/**
 * The commit on the integration branch that squashed this very tip, or null: parley's own, or a person's whose message is the one that
 * `git merge --squash` prepares, which names the commits.
 */
export function squashOf(project: TalkProject, tip: string): Promise<string | null> {
  // A squash of this tip is newer than the tip's ancestors, so those are left out of the search.
  return lastWith(project, [`Meeting-Tip: ${tip}`, `commit ${tip}`], [`^${tip}`])
}

/** The last squash of this talk, whatever its tip was. */
export function squashOfMeeting(project: TalkProject, id: MeetingId): Promise<string | null> {
  return lastWith(project, [`Meeting: ${id}`])
}

/** By the mark of a squash, or because a merge would change nothing. */
export async function isIntegrated(project: TalkProject, tip: string): Promise<boolean> {
  const { path: cwd } = project
  const head = await commitAt(cwd, `refs/heads/${integrationOf(project).branch}`)
  if (head === null) return false
  if ((await squashOf(project, tip)) !== null) return true
  const merged = await mergeTrees(cwd, head, tip)
  return merged.kind === 'tree' && merged.settled.length === 0 && merged.tree === (await treeOf(cwd, head))
}

function lastWith(
  project: TalkProject,
  lines: readonly string[],
  without: readonly string[] = [],
): Promise<string | null> {
  const patterns = lines.map((line) => `--grep=^${line.replace(/[.[\]*^$\\]/g, '\\$&')}$`)
  const found = ['log', '-1', '--format=%H', '--basic-regexp', ...patterns]
  const { branch } = integrationOf(project)
  return askLine([...found, `refs/heads/${branch}`, ...without, '--'], { cwd: project.path })
}
