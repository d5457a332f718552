// Machine-local state of an open talk, `<home>/state/meetings/<id>.json`: pointers only, never content.

import type { TalkStatus } from './artifact.js'
import type { MeetingId, SessionId } from './ids.js'
export interface TalkState {
  readonly meetingId: MeetingId
  readonly projectName: string
  /** The worker's identity name. */
  readonly workerName: string
  readonly packageName: string
  readonly sdkSessionId: SessionId | null
  readonly worktreeDir: string
  /** Empty for project scope. */
  readonly branchName: string
  readonly status: TalkStatus
  /** Absent means activity. */
  readonly scope?: 'activity' | 'project'
}
export declare function renderState(state: TalkState): string
export declare function parseState(
  text: string,
): TalkState | { readonly kind: 'unreadable'; readonly why: string }
