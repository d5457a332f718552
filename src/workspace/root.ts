// The workspace's root: the top of the git working tree, else the nearest folder upwards with a project file, else unknown.

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { askLine } from './git/ask.js'
import { parleyHome } from './home.js'

const PROJECT_FILES = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', '.parley', '.council']

/** Undefined when none is found: then the caller asks, or uses the current folder. */
export async function findRoot(cwd: string): Promise<string | undefined> {
  return (await gitTopLevel(cwd)) ?? nearest(cwd, isProject)
}

export async function gitTopLevel(cwd: string): Promise<string | undefined> {
  return (await askLine(['rev-parse', '--show-toplevel'], { cwd })) ?? undefined
}

/** The nearest folder upwards that holds this file. */
export function rootMarkedBy(cwd: string, marker: string): string | undefined {
  return nearest(cwd, (folder) => existsSync(join(folder, marker)))
}

/** The person's own data is in a folder of the same name, which does not make their home a project. */
function isProject(folder: string): boolean {
  return PROJECT_FILES.some((name) => join(folder, name) !== parleyHome() && existsSync(join(folder, name)))
}

function nearest(from: string, fits: (folder: string) => boolean): string | undefined {
  const start = existsSync(from) ? realpathSync(from) : from
  for (let folder = start; ; folder = dirname(folder)) {
    if (fits(folder)) return folder
    if (dirname(folder) === folder) return undefined
  }
}
