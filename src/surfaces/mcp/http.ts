// MCP over HTTP, at `/mcp` of the server: every registered project, for clients of both eras. The newer one sends requests that stand for
// themselves; the older has sessions, which end when their client says so, when nobody used them for long, or with the server.
//
// The guard of the server comes before: nothing here looks at tokens, hosts or origins.

import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { LedMeetings } from '../../agents/host/led.js'
import type { Hall } from '../../hall/api.js'
import { Refused, WrongUsage } from '../../kernel/errors.js'
import { type Desk, type Place, Requests, type Whereabouts } from './desk.js'
import { serverFactory } from './server.js'
import { tidyFor } from './tidy.js'

export interface HttpOptions {
  readonly hall: Hall
  readonly home: string
  /** The meetings that hosts lead through this server. */
  readonly led: LedMeetings
  /** The address of the page. */
  page(): string
  readonly log: (line: string) => void
  now?(): number
}

export interface McpOverHttp {
  /** Answers one request whose body was read already; undefined for one without a body. */
  answer(request: Request, body: unknown): Promise<Response>
  /** Ends what is under way; meetings resume from their journals. */
  close(): Promise<void>
}

/** An older client that was not heard of for so long has gone. */
const idleMs = 30 * 60_000
export const mostSessions = 64

export function mcpOverHttp(options: HttpOptions): McpOverHttp {
  const { log } = options
  const factory = serverFactory(deskOn(options))
  const onerror = ({ message }: Error) => log(`/mcp: ${message}`)
  const newer = createMcpHandler(factory, { legacy: 'reject', onerror })
  const sessions = new Sessions(async (transport) => {
    const server = await factory({ era: 'legacy' })
    await server.connect(transport)
  }, options.now ?? Date.now)
  return {
    async answer(request, body) {
      const given = body === undefined ? {} : { parsedBody: body }
      const older = await isLegacyRequest(request, body)
      return older ? sessions.answer(request, given) : newer.fetch(request, given)
    },
    async close() {
      await Promise.all([newer.close(), sessions.close()])
    },
  }
}

function deskOn({ hall, home, led, page }: HttpOptions): Desk {
  const placeOf = ({ name, path }: { name: string; path: string }): Place => ({
    hall,
    project: name,
    root: path,
    host: led.of(name),
    lead: (id) => led.lead({ project: name, id }),
    leave: (id) => led.leave({ project: name, id }),
    tidy: tidyFor(path, home),
    page,
  })
  return {
    readOnly: false,
    names: 'project',
    relay: 'auto',
    requests: new Requests(),
    openers: new Map(),
    unanswered: new Set(),
    async place(at, _, call) {
      const projects = await hall.projects()
      return placeOf(projectMeant(projects, wanted(at, call === undefined ? [] : led.projectsWith(call))))
    },
  }
}

/** Where a call was made says which project is meant. */
function wanted({ project, workspace }: Whereabouts, made: readonly string[]): string | undefined {
  if (workspace !== undefined)
    throw new WrongUsage(
      'A folder is not taken over HTTP.',
      'Name the project instead: project.',
      'workspace',
    )
  const [only, ...others] = made
  return project ?? (others.length === 0 ? only : undefined)
}

function projectMeant<T extends { readonly name: string }>(
  projects: readonly T[],
  name: string | undefined,
): T {
  const names = projects.map((one) => one.name).join(', ')
  const [only, ...others] = projects
  const found = name === undefined ? (others.length === 0 ? only : undefined) : byName(projects, name)
  if (found) return found
  throw new WrongUsage(
    only === undefined
      ? 'No project is registered here.'
      : name === undefined
        ? 'There are several projects here.'
        : 'There is no such project here.',
    only === undefined
      ? 'The person registers one on the page, or by a first talk in it: parley talk WORKER.'
      : `Say which project: call again with project set to one of: ${names}.`,
    'project',
  )
}

function byName<T extends { readonly name: string }>(projects: readonly T[], name: string): T | undefined {
  return projects.find((one) => one.name === name)
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** When it was used last. */
  at: number
  /** Requests that it works on. */
  busy: number
}

/** The sessions of older clients. */
class Sessions {
  readonly #known = new Map<string, Session>()
  readonly #connect: (transport: WebStandardStreamableHTTPServerTransport) => Promise<void>
  readonly #now: () => number

  constructor(
    connect: (transport: WebStandardStreamableHTTPServerTransport) => Promise<void>,
    now: () => number,
  ) {
    this.#connect = connect
    this.#now = now
  }

  async answer(request: Request, given: { readonly parsedBody?: unknown }): Promise<Response> {
    await this.#endIdle()
    const id = request.headers.get('mcp-session-id')
    const session = id === null ? await this.#begun() : this.#known.get(id)
    if (!session) return gone()
    session.at = this.#now()
    session.busy += 1
    try {
      return await session.transport.handleRequest(request, given)
    } finally {
      session.busy -= 1
      // One that did not begin with a handshake has no id and is forgotten again.
      if (session.transport.sessionId === undefined) await session.transport.close()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#known.values()].map(({ transport }) => transport.close()))
  }

  async #begun(): Promise<Session> {
    await this.#makeRoom()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#known.set(id, session),
      onsessionclosed: (id) => void this.#known.delete(id),
    })
    const session: Session = { transport, at: this.#now(), busy: 0 }
    await this.#connect(transport)
    const closed = transport.onclose
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#known.delete(transport.sessionId)
      closed?.()
    }
    return session
  }

  async #endIdle(): Promise<void> {
    const old = [...this.#known.values()].filter(({ at, busy }) => busy === 0 && this.#now() - at > idleMs)
    await Promise.all(old.map(({ transport }) => transport.close()))
  }

  /** The one that was used longest ago makes room for a new one. */
  async #makeRoom(): Promise<void> {
    if (this.#known.size < mostSessions) return
    const [oldest] = [...this.#known.values()].filter(({ busy }) => busy === 0).sort((a, b) => a.at - b.at)
    if (!oldest) throw new Refused('cap-reached', 'Too many hosts are connected.', 'Close one of them first.')
    await oldest.transport.close()
  }
}

/** A client that hears this begins a new session. */
function gone(): Response {
  const error = { code: -32001, message: 'Session not found' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
}
