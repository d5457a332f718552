// Where a server is: the files in PARLEY_HOME by which a client finds it. Loads nothing else, so that clients stay quick.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ServerAddress {
  readonly pid: number
  readonly port: number
  readonly since: string
}

export const addressFile = (home: string) => join(home, 'server.json')
export const socketFile = (home: string) => join(home, 'server.sock')
export const lockFile = (home: string) => join(home, 'server.lock')
export const logFile = (home: string) => join(home, 'server.log')

/** Where the server of this home says that it is; undefined where none does. */
export function serverAddress(home: string): ServerAddress | undefined {
  try {
    return JSON.parse(readFileSync(addressFile(home), 'utf8')) as ServerAddress
  } catch {
    return undefined
  }
}

/** Made once, readable by its owner alone. */
export function tokenOf(home: string): string {
  const file = join(home, 'token')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
