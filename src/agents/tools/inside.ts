// Inside: resolves a path from a model. Nothing is opened before its real path is known.
//
//   TOOL1  A path is inside when its real path, with all links followed, is below the real root.
//   TOOL2  Nothing below a `.parley` is read or written: records are not for seats.
//   TOOL3  Nothing below a `.git` is written, whatever its spelling.
//   TOOL4  A broken link is refused, because writing through it could create its target.

import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ToolRefused } from './define.js'

export interface InsidePath {
  /** The real path, all links followed. */
  readonly absolute: string
  /** Below the root, with forward slashes; empty for the root itself. */
  readonly path: string
}

/** The resolved path; throws a `ToolRefused` that says why it may not be used. */
export async function locate(root: string, path: string, use: 'read' | 'write'): Promise<InsidePath> {
  if (path.includes('\0')) throw new ToolRefused('A path cannot contain a NUL character.')
  const realRoot = await realpath(root)
  const absolute = await follow(resolve(root, path), path)
  const below = relative(realRoot, absolute)
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new ToolRefused(`${path} is outside this workspace; only paths inside it can be used.`, {
      leadsOut: true,
    })
  }
  const place = { absolute, path: below.split(sep).join('/') }
  refuseReserved(path, place.path, use)
  return place
}

/** The folder of parley's own records, which seats may not see: also skipped in lists and searches. */
export const isRecord = (name: string): boolean => name.toLowerCase() === '.parley'

/** All spellings that some file system treats as `.git`. */
export const isGit = (name: string): boolean => /^(\.git|git~\d+)[\s.]*$/i.test(name)

function refuseReserved(asked: string, path: string, use: 'read' | 'write'): void {
  const names = path.split('/')
  if (names.some(isRecord))
    throw new ToolRefused(`${asked} is one of parley's own records; seats do not use them.`)
  if (use === 'write' && names.some(isGit))
    throw new ToolRefused(`${asked} belongs to git, which is never written.`)
}

async function follow(absolute: string, asked: string): Promise<string> {
  try {
    return await realpath(absolute)
  } catch (error) {
    if (!isMissing(error) || dirname(absolute) === absolute) throw error
    if (await isLink(absolute)) throw new ToolRefused(`${asked} goes through a link that leads nowhere.`)
    return join(await follow(dirname(absolute), asked), basename(absolute))
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
