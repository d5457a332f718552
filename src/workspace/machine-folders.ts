// Folders of this machine, taken out of what voices, tools and errors say: a record may be read elsewhere, and tells nobody where its
// workspace lay or what its person is called there. A path inside the workspace stays a path, as it is seen from the workspace.

import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'

export interface NamedFolder {
  readonly folder: string
  /** What stands in its place; empty for the folder that paths are seen from. */
  readonly as: string
}

/** The workspace, the person's own data, and their home. Where talks are held, the workspace is that data. */
export function foldersOf(root: string, home: string): readonly NamedFolder[] {
  return [
    ...(root === home ? [] : [{ folder: root, as: '' }]),
    { folder: home, as: 'PARLEY_HOME' },
    { folder: homedir(), as: '~' },
  ]
}

export function withoutFolders(folders: readonly NamedFolder[]): (text: string) => string {
  const known = folders.flatMap(({ folder, as }) => spellings(folder).map((spelt) => ({ folder: spelt, as })))
  const all = known
    .filter(({ folder }) => isTelling(folder))
    .sort((a, b) => b.folder.length - a.folder.length)
  if (all.length === 0) return (text) => text
  const names = new Map(all.map(({ folder, as }) => [folder, as]))
  const pattern = new RegExp(
    `(?<![\\w.~-])(${all.map(({ folder }) => escaped(folder)).join('|')})(?![\\w-]|\\.\\w)(/?)`,
    'g',
  )
  return (text) =>
    text.replace(pattern, (_, folder: string, slash: string) => {
      const as = names.get(folder) ?? ''
      return as === '' ? (slash === '' ? '.' : '') : `${as}${slash}`
    })
}

/** Links may make one folder known under two names. */
function spellings(folder: string): readonly string[] {
  try {
    return [...new Set([folder, realpathSync(folder)])]
  } catch {
    return [folder]
  }
}

/** `/app` may be the beginning of an address of the web as well: nothing so short is taken for a folder. */
function isTelling(folder: string): boolean {
  return folder.split(/[/\\]/).filter(Boolean).length > 1
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
