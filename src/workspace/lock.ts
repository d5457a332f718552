// Lock: a file that names its owner. The process that creates it has the lock; the lock of a dead owner is taken over.
//
//   LOCK1  At most one process takes over from a dead owner: it must first win a lock named for that owner's token.
//   LOCK2  A file without an owner that we can read is taken over only where parley alone makes locks. There it is what a power cut left
//          of a lock: a lock gets its name with its owner inside. Elsewhere, as in git's folder, it is another program's, and stays.
//   LOCK3  An owner on another machine (a container, a shared disk) counts as alive while its lock keeps being touched.

import { link, lstat, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotGoOn } from '../kernel/errors.js'
import { modesIn } from './home.js'
import { isAlive, isNear, type Owner, parseOwner, thisProcess } from './owner.js'
import { bytesOfPlain } from './plain-files.js'

export interface Lock {
  readonly kind: 'mine'
  /** Of its owner; whoever takes over from a dead one knows it. */
  readonly token: string
  release(): Promise<void>
}

export type Attempt = Lock | { readonly kind: 'held'; readonly by: Owner | 'unknown' }

export interface LockOptions {
  /** What it is held for. */
  readonly about?: string
  /** Cleans up after a dead owner, while its lock still exists. */
  readonly inherit?: (dead: Owner) => Promise<void>
  /** Nobody but parley makes files in this folder. */
  readonly ours?: boolean
}

export async function tryLock(file: string, options: LockOptions = {}): Promise<Attempt> {
  const owner = thisProcess(options.about ?? '')
  if (await place(file, owner)) return mine(file, owner)
  const holder = await ownerOf(file)
  if (holder === 'nobody') return tryLock(file, options)
  if (holder === 'unknown') return options.ours ? replaceWreck(file, owner) : { kind: 'held', by: holder }
  if (await stands(file, holder)) return { kind: 'held', by: holder }
  return takeOver(file, holder, owner, options)
}

/** The owner of a lock that is not ours is unknown, so we wait for it only as long as git usually takes. */
const STRANGER_PATIENCE_MS = 2_000

/** Waits for its turn: as long as somebody alive has it, but not for ever. */
export async function lock(file: string, options: LockOptions & { patienceMs: number }): Promise<Lock> {
  const from = Date.now()
  for (;;) {
    const attempt = await tryLock(file, options)
    if (attempt.kind === 'mine') return attempt
    const patience =
      attempt.by === 'unknown' ? Math.min(STRANGER_PATIENCE_MS, options.patienceMs) : options.patienceMs
    if (Date.now() - from >= patience) throw stillHeld(file, attempt.by)
    await wait(15 + Math.random() * 20)
  }
}

/** The owner: none when there is no file, unknown when it is not a lock of ours. */
export async function ownerOf(file: string): Promise<Owner | 'nobody' | 'unknown'> {
  const text = bytesOfPlain(file)?.toString('utf8')
  if (text !== undefined) return parseOwner(text) ?? 'unknown'
  return (await lstat(file).catch(() => null)) === null ? 'nobody' : 'unknown'
}

/** One of those who find it replaces it, and only if it is still the same file (LOCK1). A folder in its place stays. */
async function replaceWreck(file: string, owner: Owner): Promise<Attempt> {
  const wreck = await lstat(file).catch(() => null)
  const held = { kind: 'held', by: 'unknown' } as const
  if (wreck === null || wreck.isDirectory()) return held
  const heir = await tryLock(`${file}.after-${wreck.ino}-${Math.floor(wreck.mtimeMs)}`)
  if (heir.kind === 'held') return held
  try {
    const now = await lstat(file).catch(() => null)
    if (now?.ino !== wreck.ino || (await ownerOf(file)) !== 'unknown') return held
    await replace(file, owner)
    return mine(file, owner)
  } finally {
    await heir.release()
  }
}

async function takeOver(file: string, dead: Owner, owner: Owner, options: LockOptions): Promise<Attempt> {
  const heir = await tryLock(`${file}.after-${dead.token}`)
  if (heir.kind === 'held') return { kind: 'held', by: dead }
  try {
    const now = await ownerOf(file)
    if (typeof now === 'string' || now.token !== dead.token) return { kind: 'held', by: dead }
    await options.inherit?.(dead)
    await replace(file, owner)
    return mine(file, owner)
  } finally {
    await heir.release()
  }
}

const TOUCH_MS = 60_000
const STRANGER_LIVES_MS = 10 * TOUCH_MS

/** Whether the owner still counts as alive. One on another machine cannot be asked, so its lock must be fresh (LOCK3). */
async function stands(file: string, owner: Owner): Promise<boolean> {
  if (isNear(owner)) return isAlive(owner)
  const found = await stat(file).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs < STRANGER_LIVES_MS
}

function mine(file: string, owner: Owner): Lock {
  const touch = () => utimes(file, new Date(), new Date()).catch(() => {})
  const touching = setInterval(touch, TOUCH_MS).unref()
  return {
    kind: 'mine',
    token: owner.token,
    async release() {
      clearInterval(touching)
      const now = await ownerOf(file)
      if (typeof now !== 'string' && now.token === owner.token) await rm(file, { force: true })
    },
  }
}

/** Linked into place with its owner inside, so that nobody reads half of it. False when another process has it. */
async function place(file: string, owner: Owner): Promise<boolean> {
  const fresh = await writeFresh(file, owner)
  try {
    await link(fresh, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(fresh, { force: true })
  }
}

async function replace(file: string, owner: Owner): Promise<void> {
  await rename(await writeFresh(file, owner), file)
}

async function writeFresh(file: string, owner: Owner): Promise<string> {
  const fresh = `${file}.new-${owner.token}`
  try {
    await writeFile(fresh, `${JSON.stringify(owner)}\n`, { flag: 'wx', mode: modesIn(dirname(file)).file })
  } catch (error) {
    // A full disk leaves an empty file, and nobody else knows its name.
    await rm(fresh, { force: true })
    throw error
  }
  return fresh
}

/** A file that `place` or `replace` makes for an instant; a kill may leave it behind. */
export function isFreshLock(name: string): boolean {
  return /\.new-[0-9a-f]{16}$/.test(name)
}

function stillHeld(file: string, by: Owner | 'unknown'): CannotGoOn {
  if (by === 'unknown') {
    return new CannotGoOn(
      'LOCKED',
      `${file} exists: another program is at work, or one died.`,
      'If no such program runs, remove that file and go on.',
    )
  }
  return new CannotGoOn(
    'LOCKED',
    `${file} is held by pid ${by.pid} since ${by.since}.`,
    'End that process, then go on.',
  )
}
