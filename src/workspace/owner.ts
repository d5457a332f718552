// Owners: which process owns a lock, written so that another process can check whether it is still alive.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { fieldsOf } from '../rules/values.js'

export interface Owner {
  readonly pid: number
  /** When the process started, as the system counts it: a reused pid is another process. */
  readonly started: string | null
  readonly host: string
  /** Identifies this one lease; never used twice. Sixteen hexadecimal digits: it becomes part of names of files. */
  readonly token: string
  readonly since: string
  /** What it is held for, for messages and for whoever cleans up. */
  readonly about: string
}

export function thisProcess(about: string): Owner {
  return ownerNamed(process.pid, about)
}

export function ownerNamed(pid: number, about: string): Owner {
  return {
    pid,
    started: startOf(pid),
    host: hostname(),
    token: randomBytes(8).toString('hex'),
    since: new Date().toISOString(),
    about,
  }
}

/** Whether it runs on this machine, so that we can check whether it is alive. */
export function isNear(owner: Owner): boolean {
  return owner.host === hostname()
}

/** Of an owner on this machine. */
export function isAlive(owner: Owner): boolean {
  if (!pidExists(owner.pid)) return false
  const started = startOf(owner.pid)
  return started === null || owner.started === null || started === owner.started
}

/** A parsed owner, or null when the text is something else. A clone can bring locks: their fields are shown, and name files. */
export function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text)
    return isOwner(value) ? value : null
  } catch {
    return null
  }
}

function isOwner(value: unknown): value is Owner {
  const { pid, started, host, token, since, about } = fieldsOf(value)
  return (
    Number.isInteger(pid) &&
    (pid as number) > 0 &&
    (started === null || typeof started === 'string') &&
    [host, about].every((text) => typeof text === 'string') &&
    typeof token === 'string' &&
    /^[0-9a-f]{16}$/.test(token) &&
    typeof since === 'string' &&
    /^[0-9T:.Z+-]{1,40}$/.test(since)
  )
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive, although we may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Field 22 of the process's stat line; the name before it is in parentheses and may hold anything. A zombie has ended. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const after = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return after[0] === 'Z' ? 'ended' : (after[19] ?? null)
  } catch {
    return null
  }
}
