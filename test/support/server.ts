// A server as a process of its own, on a home of its own, with a real repository as its project, and two workers: Verity, and a clerk who
// works straight on the integration branch.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { FollowEvent, MeetingRef, MeetingView } from '../../src/hall/api.js'
import { operations } from '../../src/hall/operations.js'
import { type OperationName, routes } from '../../src/hall/routes.js'
import { feedStream, followStream } from '../../src/kernel/run/events.js'
import { eventReader } from '../../src/surfaces/sent-events.js'
import { turnWire } from '../../src/surfaces/talk-wire.js'
import { type Repo, repository } from './repo.js'
import { type Running, type RunOptions, start, temporary, type Until } from './run.js'

export interface Answered<T = unknown> {
  readonly status: number
  readonly body: T
}

export interface Server {
  readonly home: string
  readonly repo: Repo
  readonly port: number
  readonly token: string
  readonly url: string
  readonly process: Running
  ask<T = unknown>(method: string, path: string, body?: unknown): Promise<Answered<T>>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Another process for the same home, at a port of its own or at this one. */
  again(env?: Readonly<Record<string, string>>, port?: number): Promise<Server>
}

export interface Scene {
  readonly cap?: number
  readonly register?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** Served, with the repository registered as `harbour`. */
export async function served({ cap, register = true, env }: Scene = {}): Promise<Server> {
  const home = temporary()
  const repo = repository()
  hire(home, 'verity')
  hire(home, 'clerk')
  const server = await serverAt(home, repo, env)
  if (register) await must(server, 'POST', '/api/projects', { name: 'harbour', path: repo.root })
  if (cap !== undefined) {
    const config = readFileSync(join(home, 'config.yaml'), 'utf8')
    writeFileSync(
      join(home, 'config.yaml'),
      config.replace('name: harbour', `name: harbour\n    meetingCap: ${cap}`),
    )
  }
  return server
}

export async function serverAt(
  home: string,
  repo: Repo,
  env: Readonly<Record<string, string>> = {},
  until: Until = onTestFinished,
  build: Pick<RunOptions, 'dist'> = {},
  wanted = 0,
): Promise<Server> {
  const running = start(['serve', '--port', String(wanted)], {
    cwd: home,
    env: { PARLEY_STOP_SECONDS: '1', ...env, PARLEY_HOME: home },
    ...build,
  })
  await running.said('Ctrl-C ends it.')
  const { port } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8')) as { port: number }
  const token = readFileSync(join(home, 'token'), 'utf8')
  const url = `http://127.0.0.1:${port}`
  const end = async (signal: NodeJS.Signals) => {
    running.signal(signal)
    await running.ended
  }
  until(() => end('SIGKILL'))
  return {
    home,
    repo,
    port,
    token,
    url,
    process: running,
    async ask<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...onItsOwn },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { status } = response
      return { status, body: described(method, path, status, await response.json()) as T }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    again: (more, port) => serverAt(home, repo, more, until, build, port),
  }
}

/** Each request has a connection of its own: one that was kept may be closed by the server at the moment in which it is used again. */
const onItsOwn = { connection: 'close' }

/** Every refusal and failure. */
const problem = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string(), field: z.string().optional() }),
})

/** Every answer that any test sees fits its schema, and has no field besides. */
function described(method: string, path: string, status: number, body: unknown): unknown {
  const [plain = ''] = path.split('?')
  const fits = (one: string) => new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(plain)
  const asked = (Object.keys(operations) as OperationName[]).find(
    (name) => routes[name].method === method.toLowerCase() && fits(routes[name].path),
  )
  const schema: z.ZodType | undefined = status >= 400 ? problem : asked && operations[asked].gives
  if (schema) expect(schema.parse(body), `${method} ${path}`).toEqual(body)
  return body
}

/** The body of an answer that must be one. */
export async function must<T = unknown>(
  server: Server,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answered = await server.ask<T>(method, path, body)
  if (answered.status >= 400)
    throw new Error(
      `${method} ${path}: ${answered.status} ${JSON.stringify(answered.body)}\n${look(server.home, 'server.log')}`,
    )
  return answered.body
}

