// The world that a meeting acts on: one workspace's files and repository, and the library that ships with parley.

import type { Library, World } from '../kernel/world.js'
import { claudeHome } from './claude-home.js'
import { workspaceFiles } from './files.js'
import { createGit } from './git/git.js'
import { githubIn } from './github.js'
import { guardHere } from './guard.js'
import { parleyHome } from './home.js'
import { workspacePrograms } from './programs/programs.js'
import { takeSnapshot } from './snapshot.js'

export function createWorld(root: string, library: Library, home = parleyHome()): World {
  return {
    root,
    files: workspaceFiles(root),
    git: createGit(root),
    library,
    home: claudeHome(),
    programs: workspacePrograms(root, home),
    github: githubIn(root),
    tree: () => takeSnapshot(root),
    unguarded: async () => {
      const { layer, about } = await guardHere(home)
      return layer === null ? about : null
    },
    now: () => new Date(),
    utcOffset: (at) => -at.getTimezoneOffset(),
  }
}
