// The journal as a file: one line appended with one write, flushed before anything depends on it.
//
//   F1  A line that a crash left half-written is cut off, kept beside the journal as `journal.torn-<n>`, and reported.
//   F2  Damage anywhere else refuses the lease and names the line; reading for display still works.
//   F3  An append that fails leaves the file as it was before it: the next one is not joined to a stump.

import fs from 'node:fs'
import path from 'node:path'
import { CannotGoOn, Damaged, Held } from '../kernel/errors.js'
import type { Journal, Lease } from '../kernel/journal.js'
import { type Entry, type Line, parse, seal, unseal } from '../kernel/line.js'
import { tryLock } from './lock.js'

export function fileJournal(folder: string): Journal {
  const file = path.join(folder, 'journal.jsonl')
  return {
    read: async (from = 1) => vouchedFor(readText(file)).slice(from - 1),
    lease: () => leaseOf(folder, file),
    watch: (from, signal) => follow(file, from, signal),
  }
}

/** Lines as far as they can be parsed, for display of a journal that cannot be vouched for. */
export function readLoosely(folder: string): { lines: readonly Line[]; damage: string | null } {
  const lines: Line[] = []
  const texts = readText(path.join(folder, 'journal.jsonl')).split('\n')
  for (const text of texts.filter((text) => text !== '')) {
    try {
      lines.push(parse(text, lines.length + 1))
    } catch (error) {
      return { lines, damage: (error as Error).message }
    }
  }
  return { lines, damage: null }
}

async function leaseOf(folder: string, file: string): Promise<Lease> {
  fs.mkdirSync(folder, { recursive: true })
  const lock = await tryLock(path.join(folder, 'lock'))
  if (lock.kind === 'held')
    throw new Held(lock.by === 'unknown' ? { pid: 0, since: 'an unknown time' } : lock.by)
  try {
    return new FileLease(file, nextToken(folder), () => lock.release())
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Counts the leases of this journal; only who has the lock gets here. */
function nextToken(folder: string): number {
  const file = path.join(folder, 'leases')
  const token = 1 + Number(readText(file) || '0')
  fs.writeFileSync(file, `${token}\n`)
  return token
}

class FileLease implements Lease {
  readonly token: number
  readonly torn: Lease['torn']
  readonly lines: readonly Line[]
  readonly #file: string
  readonly #unlock: () => Promise<void>
  #fd: number | undefined
  #next: number
  #prev: string
  #size: number

  constructor(file: string, token: number, unlock: () => Promise<void>) {
    this.token = token
    this.#file = file
    this.#unlock = unlock
    const { lines, stump, size } = wholeLines(readText(file))
    this.torn = stump === '' ? undefined : cutOff(file, stump, lines.length + 1, size)
    this.lines = lines
    this.#next = lines.length + 1
    this.#prev = lines.at(-1)?.hash ?? ''
    this.#size = size
  }

  async append(n: number, entry: Entry): Promise<Line> {
    if (n !== this.#next)
      throw new CannotGoOn('OUT_OF_STEP', `Line ${n} was to be appended, but line ${this.#next} is next.`)
    const { line, text } = seal(entry, n, this.#prev)
    this.#writeThrough(`${text}\n`)
    this.#next++
    this.#prev = line.hash
    return line
  }

  async release(): Promise<void> {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
    await this.#unlock()
  }

  #writeThrough(text: string): void {
    this.#fd ??= openForAppend(this.#file)
    const fd = this.#fd
    const bytes = Buffer.from(text)
    try {
      writeAll(fd, bytes)
      fs.fdatasyncSync(fd)
      this.#size += bytes.length
    } catch (error) {
      takeBack(fd, this.#size)
      throw new CannotGoOn(
        'NOT_RECORDED',
        `The journal ${path.basename(path.dirname(this.#file))} could not be written: ${(error as Error).message}.`,
        'Make room or mend the permissions, then resume: nothing was lost.',
      )
    }
  }
}

/** Synchronous on purpose: a line costs one write and one flush, and nothing may slip in between. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at)
}

function takeBack(fd: number, size: number): void {
  try {
    fs.ftruncateSync(fd, size)
  } catch {
    // The stump stays; the next lease cuts it off and keeps it beside the journal.
  }
}

function openForAppend(file: string): number {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const fresh = !fs.existsSync(file)
  const fd = fs.openSync(file, 'a')
  if (fresh) flushFolder(path.dirname(file))
  return fd
}

/** A new file's name is on disk only when its folder is. */
function flushFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

function vouchedFor(text: string): Line[] {
  const { lines, stump } = wholeLines(text)
  if (stump !== '') throw new Damaged(lines.length + 1, 'it is cut off')
  return lines
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Every whole line, vouched for, and what stands after the last line end. `size` is the bytes of the whole lines. */
function wholeLines(text: string): { lines: Line[]; stump: string; size: number } {
  const lines: Line[] = []
  let prev = ''
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    const line = unseal(text.slice(at, end), lines.length + 1, prev)
    lines.push(line)
    prev = line.hash
    at = end + 1
  }
  const stump = text.slice(at)
  return { lines, stump, size: stump === '' ? Buffer.byteLength(text) : Buffer.byteLength(text.slice(0, at)) }
}

function cutOff(file: string, stump: string, n: number, size: number): { line: number; keptAs: string } {
  const keptAs = path.join(path.dirname(file), `journal.torn-${n}`)
  fs.writeFileSync(keptAs, stump)
  fs.truncateSync(file, size)
  return { line: n, keptAs }
}

/** Reads on as the file grows. A line half-written is left for the next look. */
async function* follow(file: string, from: number, signal: AbortSignal): AsyncIterable<Line> {
  let at = 0
  let n = 0
  while (!signal.aborted) {
    const { text, size } = readFrom(file, at)
    for (const line of text.split('\n').slice(0, -1)) {
      n++
      if (n >= from) yield parse(line, n)
    }
    at = size
    await aWhile(signal)
  }
}

function readFrom(file: string, at: number): { text: string; size: number } {
  const bytes = bytesFrom(file, at)
  const whole = bytes.lastIndexOf(10) + 1
  return { text: bytes.subarray(0, whole).toString('utf8'), size: at + whole }
}

function bytesFrom(file: string, at: number): Buffer {
  if (!fs.existsSync(file)) return Buffer.alloc(0)
  const fd = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fs.fstatSync(fd).size - at))
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, at))
  } finally {
    fs.closeSync(fd)
  }
}

/** A look every 100 ms: watching by the system misses changes on some file systems, and costs a handle for each reader. */
function aWhile(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, 100)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
