// Plain files: everything that parley makes below a folder that the person named, made and opened without following a link.
// A clone can bring links; one that leads out of it would let parley write anywhere. Synchronous, as the journal is.
//
//   PLAIN1  The folder that the person named (a workspace, their home) may be reached through links. No name below it may be one.
//   PLAIN2  Every folder on the way is looked at before it is used, a file is opened with O_NOFOLLOW, and what was opened is compared
//           with its name afterwards.
//   PLAIN3  A file is replaced whole: written in the same folder under a name that is new, then renamed over the old one.
//   PLAIN4  What is made below a folder that is closed to others, as a home is, is closed to them as well, whatever the umask.

import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CannotGoOn } from '../kernel/errors.js'
import { mostOfText } from '../kernel/world.js'
import { modesIn, ownFolder } from './home.js'

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants

const ways = {
  append: O_WRONLY | O_APPEND | O_CREAT,
  /** Not there before: a link of that name, also one that leads nowhere, counts as there. */
  create: O_WRONLY | O_CREAT | O_EXCL,
  /** Changed in place. */
  update: O_RDWR | O_CREAT,
  /** Changed in place, never made. */
  change: O_RDWR,
  read: O_RDONLY | O_NONBLOCK,
} as const

/** The folder, made where it is missing, with all folders on the way. The named root is made as well. */
export function folderBelow(root: string, folder: string, asked?: number): string {
  // A workspace is always there; what is missing is the person's own home, which is nobody else's to read.
  fs.mkdirSync(root, { recursive: true, mode: ownFolder })
  const mode = asked ?? modesIn(root).folder
  return namesBelow(root, folder).reduce((above, name) => {
    const place = path.join(above, name)
    if (!isFolder(place)) makeFolder(place, mode)
    return place
  }, fs.realpathSync(root))
}

