// The journal as a file: one line appended with one write, flushed before anything depends on it.
//
//   JF1  A line that a crash left half-written is cut off, kept beside the journal as `journal.torn-<n>`, and reported.
//   JF2  Damage anywhere else refuses the lease and names the line; reading for display still works.
//   JF3  An append that fails leaves the file as it was before it: the next one is not joined to a half-written line.
//   JF4  A writer that was overtaken, or has released its lease, appends nothing.
//   JF5  A writer whose journal was removed, replaced or cut off under it does and appends nothing more.
//   JF6  A journal belongs to the meeting whose name its folder has. In a folder of another name it is a copy, and counts as damaged.

import fs from 'node:fs'
import path from 'node:path'
import { CannotGoOn, Damaged, Held } from '../kernel/errors.js'
import { seal } from '../kernel/line/hash.js'
import type { Besides, Journal, Lease, Readable } from '../kernel/line/journal.js'
import type { EntryOf, Kind, Line, LineOf } from '../kernel/line/line.js'
import { ownFile, ownFolder } from './home.js'
import { readBytes, tooLong, vouchedFor, wholeLines } from './journal-bytes.js'
import { bytesFrom, FileTail, lineEnd, readableLine } from './journal-tail.js'
import { journalIn } from './kept-summaries.js'
import { keepText, keptText, sweepKept } from './kept-texts.js'
import { ownerOf, tryLock } from './lock.js'
import { isAlive, isNear } from './owner.js'
import { createBelow, flushFolder, folderBelow, openBelow } from './plain-files.js'

/** Whose journal it is: the meeting's id, which is the name of its folder. */
export interface Kept {
  readonly id: string
  /** The folder that the person named, below which no link is followed: the journal's own, unless given. */
  readonly within?: string
}

/** By default the journal of the meeting that has the folder's name. */
export function fileJournal(folder: string, kept: Kept = { id: path.basename(folder) }): Journal {
  const file = journalIn(folder)
  return {
    read: async (from = 1, to = Number.POSITIVE_INFINITY) =>
      vouchedFor(readBytes(file), kept.id, to).slice(from - 1),
    readable: async () => {
      const long = tooLong(file)
      if (long !== null) return { lines: [], damage: long.message }
      return readLoosely(readBytes(file), kept)
    },
    first: async () => readFirst(file),
    lease: () => leaseOf(folder, file, kept),
    held: () => isHeld(lockIn(folder)),
    watch: (from, signal) => follow(file, from, signal),
    tail: (after) => new FileTail(file, after),
    mark: async () => markOf(file),
    kept: async (hash, as) => keptText(folder, hash, as),
  }
}

/** Damage at one line hides no other line; only the first is named, since the hashes of all later lines depend on it. */
function readLoosely(bytes: Buffer, { id }: Kept): Readable {
  try {
    return { lines: vouchedFor(bytes, id), damage: null }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    const texts = bytes.toString('utf8').split('\n')
    const lines = texts.flatMap((text, at) => readableLine(text, at + 1) ?? [])
    return { lines, damage: error.message }
  }
}

function readFirst(file: string): { line: Line; alone: boolean } | undefined {
  for (let most = 4 * 1024; ; most *= 16) {
    const bytes = bytesFrom(file, 0, most)
    const end = bytes.indexOf(lineEnd)
    const line = end < 0 ? undefined : readableLine(bytes.toString('utf8', 0, end), 1)
    // When the bytes read end exactly with a line, it is unknown whether another line follows.
    if (end + 1 === most) continue
    if (line) return { line, alone: bytes.length === end + 1 }
    if (end >= 0 || bytes.length < most) return undefined
  }
}

/** An owner on another machine cannot be checked, so it counts as alive. What a power cut left of a lock holds nothing. */
async function isHeld(lock: string): Promise<boolean> {
  const owner = await ownerOf(lock)
  if (owner === 'nobody') return false
  return owner !== 'unknown' && (!isNear(owner) || isAlive(owner))
}

