// The address of a server: the files in PARLEY_HOME by which a client finds it. Loads nothing else, so that clients start fast.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBelow, folderBelow } from '../../workspace/plain-files.js'

export interface ServerAddress {
  readonly pid: number
  readonly port: number
  readonly since: string
}

export const addressFile = (home: string) => join(home, 'server.json')
export const socketFile = (home: string) => join(home, 'server.sock')
export const lockFile = (home: string) => join(home, 'server.lock')
export const logFile = (home: string) => join(home, 'server.log')

/** The address that the server of this home wrote down; undefined where there is none. */
export function serverAddress(home: string): ServerAddress | undefined {
  try {
    return JSON.parse(readFileSync(addressFile(home), 'utf8')) as ServerAddress
  } catch {
    return undefined
  }
}

/** Created once, readable only by its owner. */
export function tokenOf(home: string): string {
  const file = join(home, 'token')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  folderBelow(home, '.', 0o700)
  createBelow(home, file, { text: randomBytes(32).toString('base64url'), mode: 0o600, flush: true })
  return readFileSync(file, 'utf8').trim()
}
