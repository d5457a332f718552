// Serving: one process for one PARLEY_HOME, on loopback and on a socket in the person's own folder.
//
//   P1  A second server of the same home is told about the first and does not start.
//   P2  Nothing listens before everything that was open has been recovered.
//   P3  A stop lets what is under way end where it stands; what waits is only files.

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createHall } from '../../hall/hall.js'
import { CannotGoOn } from '../../kernel/errors.js'
import { tryLock } from '../../workspace/lock.js'
import { createApp } from './app.js'

export interface ServeOptions {
  readonly home: string
  /** 0 takes any free port. */
  readonly port: number
  /** The folder of the built page. */
  readonly page: string
  readonly log: (line: string) => void
}

export interface Served {
  readonly port: number
  readonly token: string
  readonly url: string
  readonly notices: readonly string[]
  stop(): Promise<void>
}

export async function serve(options: ServeOptions): Promise<Served> {
  const { home, log } = options
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const lock = await tryLock(join(home, 'server.lock'), { about: 'server' })
  if (lock.kind === 'held') throw alreadyThere(home)
  const token = tokenOf(home)
  const hall = await createHall({ home, log })
  let port = 0
  const app = createApp({ hall, token, port: () => port, page: { folder: options.page }, log })
  const listener = getRequestListener(app.fetch)
  const tcp = await listening(patient(createServer(listener)), { port: options.port, host: '127.0.0.1' })
  port = (tcp.address() as AddressInfo).port
  const socket = await onSocket(home, patient(createServer(listener)))
  writeFileSync(
    placeFile(home),
    JSON.stringify({ pid: process.pid, port, since: new Date().toISOString() }),
    { mode: 0o600 },
  )
  const stop = async () => {
    rmSync(placeFile(home), { force: true })
    await Promise.all([tcp, socket].map(closed))
    await lock.release()
  }
  return {
    port,
    token,
    url: `http://127.0.0.1:${port}/#token=${token}`,
    notices: (await hall.health()).notices,
    stop,
  }
}

export function placeFile(home: string): string {
  return join(home, 'server.json')
}

export function socketFile(home: string): string {
  return join(home, 'server.sock')
}

/** Made once, readable by its owner alone. */
export function tokenOf(home: string): string {
  const file = join(home, 'token')
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}

/** A client that sends its request a byte at a time is let go; a stream that we write may last for days. */
function patient(server: Server): Server {
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.timeout = 0
  server.keepAliveTimeout = 5_000
  server.maxHeadersCount = 100
  return server
}

async function onSocket(home: string, server: Server): Promise<Server> {
  const path = socketFile(home)
  rmSync(path, { force: true })
  const listeningAt = await listening(server, { path })
  chmodSync(path, 0o600)
  return listeningAt
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

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function alreadyThere(home: string): CannotGoOn {
  const at = existsSync(placeFile(home))
    ? (JSON.parse(readFileSync(placeFile(home), 'utf8')) as { port: number; pid: number })
    : undefined
  const where = at ? ` at http://127.0.0.1:${at.port}/ (pid ${at.pid})` : ''
  return new CannotGoOn(
    'ALREADY_SERVED',
    `A server of this home runs already${where}.`,
    'Use that one, or end it first.',
  )
}