/** Makes the folder; false where something of that name is there already. The system lets only one of many callers do it. */
export function claimBelow(root: string, folder: string, mode = 0o777): boolean {
  const place = path.resolve(root, folder)
  const above = folderBelow(root, path.dirname(place))
  try {
    fs.mkdirSync(path.join(above, path.basename(place)), { mode })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** A file descriptor. The folders on the way must be there. */
export function openBelow(
  root: string,
  file: string,
  how: keyof typeof ways,
  mode = modesIn(root).file,
): number {
  const place = placeBelow(root, file)
  const fd = openUnfollowed(place, ways[how], mode)
  try {
    mustBe(place, fd)
    return fd
  } catch (error) {
    fs.closeSync(fd)
    throw error
  }
}

export interface Content {
  readonly text: string | Uint8Array
  /** Of a new file; one that is replaced keeps its own. Where it is the owner's alone, so are the folders that are made for it. */
  readonly mode?: number
  /** On disk when this returns. */
  readonly flush?: boolean
  /** What the name ends in under which it is written before it is renamed; a new number unless given. */
  readonly draft?: string
}

function folderFor(root: string, file: string, { mode }: Content): string {
  const isOwn = mode !== undefined && (mode & 0o077) === 0
  return folderBelow(root, path.dirname(path.resolve(root, file)), isOwn ? ownFolder : undefined)
}

/** Replaces the whole file, or makes it, with the folders on the way. Readers see the old text or the new. */
export function replaceBelow(root: string, file: string, content: Content): void {
  const folder = folderFor(root, file, content)
  const place = path.join(folder, path.basename(file))
  const old = lookAt(place)
  if (old?.isSymbolicLink()) throw linked(place)
  const draft = `${place}.${content.draft ?? randomInt(1_000_000_000, 10_000_000_000)}`
  try {
    writeTo(openBelow(folder, draft, 'create', content.mode ?? modesIn(root).file), content, old)
    fs.renameSync(draft, place)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
  if (content.flush) flushFolder(folder)
}

/** A file that the person named themselves: a link of theirs is followed, as people keep settings in one folder and link them. */
export function replaceNamed(file: string, content: Content): void {
  const place = fs.existsSync(file) ? fs.realpathSync(file) : path.resolve(file)
  replaceBelow(path.dirname(place), place, content)
}

/** False where something of that name is there already. */
export function createBelow(root: string, file: string, content: Content): boolean {
  const folder = folderFor(root, file, content)
  try {
    const mode = content.mode ?? modesIn(root).file
    writeTo(openBelow(folder, path.basename(file), 'create', mode), content)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  if (content.flush) flushFolder(folder)
  return true
}

export function appendBelow(root: string, file: string, content: Content): void {
  folderFor(root, file, content)
  writeTo(openBelow(root, file, 'append', content.mode), content)
}

/** Neither name goes through a link; a link at the old name is moved as a link is. */
export function renameBelow(root: string, from: string, to: string): void {
  const folder = folderBelow(root, path.dirname(path.resolve(root, to)))
  fs.renameSync(placeBelow(root, from), path.join(folder, path.basename(to)))
}

/** A symbolic link, made beside its place and renamed over it: a link of that name is replaced in one step. */
export function linkBelow(root: string, file: string, target: string): void {
  const folder = folderBelow(root, path.dirname(path.resolve(root, file)))
  const place = path.join(folder, path.basename(file))
  const draft = `${place}.${randomInt(1_000_000_000, 10_000_000_000)}`
  fs.symlinkSync(target, draft)
  try {
    fs.renameSync(draft, place)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
}

/** A file or a folder with all that is in it; links are removed, not followed. */
export function removeBelow(root: string, file: string): void {
  if (lookAt(path.resolve(root)) === undefined) return
  fs.rmSync(placeBelow(root, file), { recursive: true, force: true })
}

/** The bytes of a plain file; undefined where there is none: a link, a pipe, a device, a folder or more than `most` bytes are not read. */
export function bytesOfPlain(file: string, most = mostOfText): Buffer | undefined {
  const fd = openPlain(file)
  if (fd === undefined) return undefined
  try {
    return fs.fstatSync(fd).size > most ? undefined : fs.readFileSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** For reading; undefined where there is no plain file. Folders on the way may be links: reading through one changes nothing. */
export function openPlain(file: string): number | undefined {
  let fd: number
  try {
    fd = fs.openSync(file, ways.read | O_NOFOLLOW)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO'].includes(codeOf(error))) return undefined
    throw error
  }
  if (fs.fstatSync(fd).isFile()) return fd
  fs.closeSync(fd)
  return undefined
}

/** On disk when this returns: a new or renamed file survives a power cut only once its folder is flushed. Some systems cannot. */
export function flushFolder(folder: string): void {
  try {
    const fd = fs.openSync(folder, 'r')
    try {
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    // Nothing more can be done there.
  }
}

/** The absolute place, with every folder on the way looked at. A missing one is left to whoever opens the place. */
function placeBelow(root: string, file: string): string {
  const names = namesBelow(root, file)
  const real = fs.realpathSync(root)
  names.slice(0, -1).reduce((above, name) => {
    const place = path.join(above, name)
    isFolder(place)
    return place
  }, real)
  return path.join(real, ...names)
}

function namesBelow(root: string, file: string): readonly string[] {
  const below = path.relative(path.resolve(root), path.resolve(root, file))
  const names = below.split(path.sep).filter((name) => name !== '')
  if (!path.isAbsolute(below) && !names.includes('..') && !below.includes('\0')) return names
  // `root` may have been reached through a link, and `file` may be its real path.
  const real = path.relative(fs.realpathSync(root), path.resolve(root, file))
  if (path.isAbsolute(real) || real.split(path.sep).includes('..') || real.includes('\0'))
    throw new CannotGoOn('OUTSIDE_WORKSPACE', `${file} is not below ${root}.`, 'Name a file inside it.')
  return real.split(path.sep).filter((name) => name !== '')
}

/** False where nothing is there. A link is refused, and so is a file in a folder's place. */
function isFolder(place: string): boolean {
  const found = lookAt(place)
  if (found === undefined) return false
  if (found.isSymbolicLink()) throw linked(place)
  if (!found.isDirectory())
    throw Object.assign(new Error(`ENOTDIR: not a directory, '${place}'`), { code: 'ENOTDIR', path: place })
  return true
}

/** Another process may make the same folder at the same time. */
function makeFolder(place: string, mode: number): void {
  try {
    fs.mkdirSync(place, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  if (!isFolder(place)) throw linked(place)
}

function openUnfollowed(place: string, flags: number, mode: number): number {
  try {
    return fs.openSync(place, flags | O_NOFOLLOW, mode)
  } catch (error) {
    if (lookAt(place)?.isSymbolicLink() && codeOf(error) !== 'EEXIST') throw linked(place)
    throw error
  }
}

/** Compares what was opened with its name: a folder on the way may have become a link since it was looked at. */
function mustBe(place: string, fd: number): void {
  const [opened, named] = [fs.fstatSync(fd), lookAt(place)]
  const folder = path.dirname(place)
  if (opened.ino === named?.ino && opened.dev === named.dev && fs.realpathSync(folder) === folder) return
  throw linked(place)
}

function writeTo(fd: number, { text, flush }: Content, as?: fs.Stats): void {
  try {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at)
    if (as) takeAfter(fd, as)
    if (flush) fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** The new file has the permissions of the one that it replaces, and its owner where that may be given. */
function takeAfter(fd: number, old: fs.Stats): void {
  fs.fchmodSync(fd, old.mode & 0o7777)
  const { uid, gid } = fs.fstatSync(fd)
  if (uid === old.uid && gid === old.gid) return
  try {
    fs.fchownSync(fd, old.uid, old.gid)
  } catch {
    // Only an administrator can give a file away.
  }
}

function lookAt(place: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(place)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}

function linked(place: string): CannotGoOn {
  return new CannotGoOn(
    'LINK',
    `${place} is a link, and parley writes through none.`,
    'Remove that link, or put what it leads to in its place. The workspace as a whole and PARLEY_HOME may be links.',
  )
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
