// Serving: one process for one PARLEY_HOME, on loopback and on a socket in the person's own folder.
//
//   SRV1  One server per home: a second one does not start and says where the first one listens. Two would hold the same meetings.
//   SRV2  Recovery is complete before anything listens: a request in between would meet a meeting that is half put away.
//   SRV3  A stop aborts the runs under way; a drain before it lets their turns finish. Meetings that wait need nothing: they are files.
//   SRV4  A start that fails is undone: nothing listens, the lock is free, and the process ends with a nonzero exit.

import { setMaxListeners } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createHall } from '../../hall/hall.js'
import { CannotGoOn } from '../../kernel/errors.js'
import { closeToOthers } from '../../workspace/home.js'
import { type Lock, tryLock } from '../../workspace/lock.js'
import { folderBelow, replaceBelow } from '../../workspace/plain-files.js'
import type { TalkCalls } from '../mcp/talk-calls.js'
import { Access, codeFor } from './access.js'
import {
  addressFile,
  lockFile,
  renewToken,
  type ServerAddress,
  serverAddress,
  socketFile,
  tokenOf,
} from './address.js'
import { type AppOptions, createApp } from './app.js'

export interface ServeOptions {
  readonly home: string
  /** Undefined takes the usual port, or any other where that is taken; 0 takes any free one. */
  readonly port: number | undefined
  /** A file that gets the token of this run too, for programs. */
  readonly tokenFile?: string | undefined
  /** The folder of the built page. */
  readonly page: string
  readonly log: (line: string) => void
}

export interface Served {
  readonly port: number
  readonly token: string
  readonly url: string
  readonly notices: readonly string[]
  /** Begins no turn any more, and lets those under way finish until the signal; readers hear their end. */
  drain(signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/** The port that is tried first, so that a bookmark of the page stays valid. */
export const usualPort = 4877

export async function serve(options: ServeOptions): Promise<Served> {
  const { home } = options
  folderBelow(home, '.', 0o700)
  closeToOthers(home)
  const lock = await tryLock(lockFile(home), { about: 'server', ours: true })
  if (lock.kind === 'held') throw alreadyThere(home)
  try {
    return await served(options, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Recovery first (SRV2), then port and socket; the address file comes last, so that whoever finds it can connect. */
async function served(
  { home, page, log, port: wanted, tokenFile }: ServeOptions,
  lock: Lock,
): Promise<Served> {
  const token = renewToken(home, tokenFile)
  const hall = await createHall({ home, log })
  const leaving = new AbortController()
  // Every open stream adds a listener, so node's warning about ten of them would be noise.
  setMaxListeners(0, leaving.signal)
  let port = 0
  const access = new Access(token, () => port)
  let calls: Promise<TalkCalls> | undefined
  const talkCalls = () => {
    calls ??= import('../mcp/talk-calls.js').then((made) =>
      made.talkCalls({ hall, home, page: () => `http://127.0.0.1:${port}/` }),
    )
    return calls
  }
  const at = { port: () => port, page: { folder: page } }
  const options = { hall, access, ...at, talkCalls, log, leaving: leaving.signal }
  const servers: Server[] = []
  /** Streams end before the runs do (SRV3), so that their readers reconnect to the next server. */
  const stop = async () => {
    forget(addressFile(home))
    leaving.abort()
    const gone = servers.map(closed)
    await hall.stop()
    await Promise.all(gone)
    await lock.release()
  }
  // What fails after something listens (a full disk, for one) must not leave a server that nobody knows of (SRV4).
  try {
    const tcp = await onPort(wanted, listenerFor(options, false))
    servers.push(tcp)
    port = (tcp.address() as AddressInfo).port
    const socket = await onSocket(home, listenerFor(options, true), log)
    if (socket) servers.push(socket)
    const address: ServerAddress = { pid: process.pid, port, since: new Date().toISOString() }
    replaceBelow(home, addressFile(home), { text: JSON.stringify(address), mode: 0o600 })
    const { notices } = await hall.health()
    const url = `http://127.0.0.1:${port}/#code=${codeFor(token)}`
    return { port, token, url, notices, drain: (signal) => hall.drain(signal), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A file that cannot be removed must not keep the server from ending. */
function forget(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {}
}

type Listener = ReturnType<typeof getRequestListener>

/** `local`: the request came through the unix socket in the person's own folder, which no browser can open. */
function listenerFor(options: Omit<AppOptions, 'local'>, local: boolean): Listener {
  return getRequestListener(createApp({ ...options, local }).fetch)
}

/** A client that sends its request very slowly is disconnected; a stream that we write may last for days. */
function withTimeouts(server: Server): Server {
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.timeout = 0
  server.keepAliveTimeout = 5_000
  server.maxHeadersCount = 100
  return server
}

async function onPort(wanted: number | undefined, listener: Listener): Promise<Server> {
  const at = (port: number) => listening(withTimeouts(createServer(listener)), { port, host: '127.0.0.1' })
  if (wanted !== undefined) return at(wanted)
  return at(usualPort).catch(() => at(0))
}

/** Without a socket (its path may be too long for the system) the server still works over its port. */
async function onSocket(
  home: string,
  listener: Listener,
  log: (line: string) => void,
): Promise<Server | undefined> {
  const path = socketFile(home)
  rmSync(path, { force: true })
  try {
    const server = await listening(withTimeouts(createServer(listener)), { path })
    chmodSync(path, 0o600)
    return server
  } catch (error) {
    log(`${path}: ${(error as Error).message}`)
    return undefined
  }
}

function listening(server: Server, at: { port: number; host: string } | { path: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new CannotGoOn(
          'CANNOT_LISTEN',
          `The server cannot listen: ${error.message}.`,
          'Choose another --port.',
        ),
      ),
    )
    server.listen(at, () => resolve(server))
  })
}

/** Answers under way get a second to be sent; connections that are still open then are closed. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const enough = setTimeout(() => server.closeAllConnections(), 1_000)
    server.close(() => {
      clearTimeout(enough)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function alreadyThere(home: string): CannotGoOn {
  const at = serverAddress(home)
  const where = at ? ` at http://127.0.0.1:${at.port}/ (pid ${at.pid})` : ''
  return new CannotGoOn(
    'ALREADY_SERVED',
    `A server of this home runs already${where}.`,
    `${at ? `Its page: http://127.0.0.1:${at.port}/#code=${codeFor(tokenOf(home))}\n` : ''}Or end it first: \`parley serve --stop\`.`,
  )
}