export interface Got<T = FollowEvent> {
  readonly id: number | null
  readonly data: T
}

export interface Reading {
  readonly body?: unknown
  readonly last?: number
  /** Called when the response has begun. */
  answered?(): void
  /** How long the reader stays; longer than anything takes on a busy machine, and shorter than a test may. */
  readonly patienceMs?: number
}

/** Every event of a stream until one fits, or the stream ends. */
export async function hear<T = FollowEvent>(
  server: Pick<Server, 'url' | 'token'>,
  path: string,
  until: (got: Got<T>, all: readonly Got<T>[]) => boolean,
  more: Reading = {},
): Promise<readonly Got<T>[]> {
  const all: Got<T>[] = []
  try {
    for await (const got of reading<T>(server, path, more)) {
      all.push(got)
      if (until(got, all)) break
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    const last = all.slice(-5).map(({ data }) => JSON.stringify(data).slice(0, 200))
    throw new Error(`${path}: what was waited for did not come. Heard last:\n${last.join('\n')}`)
  }
  return all
}

export async function* reading<T = FollowEvent>(
  { url, token }: Pick<Server, 'url' | 'token'>,
  path: string,
  { body, last, answered, patienceMs = 100_000 }: Reading = {},
): AsyncGenerator<Got<T>> {
  const leave = new AbortController()
  const response = await fetch(`${url}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...onItsOwn,
      ...(last === undefined ? {} : { 'last-event-id': String(last) }),
    },
    signal: AbortSignal.any([leave.signal, AbortSignal.timeout(patienceMs)]),
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  answered?.()
  const eventsIn = eventReader()
  const decoder = new TextDecoder()
  try {
    for await (const piece of response.body)
      for (const { id, data } of eventsIn(decoder.decode(piece as Uint8Array, { stream: true })))
        yield { id: id === undefined ? null : Number(id), data: fitting<T>(path, body, JSON.parse(data)) }
  } finally {
    leave.abort()
  }
}

/** Every event that any test hears fits the schema that describes its stream, and has no field besides. */
function fitting<T>(path: string, body: unknown, data: unknown): T {
  const schema = body !== undefined ? turnWire : path === '/api/events' ? feedStream : followStream
  expect(schema.parse(data)).toEqual(data)
  return data as T
}

export function at({ project, id }: MeetingRef, verb = ''): string {
  return `/api/meetings/${project}/${id}${verb}`
}

/** The meeting, as soon as nobody is at work on it. */
export async function atRest(server: Server, ref: MeetingRef): Promise<MeetingView> {
  await hear(
    server,
    at(ref, '/events'),
    ({ data }) => data.type === 'status' && !data.live && data.status !== 'running',
  )
  return must<MeetingView>(server, 'GET', at(ref))
}

export interface Talk {
  readonly agents: string
  readonly message?: string
  readonly worker?: string
  readonly network?: boolean
}

/** Opens a talk with Verity and waits until she has answered. */
export async function talked(
  server: Server,
  { agents, message = 'What did we miss?', worker = 'verity', network }: Talk,
): Promise<MeetingRef> {
  const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', {
    protocol: 'talk',
    project: 'harbour',
    worker,
    message,
    agents,
    network,
  })
  await atRest(server, ref)
  return ref
}

export function script(
  seats: Readonly<Record<string, readonly unknown[]>>,
  then: 'fail' | 'repeat' = 'fail',
): string {
  const file = join(temporary(), 'seats.yaml')
  writeFileSync(file, stringify({ seats, then }))
  return `script:${file}`
}

/** What a worker says when it is asked for notes. */
export const notes = { call: 'talk.notes', text: '# Notes\n\nThe edges were discussed.' }

export function hire(home: string, name: string, more: object = {}): void {
  const identity = {
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    description: 'Finds the way.',
    displayTitle: 'Pathfinder',
  }
  const manifest = {
    name,
    version: '1.0.0',
    parley: { type: 'worker', identity, checkoutScope: 'full', builtInTools: ['write_file'], ...more },
  }
  put(home, `packages/${name}/package.json`, JSON.stringify(manifest))
  put(home, `packages/${name}/posture.md`, 'Look first, then speak.\n')
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

export function look(root: string, path: string): string | null {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
}
