// Git for talks: the only module that others import, for integration, activities, merge, preview and cleanup.
//
//   KEEP1  The person's checkout, branch, index and hooks are never touched; of their configuration only what a sparse checkout
//          needs (see check-out.ts).
//   KEEP2  Every call may be run again after a kill at any point, and ends in the same state.
//   KEEP3  Nothing is removed that could hold work: what cannot be proven merged or clean is kept, with the reason.
//
// What writes the integration branch or worktree is to be called under the project's lock.

export { activitiesIn, activityIds } from './activities.js'
export { commitActivity, openActivity, type Removals, removeActivity, undoOpen } from './activity.js'
export { followedIn, refsOf } from './default-branch.js'
export { commitIntegration, ensureIntegration, syncIntegration } from './integration.js'
export { activityOf, integrationOf } from './locations.js'
export { changesOf, previewMerge } from './preview.js'
export { settledByHand, settledRef } from './settled.js'
export { squashMerge } from './squash.js'
export type {
  Activity,
  ActivityFound,
  Integration,
  Squash,
  Sync,
  TalkProject,
} from './types.js'
