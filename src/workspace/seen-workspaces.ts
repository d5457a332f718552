// Workspaces in which the person has met, so that the hall can show their meetings before anybody registers them. One small file each
// below PARLEY_HOME: processes that begin meetings at the same time write none of the same.
//
//   SEEN1  What is kept here gives a folder no power: its meetings are listed as what their seals say, and nothing in it is run, made,
//          or followed by git until the person registers it or opens a talk there.
//   SEEN2  A folder gets in by an act of the person in it (a meeting opened there, `parley serve` started there), never by what it holds.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { bytesOfPlain, removeBelow, replaceBelow } from './plain-files.js'

export interface SeenWorkspace {
  /** One word, as names of projects are. No two have the same. */
  readonly name: string
  readonly path: string
}

const folder = 'seen'
const Kept = z.strictObject({ path: z.string().min(1).max(4096), since: z.iso.datetime() })

/** Nothing is written where it is known. The home itself is no workspace. */
export function rememberWorkspace(home: string, root: string): void {
  const path = real(root)
  if (path === real(home) || existsSync(join(home, fileFor(path)))) return
  const since = new Date().toISOString()
  replaceBelow(home, fileFor(path), { text: `${JSON.stringify({ path, since })}\n`, mode: 0o600 })
}

export function forgetWorkspace(home: string, root: string): void {
  if (existsSync(join(home, fileFor(real(root))))) removeBelow(home, join(home, fileFor(real(root))))
}

/** Those that are still there, the first seen first. `taken` are names that they must not have. */
export function seenWorkspaces(home: string, taken: readonly string[] = []): readonly SeenWorkspace[] {
  const names = new Set(taken)
  return keptWorkspaces(home).flatMap(({ path }) => {
    if (!existsSync(path)) return []
    const name = freeName(path, names)
    names.add(name)
    return [{ name, path }]
  })
}

/** All of them, also those whose folder is gone, under the folder's own name. */
export function knownWorkspaces(home: string): readonly (SeenWorkspace & { readonly isThere: boolean })[] {
  return keptWorkspaces(home).map(({ path }) => ({ name: basename(path), path, isThere: existsSync(path) }))
}

function keptWorkspaces(home: string): readonly z.infer<typeof Kept>[] {
  return filesIn(home)
    .flatMap((name) => keptIn(join(home, folder, name)))
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.path.localeCompare(b.path))
}

/** The folder's own name. Where another has it, a mark that comes from the path alone follows, so that an address stays valid. */
function freeName(path: string, taken: ReadonlySet<string>): string {
  const words = basename(path)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  const own = words === '' ? 'workspace' : words
  return taken.has(own) ? `${own}-${markOf(path).slice(0, 6)}` : own
}

const markOf = (path: string): string => createHash('sha256').update(path).digest('hex')
const fileFor = (path: string): string => join(folder, `${markOf(path).slice(0, 32)}.json`)

function filesIn(home: string): readonly string[] {
  try {
    return readdirSync(join(home, folder)).filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
  } catch {
    return []
  }
}

/** A file that cannot be read names nothing: its workspace comes back with its next meeting. */
function keptIn(file: string): readonly z.infer<typeof Kept>[] {
  try {
    return [Kept.parse(JSON.parse(bytesOfPlain(file)?.toString('utf8') ?? ''))]
  } catch {
    return []
  }
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
