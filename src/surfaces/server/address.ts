// The address of a server: the files in PARLEY_HOME by which a client finds it. Loads nothing else, so that clients start fast.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import { replaceBelow, replaceNamed } from '../../workspace/plain-files.js'
import { newToken, shortestToken } from './access.js'

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

const tokenFile = (home: string) => join(home, 'token')

/** The token of the server that runs now. One that is missing, empty or short lets nobody in, so it is refused here already. */
export function tokenOf(home: string): string {
  const token = tokenIn(home)
  if (token.length >= shortestToken) return token
  throw new CannotGoOn(
    'NO_SERVER',
    'The token of the server is missing or damaged.',
    'Start the server anew, which makes another: `parley serve --stop`, then `parley serve`.',
  )
}

/** A new token for each run of the server, on disk whole or not at all, readable only by its owner. */
export function renewToken(home: string, also: string | undefined): string {
  const content = { text: newToken(), mode: 0o600, flush: true }
  // A file that is replaced keeps its permissions, and an old one may have others.
  rmSync(tokenFile(home), { force: true })
  replaceBelow(home, tokenFile(home), content)
  if (also !== undefined) {
    rmSync(also, { force: true })
    replaceNamed(also, content)
  }
  return content.text
}

function tokenIn(home: string): string {
  try {
    return readFileSync(tokenFile(home), 'utf8').trim()
  } catch {
    return ''
  }
}
