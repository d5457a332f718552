// A fake house: serves the built page and a canned API over real HTTP, so that the page can be tried without a server of its own.
// Deeds change the scene as the real server would, as far as the page can tell; what is said is given by the test.

import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FollowEvent, MeetingEntry, MeetingView } from '../../src/hall/api.js'
import type { Kind } from '../../src/kernel/line.js'
import type { Question } from '../../src/kernel/question.js'
import { summarise } from '../../src/kernel/summary.js'
import { type Held, type Scene, scene } from './fake-house/scene.js'
import { next } from './fake-house/talks.js'

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/web')
export const token = 'let-me-in'

/** As strict as the real one: nothing inline, nothing from elsewhere. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export class FakeHouse {
  readonly scene: Scene
  readonly calls: Call[] = []
  /** Last-Event-ID of each connection to a meeting's events. */
  readonly resumedFrom: (string | undefined)[] = []
  #server: http.Server | undefined
  #port = 0
  readonly #feed = new Set<http.ServerResponse>()
  readonly #followers = new Map<string, Set<http.ServerResponse>>()

  constructor(held: Scene = scene()) {
    this.scene = held
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`
  }

  /** An address with the token, as the server prints it. */
  address(hash = '/'): string {
    return `${this.url}#token=${token}&to=${encodeURIComponent(hash)}`
  }

  async open(): Promise<this> {
    this.#server = http.createServer((request, response) => void this.#serve(request, response))
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  /** Every connection is cut; `open` answers at the same address again. */
  async shut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    this.#feed.clear()
    this.#followers.clear()
  }

  /** Something fleeting that those who follow this meeting hear. */
  tell(id: string, event: FollowEvent) {
    const n = event.type === 'line' ? `id: ${event.line.n}\n` : ''
    for (const response of this.#followers.get(id) ?? [])
      response.write(`${n}data: ${JSON.stringify(event)}\n\n`)
  }

  /** A new line of this meeting's journal, told to those who follow. */
  append(id: string, kind: Kind, data: unknown, key?: string) {
    this.tell(id, { type: 'line', line: this.held(id).journal.add(kind, data, key) })
  }

  /** Lines that a journal's own makers write, told one by one. */
  write(id: string, make: (journal: Held['journal']) => void) {
    const { journal } = this.held(id)
    const before = journal.lines.length
    make(journal)
    for (const line of journal.lines.slice(before)) this.tell(id, { type: 'line', line })
    this.changed(id)
  }

  changed(id: string, type = 'meeting_updated') {
    const { project } = this.held(id)
    const event = { type, project, id, status: this.#entry(this.held(id)).status }
    for (const response of this.#feed) response.write(`data: ${JSON.stringify(event)}\n\n`)
  }

  held(id: string): Held {
    const found = this.scene.meetings.find((meeting) => meeting.id === id)
    if (!found) throw new Error(`The scene has no meeting ${id}.`)
    return found
  }

  followers(id: string): number {
    return this.#followers.get(id)?.size ?? 0
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    if (!url.pathname.startsWith('/api/')) return this.#file(url.pathname, response)
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(response, 401, 'no-token', 'This server wants its token.')
    const body = request.method === 'POST' ? await read(request) : undefined
    if (request.method !== 'GET') this.calls.push({ method: request.method ?? '', path: url.pathname, body })
    const parts = url.pathname.slice('/api/'.length).split('/').map(decodeURIComponent)
    if (url.pathname === '/api/events') return this.#stream(response, this.#feed)
    if (parts[0] === 'meetings' && parts.length > 2) return this.#meeting(request, response, parts, url, body)
    this.#lists(request, response, parts, url, body)
  }

  #file(name: string, response: http.ServerResponse) {
    const file = path.join(dist, name === '/' ? 'index.html' : path.normalize(name))
    if (!fs.existsSync(file) || !fs.statSync(file).isFile())
      return refuse(response, 404, 'unknown', 'No such file.')
    response.writeHead(200, {
      'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    })
    fs.createReadStream(file).pipe(response)
  }

  #lists(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    parts: readonly string[],
    url: URL,
    body: unknown,
  ) {
    const { scene: held } = this
    const wanted = Object.fromEntries(url.searchParams)
    const in_ = <T extends { project: string }>(all: readonly T[]) =>
      all.filter((one) => fits(one, wanted['project'], wanted['text']))
    switch (`${request.method} ${parts[0]}`) {
      case 'GET health':
        return json(response, {
          status: 'ok',
          version: '0.1.0',
          meetings: held.meetings.length,
          uptimeSeconds: 5,
        })
      case 'GET projects':
        return json(response, held.projects)
      case 'POST projects':
        held.projects.push({
          meetingCap: 5,
          openTalks: 0,
          trouble: null,
          title: '',
          ...(body as { name: string; path: string }),
        })
        return json(response, held.projects.at(-1), 201)
      case 'DELETE projects':
        held.projects = held.projects.filter(({ name }) => name !== parts[1])
        return json(response, {})
      case 'GET meetings':
        return json(
          response,
          in_(
            held.meetings.filter(({ talk }) => talk?.state !== 'requested').map((one) => this.#entry(one)),
          ).filter((one) => matches(one, wanted)),
        )
      case 'POST meetings':
        return this.#openMeeting(response, body as { project: string; protocol: string })
      case 'GET requests':
        return json(response, in_(held.requests))
      case 'GET workers':
        return json(response, held.forms.workers)
      case 'GET documents':
        return parts.length > 1
          ? this.#document(response, parts[1] ?? '', wanted['path'] ?? '')
          : json(
              response,
              in_(held.documents)
                .filter(({ kind }) => !wanted['kind'] || kind === wanted['kind'])
                .map(({ text: _, ...entry }) => entry),
            )
      case 'GET decisions':
        return json(response, in_(held.decisions))
      case 'GET forms':
        return json(response, held.forms)
      default:
        return refuse(response, 404, 'unknown', `Nothing is at ${url.pathname}.`)
    }
  }

  #document(response: http.ServerResponse, project: string, file: string) {
    const found = this.scene.documents.find((one) => one.project === project && one.path === file)
    if (found) json(response, found)
    else
      refuse(
        response,
        404,
        'unknown-document',
        `${project} has no document ${file}.`,
        'It may have been moved.',
      )
  }

  #openMeeting(response: http.ServerResponse, body: { project: string; protocol: string; message?: string }) {
    if (body.message === 'too many')
      return refuse(
        response,
        429,
        'cap-reached',
        'Five talks are open in this project.',
        'Close one of them first.',
      )
    const id =
      body.protocol === 'talk' ? 'talk-live' : body.protocol === 'meet' ? 'cache-policy' : 'importer-first'
    json(response, { project: this.held(id).project, id }, 201)
  }

  #meeting(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    [, project = '', id = '', deed = '']: readonly string[],
    url: URL,
    body: unknown,
  ) {
    const held = this.scene.meetings.find((one) => one.id === id && one.project === project)
    if (!held && deed !== 'defer' && deed !== 'decline')
      return refuse(
        response,
        404,
        'unknown-meeting',
        `There is no meeting ${id} in ${project}.`,
        'Look for it in the hall.',
      )
    if (deed === 'events') {
      const last = request.headers['last-event-id']?.toString()
      this.resumedFrom.push(last)
      return this.#follow(response, held as Held, Number(last ?? url.searchParams.get('from') ?? 0))
    }
    if (request.method === 'GET' && deed === '') return json(response, this.#view(held as Held))
    if (request.method === 'GET' && deed === 'preview') return json(response, preview)
    this.#deed(response, held, id, deed, (body ?? {}) as Record<string, string>)
  }

  #deed(
    response: http.ServerResponse,
    held: Held | undefined,
    id: string,
    deed: string,
    body: Record<string, string>,
  ) {
    switch (deed) {
      case 'answer': {
        const open = held?.journal.lines.findLast(({ kind }) => kind === 'asked')
        const question = open?.data as Question
        if (this.#entry(held as Held).status !== 'waiting')
          return refuse(
            response,
            409,
            'wrong-state',
            'This question was answered already.',
            'Look at what came of it.',
          )
        this.write(id, (journal) => journal.answer(body['choose'] ?? question.id, body['text']))
        return json(response, {})
      }
      case 'messages':
        this.write(id, (journal) => journal.answer('say', body['text']))
        return json(response, {})
      case 'interrupt':
        return json(response, { interrupted: true })
      case 'close':
        this.write(id, (journal) => journal.add('concluded', { outcome: {} }))
        if (held?.talk)
          held.talk = {
            ...held.talk,
            state: 'closed',
            notes: { state: 'done', text: '## Notes\n\nThe survey missed the edge.', reason: null },
            merge: { state: 'done', files: [], howTo: null },
          }
        return json(response, { status: 'closed', notes: held?.talk?.notes, merge: held?.talk?.merge })
      case 'retry':
        if (held?.talk)
          held.talk =
            body['what'] === 'merge'
              ? { ...held.talk, merge: { state: 'done', files: [], howTo: null } }
              : { ...held.talk, notes: { state: 'done', text: 'Named.', reason: null } }
        return json(response, { status: 'closed' })
      case 'rename':
        if (held) held.title = body['title'] ?? ''
        return json(response, {})
      case 'verify':
        return json(response, { findings: [], at: new Date().toISOString() })
      case 'accept':
        if (held?.talk) held.talk = { ...held.talk, state: 'open' }
        this.scene.requests = this.scene.requests.filter((one) => one.id !== id)
        return json(response, { project: held?.project, id })
      case 'decline':
        this.scene.requests = this.scene.requests.filter((one) => one.id !== id)
        return json(response, {})
      case 'defer':
        this.scene.requests = this.scene.requests.map((one) =>
          one.id === id ? { ...one, deferredUntil: body['until'] ?? null } : one,
        )
        return json(response, {})
      default:
        return json(response, {})
    }
  }

  #entry(held: Held): MeetingEntry {
    const { lines } = held.journal
    const summary = summarise(lines)
    const asked = lines.findLast(({ kind }) => kind === 'asked')
    const spoken = lines.findLast(
      ({ kind, data }) => kind === 'turn' && (data as { text: string }).text !== '',
    )
    const costs = lines.flatMap(({ kind, data }) =>
      kind === 'turn' ? [(data as { seat: string }).seat] : [],
    )
    return {
      ...summary,
      title: held.title ?? summary.title,
      project: held.project,
      live: held.live,
      lastLine:
        (spoken?.data as { text: string } | undefined)?.text
          .replace(/\*\*|\[pin\][\s\S]*/g, '')
          .replace(/\s+/g, ' ')
          .slice(0, 160) ?? null,
      seats: [...new Set(costs)],
      degraded: held.degraded,
      why: null,
      asks: summary.status === 'waiting' ? (asked?.data as Question) : null,
    }
  }

  #view(held: Held): MeetingView {
    return {
      ...this.#entry(held),
      lines: held.journal.lines,
      documents: held.documents,
      outcome: null,
      talk: held.talk,
    }
  }

  #follow(response: http.ServerResponse, held: Held, from: number) {
    const following = this.#followers.get(held.id) ?? new Set()
    this.#followers.set(held.id, following)
    this.#stream(response, following)
    for (const line of held.journal.lines.slice(from)) {
      response.write(`id: ${line.n}\ndata: ${JSON.stringify({ type: 'line', line })}\n\n`)
    }
  }

  #stream(response: http.ServerResponse, among: Set<http.ServerResponse>) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(': here\n\n')
    among.add(response)
    response.on('close', () => among.delete(response))
  }
}

