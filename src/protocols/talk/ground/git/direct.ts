// The close of a talk that works on the integration branch itself: one commit there, with nothing to merge.

import type { MeetingId } from '../../documents/ids.js'
import { meetingMessage, squashOfMeeting } from './integrated.js'
import { commitIntegration } from './integration.js'
import type { Squash, TalkProject } from './types.js'

/** Run again after a kill, it finds the commit by the meeting that it names, and makes no second one. Call it under the project's lock. */
export async function commitDirect(project: TalkProject, id: MeetingId, message: string): Promise<Squash> {
  const made = await commitIntegration(project, meetingMessage(message, id))
  if (made.kind === 'skipped') return { kind: 'blocked', why: made.why }
  const commit = made.kind === 'committed' ? made.hash : await squashOfMeeting(project, id)
  return commit === null ? { kind: 'nothing', tip: null } : { kind: 'merged', commit, settled: [], tip: null }
}
