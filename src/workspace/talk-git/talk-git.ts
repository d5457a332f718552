// Git for talks, all of it: integration, activity, merge, preview and cleanup. Every call is safe to run again after a kill.
import type { MeetingId } from '../../documents/talk/ids.js'
import type { Commit, Removal } from '../../kernel/world.js'
import type { Activity, Integration, Preview, Squash, Sync, TalkProject } from './types.js'

export declare function defaultBranch(project: TalkProject): Promise<string | null>
export declare function integrationOf(project: TalkProject): Integration
export declare function activityOf(project: TalkProject, id: MeetingId): Activity
export declare function ensureIntegration(project: TalkProject): Promise<Integration>
/** Brings the integration branch up to the person's, unless a talk has a branch open. Call under the project's lock. */
export declare function syncIntegration(project: TalkProject): Promise<Sync>
/** Commits files of the integration worktree; call under the project's lock before reporting success. */
export declare function commitIntegration(project: TalkProject, message: string): Promise<Commit>
export declare function openActivity(
  project: TalkProject,
  id: MeetingId,
  checkout: 'sparse' | 'full',
): Promise<Activity>
export declare function commitActivity(project: TalkProject, id: MeetingId, message: string): Promise<Commit>
/** Leftovers committed, then one commit on integration or nothing at all. Call under the project's lock. */
export declare function squashMerge(project: TalkProject, id: MeetingId, message: string): Promise<Squash>
/** Worktree first, then the branch; each only when nothing would be lost. `merged` says that a squash holds its commits. */
export declare function removeActivity(
  project: TalkProject,
  id: MeetingId,
): Promise<{ worktree: Removal; branch: Removal }>
/** What a close would merge. Touches nothing. */
export declare function previewMerge(project: TalkProject, id: MeetingId): Promise<Preview>
/** Meetings that have a branch here, with whether it holds commits and whether its worktree is there. */
export declare function activitiesIn(
  project: TalkProject,
): Promise<readonly { id: MeetingId; branch: string; worktree: boolean; ahead: number }[]>
