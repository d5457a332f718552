// Client: how commands and MCP hosts call the server of this PARLEY_HOME. Starts one in the background when none runs.
//
// The token is sent only to a server of ours: through the socket in our own folder, or to the port that the holder of the
// server's lock wrote down while it lives.

import { spawn } from 'node:child_process'
import { closeSync, existsSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotGoOn } from '../kernel/errors.js'
import type { StreamedEvent } from '../kernel/run/events.js'
import { ownerOf } from '../workspace/lock.js'
import { mustNotBeNested } from '../workspace/nested.js'
import { isAlive, isNear } from '../workspace/owner.js'
import { folderBelow, openBelow } from '../workspace/plain-files.js'
import { refusalOverHttp } from './refusal-over-http.js'
import { eventReader } from './sent-events.js'
import { lockFile, logFile, serverAddress, socketFile, tokenOf } from './server/address.js'
import { fromWire } from './talk-wire.js'

export interface ServerClient {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T>
  /** A streamed turn. A refusal comes before the first event. */
  stream(path: string, body: unknown, signal: AbortSignal): AsyncIterable<StreamedEvent>
}

/** How long to wait for a starting server: it recovers open talks before it answers. */
const patienceMs = 60_000

/** Connects to the server of this home; `say` tells the person when it had to be started first. */
export async function connectTo(home: string, say: (text: string) => void): Promise<ServerClient> {
  mustNotBeNested()
  if (!(await isServed(home))) await startServer(home, say)
  return {
    get: (path) => ask(home, 'GET', path),
    post: (path, body = {}, signal) => ask(home, 'POST', path, body, signal),
    stream: (path, body, signal) => told(home, path, body, signal),
  }
}

/** The process that serves this home, if it lives. */
export async function serverOf(home: string): Promise<number | undefined> {
  const owner = await ownerOf(lockFile(home))
  return typeof owner !== 'string' && isNear(owner) && isAlive(owner) ? owner.pid : undefined
}

async function isServed(home: string): Promise<boolean> {
  return (await serverOf(home)) !== undefined && (await answers(home))
}

async function answers(home: string): Promise<boolean> {
  return ask(home, 'GET', '/api/health').then(
    () => true,
    () => false,
  )
}

async function startServer(home: string, say: (text: string) => void): Promise<void> {
  folderBelow(home, '.', 0o700)
  const child = (await serverOf(home)) === undefined ? spawned(home) : undefined
  let ended = false
  child?.on('exit', () => {
    ended = true
  })
  const from = Date.now()
  while (!(await answers(home))) {
    if (ended && (await serverOf(home)) === undefined) throw didNotStart(home)
    if (Date.now() - from > patienceMs) {
      // A server that runs but whose token is damaged lets nobody in: that is said instead.
      if ((await serverOf(home)) !== undefined) tokenOf(home)
      throw didNotStart(home)
    }
    await wait(50)
  }
  child?.unref()
  if (child) say(`Started the server in the background; \`parley serve --stop\` ends it.`)
}

function spawned(home: string) {
  const log = openBelow(home, logFile(home), 'append', 0o600)
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'serve'], {
    cwd: home,
    env: { ...process.env, PARLEY_HOME: home },
    detached: true,
    stdio: ['ignore', 'ignore', log],
  })
  closeSync(log)
  return child
}

function didNotStart(home: string): CannotGoOn {
  const last = existsSync(logFile(home))
    ? readFileSync(logFile(home), 'utf8').trim().split('\n').slice(-3)
    : []
  return new CannotGoOn(
    'NO_SERVER',
    `The server did not start${last.length > 0 ? `: ${last.join(' ')}` : '.'}`,
    `All of it is in ${logFile(home)}. \`parley serve\` starts it where you can watch.`,
  )
}

async function ask<T>(
  home: string,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(home, {
    method,
    path,
    body,
    accept: 'application/json',
    ...(signal && { signal }),
  })
  const text = await whole(response)
  if ((response.statusCode ?? 500) >= 400) throw refusalOverHttp(response.statusCode ?? 500, text)
  return JSON.parse(text) as T
}

async function* told(
  home: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncIterable<StreamedEvent> {
  const response = await send(home, { method: 'POST', path, body, accept: 'text/event-stream', signal })
  if ((response.statusCode ?? 500) >= 400)
    throw refusalOverHttp(response.statusCode ?? 500, await whole(response))
  const eventsIn = eventReader()
  try {
    for await (const piece of response.setEncoding('utf8'))
      for (const { data } of eventsIn(piece as string)) {
        const event = fromWire(JSON.parse(data))
        if (event) yield event
      }
  } catch (error) {
    if (!signal.aborted) throw gone(error)
  }
}

interface Sending {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly accept: string
  readonly signal?: AbortSignal
}

/** The address belongs to our own server, so no other program gets the token. */
function send(home: string, { method, path, body, accept, signal }: Sending): Promise<IncomingMessage> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${tokenOf(home)}`,
    accept,
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const call = request(
      { ...addressOf(home), method, path, headers, ...(signal ? { signal } : {}) },
      resolve,
    )
    call.on('error', (error) => reject(gone(error)))
    call.end(text)
  })
}

function addressOf(home: string) {
  const socketPath = socketFile(home)
  if (existsSync(socketPath)) return { socketPath }
  const port = serverAddress(home)?.port ?? 0
  return { host: '127.0.0.1', port }
}

async function whole(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece as string
  return text
}

function gone(error: unknown): CannotGoOn {
  return new CannotGoOn(
    'SERVER_GONE',
    `The server went away: ${(error as Error).message}.`,
    'Nothing that was recorded is lost; run the command again.',
  )
}
