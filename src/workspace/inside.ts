// Resolves paths and checks that they are inside the workspace, before anything is read or written.
//
//   LINK1  A write goes exactly to the path it names: no link in the path, and no link at its end.
//   LINK2  A read may follow links as long as what they lead to is inside the workspace.
//   LINK3  Nothing is written into a folder of git's, at any depth and in any case: a record may name one as its folder.

import { lstat, readlink, realpath } from 'node:fs/promises'
import { isAbsolute, join, posix, sep } from 'node:path'
import { CannotGoOn, OutsideBoundary } from '../kernel/errors.js'

/** The absolute path for a write. Rejects with `OutsideBoundary` when a link leads elsewhere (LINK1). */
export async function placeToWrite(root: string, path: string): Promise<string> {
  const parts = lexicalParts(path)
  if (parts === null) throw new OutsideBoundary(path, 'is not a path inside the workspace')
  if (parts.some((part) => part.toLowerCase() === '.git')) throw new OutsideBoundary(path, 'belongs to git')
  let place = await realpath(root)
  for (const part of parts) {
    place = join(place, part)
    const found = await look(place)
    if (found === 'nothing') return join(await realpath(root), ...parts)
    if (found === 'link') throw new OutsideBoundary(path, await whyLink(root, place))
  }
  return place
}

/** The absolute path for a read, or null when nothing is there. Rejects when it is outside (LINK2). */
export async function placeToRead(root: string, path: string): Promise<string | null> {
  const parts = lexicalParts(path)
  if (parts === null) throw outside(path)
  const top = await realpath(root)
  const real = await realpath(join(top, ...parts)).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(error.code ?? '')) return null
    throw error
  })
  if (real !== null && real !== top && !real.startsWith(top + sep)) throw outside(path)
  return real
}

export function outside(path: string): CannotGoOn {
  return new CannotGoOn('OUTSIDE_WORKSPACE', `${path} leads outside the workspace.`, 'Name a file inside it.')
}

/** The names in the path, or null when it is not a relative path below the root. `.` has none. */
function lexicalParts(path: string): readonly string[] | null {
  if (path.includes('\0') || path.includes('\\') || isAbsolute(path) || /^[A-Za-z]:/.test(path)) return null
  const parts = posix
    .normalize(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? null : parts
}

async function look(place: string): Promise<'nothing' | 'link' | 'there'> {
  try {
    return (await lstat(place)).isSymbolicLink() ? 'link' : 'there'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing'
    throw error
  }
}

async function whyLink(root: string, place: string): Promise<string> {
  const name = place.slice((await realpath(root)).length + 1)
  return `goes through the link ${name} to ${await readlink(place).catch(() => 'somewhere else')}`
}
