// Names of the locks around a talk: the project's, for its integration worktree and the cap; the meeting's, for its artifact.

export { meetingLock, projectLock } from '../../protocols/talk/ground/toolboxes/context.js'
