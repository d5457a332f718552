// Meeting folders: where the journals of a folder's meetings are, below PARLEY_HOME: `meetings/<name>-<mark>/<id>/`. Beside it,
// `<name>-<mark>.json` says which folder that is; a meeting's own `workspace.json`, in which of its worktrees it was opened.
//
//   HOME1  All worktrees of a repository have one such folder; any other folder has one of its own. Nothing in a workspace is one.
//   HOME2  A folder gets in by an act of the person in it (a meeting opened there, `parley serve` started there), never by what it holds.
//   HOME3  What is kept here gives a folder no power: its meetings are listed, and nothing in it is run, made, or followed by git until
//          the person registers it or opens a talk there.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isRecord } from '../rules/values.js'
import { ownFile, ownFolder } from './home.js'
import { bytesOfPlain, folderBelow, removeBelow, replaceBelow } from './plain-files.js'

export interface SeenWorkspace {
  /** One word, as names of projects are. No two have the same. */
  readonly name: string
  readonly path: string
}

/** The folder of the meetings of this workspace, made or not. */
export function meetingsFolder(home: string, root: string): string {
  const path = real(root)
  const own = join(allIn(home), `${wordIn(basename(path))}-${markOf(path)}`)
  const common = commonDirOf(root)
  // A folder that became a repository after its first meeting keeps its meetings.
  if (common === null || existsSync(own)) return own
  return join(allIn(home), `${wordIn(basename(dirname(common)))}-${markOf(common)}`)
}

export function keepsMeetings(home: string, root: string): boolean {
  return existsSync(meetingsFolder(home, root))
}

/** Nothing is written where it is known. The home itself is no workspace. */
export function rememberWorkspace(home: string, root: string): void {
  const path = real(root)
  const folder = meetingsFolder(home, root)
  if (path === real(home) || existsSync(fileOf(folder))) return
  folderBelow(home, folder, ownFolder)
  keep(home, fileOf(folder), { path, since: new Date().toISOString() })
}

/** Its meetings stay; it is shown again with the next one that is opened there. */
export function forgetWorkspace(home: string, root: string): void {
  forgetFolder(home, meetingsFolder(home, root))
}

/** The same, by the folder of its meetings: one that is gone is known by that alone. */
export function forgetFolder(home: string, folder: string): void {
  if (existsSync(fileOf(folder))) removeBelow(home, fileOf(folder))
}

/** Those that are still there, the first seen first. `taken` are names that they must not have. */
export function seenWorkspaces(home: string, taken: readonly string[] = []): readonly SeenWorkspace[] {
  const all = foldersOfMeetings(home)
    .filter(({ path }) => existsSync(path))
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.path.localeCompare(b.path))
  const names = new Set(taken)
  return all.map(({ path }) => {
    const own = wordIn(basename(path))
    const name = names.has(own) ? `${own}-${markOf(path).slice(0, 6)}` : own
    names.add(name)
    return { name, path }
  })
}

/** Every folder of meetings, with the workspace in which the first of them was opened. */
export function foldersOfMeetings(home: string): readonly (Kept & { readonly folder: string })[] {
  return namesIn(allIn(home)).flatMap((name) => {
    const folder = join(allIn(home), name.slice(0, -'.json'.length))
    const workspace = name.endsWith('.json') ? kept(fileOf(folder)) : undefined
    return workspace ? [{ folder, ...workspace }] : []
  })
}

/** The meeting belongs to this workspace from here on. */
export function bindMeeting(home: string, folder: string, root: string): void {
  keep(home, join(folder, own), { path: real(root), since: new Date().toISOString() })
}

/** The workspace that the meeting in this folder belongs to, whether it is still there or not. */
export function workspaceOf(folder: string): string | undefined {
  return (kept(join(folder, own)) ?? kept(fileOf(dirname(folder))))?.path
}

const own = 'workspace.json'
const fileOf = (folder: string) => `${folder}.json`

interface Kept {
  readonly path: string
  readonly since: string
  /** Which repository it is of, for the day when the folder is gone. */
  readonly repository?: string | undefined
}

/** What is known of the repository of this workspace is kept with its meetings. */
export function keepRepository(home: string, root: string, repository: string): void {
  const file = fileOf(meetingsFolder(home, root))
  const workspace = kept(file)
  if (workspace && workspace.repository !== repository) keep(home, file, { ...workspace, repository })
}

const allIn = (home: string) => join(home, 'meetings')

function keep(home: string, file: string, workspace: Kept): void {
  replaceBelow(home, file, { text: `${JSON.stringify(workspace)}\n`, mode: ownFile })
}

/** A file that cannot be read names nothing: its workspace comes back with its next meeting. */
function kept(file: string): Kept | undefined {
  try {
    const found: unknown = JSON.parse(bytesOfPlain(file)?.toString('utf8') ?? '')
    if (!isRecord(found)) return undefined
    const { path, since, repository } = found
    if (typeof path !== 'string' || typeof since !== 'string') return undefined
    return { path, since, ...(typeof repository === 'string' ? { repository } : {}) }
  } catch {
    return undefined
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What the worktrees of the repository at this folder share; null where it is not the top of one. Read without git: lists must be fast. */
function commonDirOf(root: string): string | null {
  const own = join(root, '.git')
  if (statSync(own, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(own)
  const gitDir = textOf(own)?.match(/^gitdir: (.+)$/m)?.[1]
  if (gitDir === undefined) return null
  const place = resolve(root, gitDir)
  const [common, back] = ['commondir', 'gitdir'].map((name) => textOf(join(place, name))?.trim())
  // A folder may claim to be a worktree of any repository: one that does not know of it is not its own.
  if (!common || !back || real(resolve(place, back)) !== real(own)) return null
  return real(resolve(place, common))
}

const textOf = (file: string): string | undefined => bytesOfPlain(file)?.toString('utf8')

function wordIn(name: string): string {
  const words = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  return words === '' ? 'workspace' : words
}

const markOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12)

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
