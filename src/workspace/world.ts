// The world that a meeting acts on: one workspace's files and repository, and the library that ships with parley.

import type { Library, World } from '../kernel/world.js'
import { claudeHome } from './claude-home.js'
import { workspaceFiles } from './files.js'
import { createGit } from './git/git.js'
import { takeSnapshot } from './snapshot.js'

export function createWorld(root: string, library: Library): World {
  return {
    root,
    files: workspaceFiles(root),
    git: createGit(root),
    library,
    home: claudeHome(),
    tree: () => takeSnapshot(root),
    now: () => new Date(),
    utcOffset: (at) => -at.getTimezoneOffset(),
  }
}
