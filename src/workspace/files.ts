// The `Files` port over a workspace: reads stay inside it (LINK2), and what it makes or moves goes through no link (LINK1).

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { CannotGoOn, OutsideBoundary } from '../kernel/errors.js'
import type { Files } from '../kernel/world.js'
import { boundedBytes } from './bounded.js'
import { diskError, onDisk } from './disk-errors.js'
import { placeToRead, placeToWrite } from './inside.js'
import { exclusively } from './locks-folder.js'
import { claimBelow, folderBelow, linkBelow, removeBelow, renameBelow, replaceBelow } from './plain-files.js'
import { searchWords } from './word-search.js'

export function workspaceFiles(root: string): Files {
  return {
    read: (path, most) => onDisk('read', path, () => readText(root, path, most)),
    exists: (path) => onDisk('look at', path, () => isThere(root, path)),
    digest: (path) => onDisk('read', path, () => digestOf(root, path)),
    plainSize: (path) => onDisk('look at', path, () => plainSize(root, path)),
    list: (folder) => onDisk('list', folder, () => listNames(root, folder)),
    claim: (folder) => onDisk('make', folder, () => claimFolder(root, folder)),
    makeFolder: (folder) => onDisk('make', folder, () => makeFolder(root, folder)),
    rename: (from, to) => onDisk('rename', from, () => renameOnce(root, from, to)),
    link: (path, target) => onDisk('link', path, () => linkTo(root, path, target)),
    remove: (path) => onDisk('remove', path, async () => removeBelow(root, await placeOfEntry(root, path))),
    unwritable: (path) => whyUnwritable(root, path),
    search: (ask) => onDisk('search', '.', () => searchWords(root, ask)),
    exclusively: (name, work) => exclusively(root, name, work),
  }
}

async function readText(root: string, path: string, most?: number): Promise<string | null> {
  return (await readBytes(root, path, most))?.toString('utf8') ?? null
}

async function digestOf(root: string, path: string): Promise<string | null> {
  const bytes = await readBytes(root, path)
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
}

async function readBytes(root: string, path: string, most?: number): Promise<Buffer | null> {
  const place = await placeToRead(root, path)
  return place === null ? null : boundedBytes(place, path, most)
}

async function plainSize(root: string, path: string): Promise<number | null> {
  const found = await lstat(await placeToWrite(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return null
    throw error
  })
  return found?.isFile() ? found.size : null
}

/** A broken link counts as existing: nothing may be created in its place. */
async function isThere(root: string, path: string): Promise<boolean> {
  const inside = await placeToWrite(root, path).catch((error: unknown) => {
    if (error instanceof OutsideBoundary) return null
    throw error
  })
  if (inside !== null) return (await lstat(inside).catch(() => null)) !== null
  return (await placeToRead(root, path).catch(() => null)) !== null
}

async function listNames(root: string, folder: string): Promise<readonly string[]> {
  const place = await placeToRead(root, folder)
  if (place === null || !(await stat(place)).isDirectory()) return []
  const names = (await readdir(place)).toSorted()
  return Promise.all(names.map(async (name) => ((await isFolder(join(place, name))) ? `${name}/` : name)))
}

async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() ?? false
}

async function claimFolder(root: string, folder: string): Promise<boolean> {
  return claimBelow(root, await placeToWrite(root, folder))
}

async function makeFolder(root: string, folder: string): Promise<void> {
  folderBelow(root, await placeToWrite(root, folder))
}

/** Safe to run again: a finished rename is no error. An existing file at the new name is never overwritten. */
async function renameOnce(root: string, from: string, to: string): Promise<void> {
  const [source, target] = [await placeToWrite(root, from), await placeToWrite(root, to)]
  const [there, taken] = [await lstat(source).catch(() => null), await lstat(target).catch(() => null)]
  if (there === null && taken !== null) return
  if (there === null) throw new CannotGoOn('DISK', `There is no ${from} to rename.`)
  if (taken !== null) throw new CannotGoOn('DISK', `${from} cannot be renamed: ${to} exists already.`)
  renameBelow(root, source, target)
}

async function linkTo(root: string, path: string, target: string): Promise<'linked' | 'copied' | 'kept'> {
  const [place, goal] = [await placeOfEntry(root, path), await placeToWrite(root, target)]
  const there = await lstat(place).catch(() => null)
  if (there !== null && !there.isSymbolicLink()) return 'kept'
  try {
    linkBelow(root, place, relative(dirname(place), goal))
    return 'linked'
  } catch (error) {
    // What some file systems answer that have no links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(`${(error as NodeJS.ErrnoException).code}`))
      throw error
    replaceBelow(root, place, { text: await readFile(goal) })
    return 'copied'
  }
}

/** The entry itself, which may be a link; no folder on the way to it may be one (LINK1). */
async function placeOfEntry(root: string, path: string): Promise<string> {
  if (/(?:^|\/)\.{0,2}$/.test(path)) throw new OutsideBoundary(path, 'names no entry of the workspace')
  const folder = dirname(path)
  return join(folder === '.' ? await realpath(root) : await placeToWrite(root, folder), basename(path))
}

async function whyUnwritable(root: string, path: string): Promise<string | null> {
  try {
    const place = await placeToWrite(root, path)
    if (await isFolder(place)) return `${path} is a folder`
    await accessNearest(place)
    return null
  } catch (error) {
    return (diskError('write', path, error) as Error).message
  }
}

/** A file is replaced, not changed in place, so the nearest existing folder must be writable, too. */
async function accessNearest(place: string): Promise<void> {
  const folder = dirname(place)
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return accessNearest(folder)
  if (!found.isDirectory()) throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' })
  await access(folder, constants.W_OK | constants.X_OK)
}
