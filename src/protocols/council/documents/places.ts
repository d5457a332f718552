// Paths of a council's own files, relative to the project's root, with forward slashes; and the names of its branches.

export const councilFolder = '.council'
export const councilFile = '.council/council.yaml'
export const ignoreFile = '.council/.gitignore'
export const memoryFolder = '.council/memory'
export const recordsFolder = '.council/records'
export const scratchFolder = '.council/scratch'
export const seatsFolder = '.council/seats'
export const worktreesFolder = '.council/worktrees'

/** The main tree's memory, as a seat sees it from its worktree below `worktreesFolder`. */
export const memoryFromWorktree = '../../memory'

/** The whole of `.council/.gitignore`. */
export const ignoreText = 'scratch/\nworktrees/\n'

export const seatPath = (seat: string) => `${seatsFolder}/${seat}.md`
export const topicPath = (topic: string) => `${memoryFolder}/${topic}.md`
export const padPath = (id: string) => `${scratchFolder}/${id}.md`
export const stopPath = (id: string) => `${scratchFolder}/${id}.stop`
export const recordPath = (id: string) => `${recordsFolder}/${id}.md`
export const archivePath = (id: string) => `${recordsFolder}/${id}.scratch.md`
export const worktreePath = (id: string) => `${worktreesFolder}/${id}`
export const workBranchPrefix = 'council/work-'
export const workBranch = (id: string) => `${workBranchPrefix}${id}`
export const archivedBranch = (id: string) => `council/archived-${id}`

/** The only paths that a session may write. */
export const sessionBoundary = (id: string): readonly string[] => [
  padPath(id),
  stopPath(id),
  recordPath(id),
  archivePath(id),
  topicPath('*'),
]
