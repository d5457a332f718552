// The `Git` port over the git command, for the repository around one workspace.

import { join } from 'node:path'
import type { Git } from '../../kernel/world.js'
import { branchesWith, commitsAhead, removeBranch, renameBranch } from './branches.js'
import { changesSince } from './changes.js'
import { commitPaths } from './commit-paths.js'
import { commitWorktree } from './commit-worktree.js'
import { lastSubjects, remoteUrl, trackedFiles } from './facts.js'
import { fileAt, hasCommit } from './file-at.js'
import { configuredName } from './identity.js'
import { keepBefore } from './keep-before.js'
import { clearLocksIn, clearOwnLocks } from './own-locks.js'
import { describeRepository } from './repository.js'
import { standOn } from './stand-on.js'
import { isIgnored, statusLines, uncommittedBelow } from './status.js'
import { changedSince, lookAtTree } from './tree-look.js'
import { addWorktree } from './worktree-add.js'
import { removeWorktree } from './worktree-remove.js'
import { otherWorktrees } from './worktrees.js'

export function createGit(root: string): Git {
  return {
    repository: () => describeRepository(root),
    status: (folder) => statusLines(folder === undefined ? root : join(root, folder)),
    ignored: (path) => isIgnored(root, path),
    async addWorktree(ask) {
      await clearOwnLocks(root, { folder: join(root, ask.folder), branch: ask.branch })
      await addWorktree(root, ask)
    },
    standOn: (ask) => standOn(root, ask),
    commitPaths: (paths, message) => commitPaths(root, paths, message),
    async commitWorktree(folder, message, leaveOut) {
      await clearLocksIn(root, join(root, folder))
      return commitWorktree(join(root, folder), message, leaveOut)
    },
    lookAtTree: (ask) => lookAtTree(root, ask),
    changedSince: (before, ask) => changedSince(root, before, ask),
    keepBefore: (id) => keepBefore(root, id),
    branches: (prefix) => branchesWith(root, prefix),
    worktrees: () => otherWorktrees(root),
    ahead: (branch, base) => commitsAhead(root, branch, base),
    changes: (folder, base) => changesSince(join(root, folder), base),
    fileAt: (commit, path) => fileAt(root, commit, path),
    hasCommit: (commit) => hasCommit(root, commit),
    renameBranch: (from, to) => renameBranch(root, from, to),
    async removeWorktree(folder) {
      await clearLocksIn(root, join(root, folder))
      return removeWorktree(root, folder)
    },
    removeBranch: (branch) => removeBranch(root, branch),
    remoteUrl: (name) => remoteUrl(root, name),
    lastSubjects: (most) => lastSubjects(root, most),
    trackedFiles: (folder) => trackedFiles(folder === undefined ? root : join(root, folder)),
    userName: () => configuredName(root),
    uncommitted: (folder) => uncommittedBelow(root, folder),
  }
}