export { next }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const preview = {
  branch: 'claude/meeting/talk-open',
  into: 'claude/main',
  files: [
    {
      path: '.lore/specs/thumb-cache.md',
      change: 'added',
      patch: '@@ -0,0 +1,3 @@\n+# Thumbnail cache\n+\n+A time limit is wrong wherever clocks drift.',
    },
    {
      path: 'src/cache/policy.ts',
      change: 'changed',
      patch: "@@ -12,3 +12,3 @@\n-  policy: 'ttl',\n+  policy: 'lru',\n   ceiling: 512,",
    },
  ],
  conflicts: [],
}

function fits(one: object, project: string | undefined, text: string | undefined): boolean {
  const words = JSON.stringify({ ...one, lines: undefined }).toLowerCase()
  return (
    (!project || (one as { project: string }).project === project) &&
    (!text || words.includes(text.toLowerCase()))
  )
}

function matches(entry: MeetingEntry, wanted: Record<string, string>): boolean {
  const { protocol, status, seat } = wanted
  return (
    (!protocol || entry.protocol === protocol) &&
    (!status || entry.status === status) &&
    (!seat || entry.seats.some((name) => name.toLowerCase().includes(seat.toLowerCase())))
  )
}

function json(response: http.ServerResponse, value: unknown, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(value))
}

function refuse(response: http.ServerResponse, status: number, code: string, message: string, hint = '') {
  json(response, { error: { code, message, hint } }, status)
}

async function read(request: http.IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return text === '' ? undefined : JSON.parse(text)
}
