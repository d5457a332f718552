// Removes this machine's folders from what voices, tools and errors say: a journal may be read elsewhere, and must not show where the
// workspace was or the name of the person's account. A path inside the workspace becomes relative to it.

import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'

export interface NamedFolder {
  readonly folder: string
  /** The text in its place; empty for the folder that paths are relative to. */
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

/** A folder may have a second path through a link. */
function spellings(folder: string): readonly string[] {
  try {
    return [...new Set([folder, realpathSync(folder)])]
  } catch {
    return [folder]
  }
}

/** `/app` may also be the beginning of a URL path, so very short paths are not replaced. */
function isTelling(folder: string): boolean {
  return folder.split(/[/\\]/).filter(Boolean).length > 1
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
