// Changes: what a worktree holds beyond a commit, counted in lines. Files that git does not know yet are counted by reading them.

import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Changes } from '../../kernel/world.js'
import { askGit, fields } from './ask.js'
import { nestedAndOthers } from './nested.js'

/** New files beyond this many are listed without being read. */
const mostRead = 200
const mostBytes = 1_000_000

/** The commit may come from a journal that somebody else wrote: it is never read as an option, such as one that names a file to write. */
export async function changesSince(folder: string, base: string): Promise<Changes> {
  const cwd = folder
  const counts = ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff']
  const tracked = fields(await askGit([...counts, '--end-of-options', base, '--'], { cwd }))
  const { nested, others } = await nestedAndOthers(folder)
  const untracked = others.filter((path) => !path.endsWith('/'))
  const ahead = await askGit(['rev-list', '--count', '--end-of-options', `${base}..HEAD`], { cwd })
  const commits = Number(ahead.trim())
  const fresh = await Promise.all(
    untracked.map(async (path, at) => ({
      path,
      added: at < mostRead ? await linesIn(join(folder, path)) : null,
      removed: 0,
    })),
  )
  const files = [...tracked.map(counted), ...fresh].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { files, commits, ...(nested.length > 0 ? { nested } : {}) }
}

/** One row of `--numstat -z`. */
export function counted(row: string): Changes['files'][number] {
  const [added = '-', removed = '-', ...path] = row.split('\t')
  const count = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
  return { path: path.join('\t'), added: count(added), removed: count(removed) }
}

/** Null for a binary file, a large one, and anything that is not a file. */
async function linesIn(path: string): Promise<number | null> {
  // A link is not followed, and a pipe is not waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  )
  if (!file) return null
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size > mostBytes) return null
    const bytes = await file.readFile()
    if (bytes.includes(0)) return null
    const ends = bytes.filter((byte) => byte === 10).length
    return bytes.length > 0 && bytes.at(-1) !== 10 ? ends + 1 : ends
  } finally {
    await file.close()
  }
}
