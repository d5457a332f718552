// The seal key: the person's secret under PARLEY_HOME, with which their parley seals every line that it writes.
//
//   KEY1  The key is never overwritten and never half there: it gets its name only when its bytes are on disk.
//   KEY2  A key that is short, or that others can read, seals nothing and proves nothing: it is refused.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CannotGoOn, messageOf } from '../kernel/errors.js'
import type { Seals } from '../kernel/origin.js'
import { closeToOthers } from './home.js'
import { flushFolder, folderBelow } from './plain-files.js'

export function sealKeyFile(home: string): string {
  return path.join(home, 'seal.key')
}

/** The seals of the person whose folder this is. The key is read when it is first needed, and made when the first line is sealed. */
export function sealsOf(home: string): Seals {
  let known: Buffer | undefined
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    make(text) {
      known ??= readKey(home) ?? makeKey(home)
      return mac(known, text).toString('hex')
    },
    fits(text, given) {
      if (given === undefined || !/^[0-9a-f]{64}$/.test(given)) return false
      known ??= readKey(home)
      return known !== undefined && timingSafeEqual(mac(known, text), Buffer.from(given, 'hex'))
    },
  }
}

export type KeyFound =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly mode: number; readonly made: Date }
  /** It seals and proves nothing as it is. */
  | { readonly kind: 'unusable'; readonly why: string }

/** The person's key as it lies there; reads it to see whether it is whole, and changes nothing. */
export function sealKeyFound(home: string): KeyFound {
  try {
    if (readKey(home) === undefined) return { kind: 'none' }
    const { mode, mtime } = fs.statSync(sealKeyFile(home))
    return { kind: 'key', mode: mode & 0o777, made: mtime }
  } catch (error) {
    const hint = error instanceof CannotGoOn ? ` ${error.hint}` : ''
    return { kind: 'unusable', why: `${messageOf(error)}${hint}` }
  }
}

/** Undefined where there is none yet. */
function readKey(home: string): Buffer | undefined {
  const file = sealKeyFile(home)
  let fd: number
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP') throw refused(file, 'is a link', 'Put the key itself there.')
    throw error
  }
  try {
    mustBePrivate(file, fs.fstatSync(fd))
    return keyIn(file, fs.readFileSync(fd, 'utf8'))
  } finally {
    fs.closeSync(fd)
  }
}

/** Windows keeps no such modes: there the person's folder is theirs alone. */
function mustBePrivate(file: string, { mode }: fs.Stats): void {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw refused(
      file,
      'can be read by others',
      `If only you have read it so far: \`chmod 600 ${file}\`. Else delete it.`,
    )
}

function keyIn(file: string, text: string): Buffer {
  const hex = /^([0-9a-f]{64})\n?$/.exec(text)?.[1]
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  throw refused(
    file,
    text.trim() === '' ? 'is empty' : 'is not a whole key',
    'Put it back from a copy, or delete it: a new one is made, and `parley adopt ID` takes over what the old one sealed.',
  )
}

function refused(file: string, what: string, way: string): CannotGoOn {
  return new CannotGoOn('SEAL', `The key that seals your meetings, ${file}, ${what}.`, way)
}

/** When two processes make one at the same time, both use the one that got the name. */
function makeKey(home: string): Buffer {
  const file = sealKeyFile(home)
  // Others must be able neither to read the person's folder nor to replace the key in it.
  folderBelow(home, '.', 0o700)
  closeToOthers(home)
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFlushed(draft, `${randomBytes(32).toString('hex')}\n`)
    nameOnce(draft, file)
  } finally {
    fs.rmSync(draft, { force: true })
  }
  flushFolder(home)
  const key = readKey(home)
  if (!key) throw refused(file, 'is gone again', 'Try again.')
  return key
}

function writeFlushed(file: string, text: string): void {
  const fd = fs.openSync(file, 'wx', 0o600)
  try {
    fs.fchmodSync(fd, 0o600)
    fs.writeFileSync(fd, text)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** A hard link fails where the name is taken, so a key is never replaced (KEY1). Some file systems have none. */
function nameOnce(draft: string, file: string): void {
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    if (!fs.existsSync(file)) fs.renameSync(draft, file)
  }
}