/** A journal only grows, so its size would be enough; the time also shows a change by hand. */
function markOf(file: string): string {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  return found && found.size > 0 ? `${found.size} ${found.mtimeMs}` : ''
}

function lockIn(folder: string): string {
  return path.join(folder, 'lock')
}

async function leaseOf(folder: string, file: string, kept: Kept): Promise<Lease> {
  const { within = folder } = kept
  folderBelow(within, folder, ownFolder)
  const lock = await tryLock(lockIn(folder), { ours: true })
  if (lock.kind === 'held') throw lock.by === 'unknown' ? noLock(lockIn(folder)) : new Held(kept.id, lock.by)
  try {
    sweepKept(within, folder)
    return new FileLease(file, kept, nextToken(within, folder), () => lock.release())
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** What a power cut left of a lock is taken over; this is a folder in its place, or one that others are about to take over. */
function noLock(file: string): CannotGoOn {
  return new CannotGoOn(
    'LOCKED',
    `${file} is no lock of parley's, so nobody can tell who holds this meeting.`,
    'Try again; if no parley is at work on it, remove that file or folder.',
  )
}

/** Counts the leases of this journal; called only by the owner of the lock. */
function nextToken(within: string, folder: string): number {
  const fd = openBelow(within, leasesOf(folder), 'update', forOwner)
  try {
    const token = 1 + tokenIn(fd)
    fs.writeSync(fd, `${token}\n`, 0)
    return token
  } finally {
    fs.closeSync(fd)
  }
}

/** Overwritten in place, never replaced, so that a process that has it open sees the new number. */
function leasesOf(folder: string): string {
  return path.join(folder, 'leases')
}

function tokenIn(fd: number): number {
  const size = fs.readSync(fd, digits, 0, digits.length, 0)
  return Number.parseInt(digits.toString('latin1', 0, size), 10) || 0
}

const digits = Buffer.alloc(20)

class FileLease implements Lease {
  readonly token: number
  readonly torn: Lease['torn']
  readonly lines: readonly Line[]
  readonly #file: string
  readonly #within: string
  readonly #unlock: () => Promise<void>
  #fd: number | undefined
  /** The file whose lines this lease knows. */
  readonly #asRead: fs.Stats | undefined
  /** Kept open, since it is read before every append. */
  readonly #leases: number
  #next: number
  #prev: string
  #size: number
  #released = false

  constructor(file: string, kept: Kept, token: number, unlock: () => Promise<void>) {
    this.token = token
    this.#file = file
    this.#within = kept.within ?? path.dirname(file)
    this.#unlock = unlock
    this.#asRead = fs.lstatSync(file, { throwIfNoEntry: false })
    const { lines, stump, size } = wholeLines(readBytes(file), kept.id)
    this.torn =
      stump.length === 0 ? undefined : cutOff(this.#within, file, { stump, n: lines.length + 1, size })
    this.lines = lines
    this.#next = lines.length + 1
    this.#prev = lines.at(-1)?.hash ?? ''
    this.#size = size
    this.#leases = openBelow(this.#within, leasesOf(path.dirname(file)), 'read')
  }

  check(): void {
    if (this.#released || tokenIn(this.#leases) !== this.token)
      throw new CannotGoOn(
        'OVERTAKEN',
        this.#released ? 'This lease was given back.' : 'Another process has taken this meeting over.',
        'Watch it with `parley watch ID`.',
      )
    this.#mustBeThere()
  }

  async append<K extends Kind>(n: number, entry: EntryOf<K>): Promise<LineOf<K>> {
    this.check()
    if (n !== this.#next)
      throw new CannotGoOn('OUT_OF_STEP', `Line ${n} was to be appended, but line ${this.#next} is next.`)
    const { line, text } = seal(entry, n, this.#prev)
    this.#writeThrough(`${text}\n`)
    this.#next++
    this.#prev = line.hash
    return line
  }

  /** `git clean`, a sync tool or an editor may take the file away: what is written to the open one then is nowhere. */
  #mustBeThere(): void {
    if (this.#size === 0) return
    const named = fs.lstatSync(this.#file, { throwIfNoEntry: false })
    const opened = this.#fd === undefined ? this.#asRead : fs.fstatSync(this.#fd)
    const same = named !== undefined && named.ino === opened?.ino && named.dev === opened.dev
    if (same && named.size >= this.#size) return
    throw new CannotGoOn(
      'JOURNAL_GONE',
      `The journal of ${path.basename(path.dirname(this.#file))} was removed or replaced while the meeting ran, so nothing more is done in it.`,
      'Put the file back (`journal.jsonl` in the meeting’s folder) and resume, or open a new meeting.',
    )
  }

  async keep(text: string, as?: Besides): Promise<string> {
    this.check()
    return keepText(this.#within, path.dirname(this.#file), text, as)
  }

  async kept(hash: string, as?: Besides): Promise<string | null> {
    return keptText(path.dirname(this.#file), hash, as)
  }

  async release(): Promise<void> {
    if (!this.#released) fs.closeSync(this.#leases)
    this.#released = true
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
    await this.#unlock()
  }

  #writeThrough(text: string): void {
    try {
      this.#fd ??= openForAppend(this.#within, this.#file)
      const bytes = Buffer.from(text)
      cleared(this.#fd, this.#size)
      writeAll(this.#fd, bytes)
      fs.fdatasyncSync(this.#fd)
      this.#size += bytes.length
    } catch (error) {
      this.#takeBack()
      if (error instanceof CannotGoOn) throw error
      throw new CannotGoOn(
        'NOT_RECORDED',
        `The journal ${path.basename(path.dirname(this.#file))} could not be written: ${(error as Error).message}.`,
        `Free some space or fix the permissions, then ${this.#next === 1 ? 'start again: no meeting was opened' : 'resume: nothing was lost'}.`,
      )
    }
  }

  #takeBack(): void {
    try {
      if (this.#fd !== undefined) cleared(this.#fd, this.#size)
    } catch {
      // The partial line stays for now; the next append or lease removes it first.
    }
  }
}

/** Synchronous on purpose: a line is one write and one flush, and nothing may run in between. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at)
}

/** The file must end where its last recorded line ends (JF3), else the next line would be joined to what a failed write left. */
function cleared(fd: number, size: number): void {
  if (fs.fstatSync(fd).size > size) fs.ftruncateSync(fd, size)
}

/** What was said in a meeting is for whoever holds it; who else may read it is theirs to decide. */
const forOwner = ownFile

function openForAppend(within: string, file: string): number {
  const fresh = !fs.existsSync(file)
  const fd = openBelow(within, file, 'append', forOwner)
  if (fresh) flushFolder(path.dirname(file))
  return fd
}

/**
 * The partial line is saved under its own name before it is removed from the journal. An earlier one of the same line is kept too, and a
 * link of that name, wherever it leads, counts as one.
 */
function cutOff(
  within: string,
  file: string,
  { stump, n, size }: { readonly stump: Buffer; readonly n: number; readonly size: number },
): { line: number; keptAs: string } {
  const name = path.join(path.dirname(file), `journal.torn-${n}`)
  let keptAs = name
  for (let times = 2; !createBelow(within, keptAs, { text: stump, mode: forOwner, flush: true }); times++)
    keptAs = `${name}.${times}`
  const fd = openBelow(within, file, 'change')
  try {
    fs.ftruncateSync(fd, size)
  } finally {
    fs.closeSync(fd)
  }
  return { line: n, keptAs }
}

async function* follow(file: string, from: number, signal: AbortSignal): AsyncIterable<Line> {
  const tail = new FileTail(file, from - 1)
  while (!signal.aborted) {
    yield* await tail.take()
    await aWhile(signal)
  }
}

/** Polls every 100 ms: the system's file watching misses changes on some file systems, and uses a handle for each reader. */
function aWhile(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, 100)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
}
