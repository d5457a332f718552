// The application: connects guard, operations, streams and page to a hall. Decides nothing.

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { FeedEvent, Hall, MeetingRef, VoicesAsked } from '../../hall/api.js'
import {
  name,
  type Operation,
  type Operations,
  ofMeeting,
  operations,
  type Served,
} from '../../hall/operations.js'
import { type OperationName, type Route, routes } from '../../hall/routes.js'
import { Refused } from '../../kernel/errors.js'
import type { StreamedEvent } from '../../kernel/run/events.js'
import type { TalkCalls } from '../mcp/talk-calls.js'
import { toWire } from '../talk-wire.js'
import type { Access } from './access.js'
import { exported } from './exported.js'
import { sentencesOf } from './faults.js'
import { judge } from './guard.js'
import { merged } from './merged.js'
import { type Page, pageFile } from './page.js'
import { problemOf } from './problems.js'
import { brokenOff, eventStream, type Sent } from './stream.js'
import { turnStream } from './turn-stream.js'

export interface AppOptions {
  readonly hall: Hall
  readonly access: Access
  /** The port of the TCP listener, which Host and Origin must name. */
  readonly port: () => number
  readonly page: Page
  /** Answers calls of hosts about talks; loaded when the first one comes. */
  readonly talkCalls: () => Promise<TalkCalls>
  readonly log: (line: string) => void
  /** Whether requests come through the socket in the person's own folder. */
  readonly local: boolean
  /** Aborted when the server is about to stop: streams end then. */
  readonly leaving: AbortSignal
}

type Env = { Bindings: HttpBindings }
type Ctx = Context<Env>

/** The largest body of a request. */
export const mostBytes = 1_000_000

export function createApp(options: AppOptions): Hono<Env> {
  const hall: Served = {
    ...(options.local ? options.hall : withoutRecordings(options.hall)),
    exported: async (ref, format) => exported(await options.hall.meeting(ref), format),
  }
  const streaming = streamer(options)
  const app = new Hono<Env>()
  app.use('*', async (c, next) => {
    admit(c, options)
    await next()
  })
  app.onError((error, c) => {
    const { status, body } = problemOf(error)
    if (status === 500) options.log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    // The rest of a body that is too long is not read, so this connection cannot be used again.
    if (status === 413) c.header('connection', 'close')
    return c.json(body, status)
  })
  app.post('/api/session', (c) => enter(c, options))
  app.post('/api/talk-calls', (c) => toHost(c, options))
  app.get('/api/events', (c) => feed(c, hall, streaming))
  app.get('/api/meetings/:project/:id/events', (c) => follow(c, hall, streaming))
  for (const operation of Object.keys(operations) as OperationName[]) {
    const { method, path } = routes[operation]
    app.on(method, path, (c) => perform(c, hall, operation, streaming))
  }
  app.all('/api/*', () => {
    throw new Refused('unknown-path', 'There is nothing here.', 'docs/server.md lists every request.')
  })
  app.get('*', (c) => pageFile(options.page, c.req.path, c.req.header('accept-encoding')))
  return app
}

/** A page names no file to be written. Who reaches the socket can write the person's files anyway. */
function withoutRecordings(hall: Hall): Hall {
  const mustNotRecord = ({ record }: VoicesAsked) => {
    if (record !== undefined)
      throw new Refused(
        'bad-request',
        'A recording is begun at the command line.',
        'Use `--record FILE` there.',
      )
  }
  return {
    ...hall,
    async open(request, ...more) {
      mustNotRecord(request)
      return hall.open(request, ...more)
    },
    async accept(ref, given = {}, ...more) {
      mustNotRecord(given)
      return hall.accept(ref, given, ...more)
    },
  }
}

function admit(c: Ctx, { access, port, local }: AppOptions): void {
  const header = (name: string) => c.req.header(name)
  const verdict = judge(
    {
      path: c.req.path,
      method: c.req.method,
      host: header('host'),
      origin: header('origin'),
      site: header('sec-fetch-site'),
      authorization: header('authorization'),
      cookie: header('cookie'),
      local,
    },
    access,
    port(),
  )
  if (verdict.kind === 'refused')
    throw new Refused(
      verdict.code,
      verdict.message,
      'Use the address that `parley serve` prints: each start has a new one.',
    )
}

const entering = z.strictObject({ code: z.string().min(1).max(200) })

/** The page brings the code of its address and gets a cookie that no script can read. */
async function enter(c: Ctx, { access }: AppOptions): Promise<Response> {
  const { code } = parsed(entering, await bodyOf(c))
  const cookie = access.exchange(code)
  if (cookie === undefined)
    throw new Refused(
      'no-token',
      'This address was used already, or it belongs to an earlier run of the server.',
      'Print another: `parley serve`.',
    )
  c.header('set-cookie', cookie)
  c.header('cache-control', 'no-store')
  return c.json(null)
}

const talkCall = z.strictObject({
  project: name,
  name: z.string().max(500),
  arguments: z.record(z.string(), z.unknown()),
  caller: z.strictObject({
    name: z.string().max(500),
    version: z.string().max(500),
    elicits: z.boolean(),
    model: z.string().max(500).optional(),
    thread: z.string().max(500).optional(),
  }),
  inputResponses: z.record(z.string(), z.unknown()).optional(),
})

/** What a host asks of a talk, handed on by its `parley mcp`. */
async function toHost(c: Ctx, { talkCalls }: AppOptions): Promise<Response> {
  const call = parsed(talkCall, await bodyOf(c))
  return c.json(await (await talkCalls())(call, c.req.raw.signal))
}

async function perform(c: Ctx, hall: Served, of: OperationName, streaming: Streaming): Promise<Response> {
  const operation: Operation = operations[of]
  const given = await givenTo(c, routes[of], operation.takes)
  const turn = wantsStream(c) ? turns[of] : undefined
  if (!turn) return c.json(await operation.run(hall, given), routes[of].status)
  const source = await turn(hall, given as never)
  return streaming(c, (signal) => onWire(source(signal)), toWire(brokenOff))
}

/** What the path does not name is in the body, or in the query of a request that has none. */
async function givenTo(c: Ctx, { method, path }: Route, takes: z.ZodObject) {
  const named = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, true]))
  const of = parsed(takes.pick(named as never), c.req.param())
  const rest = method === 'post' ? await bodyOf(c) : c.req.query()
  return { ...of, ...parsed(takes.omit(named as never), rest) }
}

/** Where a stream of a meeting begins, for readers who have no Last-Event-ID yet. */
const fromLine = z.strictObject({
  from: z.coerce.number().int().min(1).optional(),
  feed: z.literal('1').optional(),
})

/** Starts after the last line that the client has; without that header it sends all lines. */
async function follow(c: Ctx, hall: Hall, streaming: Streaming): Promise<Response> {
  const ref = parsed(z.object(ofMeeting), c.req.param())
  const { from, feed: too } = parsed(fromLine, c.req.query())
  const last = z.coerce
    .number()
    .int()
    .min(0)
    .safeParse(c.req.header('last-event-id') ?? 'none')
  const first = last.success ? last.data + 1 : (from ?? 1)
  // A refusal must come before the stream begins, because its HTTP status cannot change afterwards.
  await hall.seats(ref)
  const changes = too === undefined || wantsNoBody(c) ? undefined : await changesIn(hall)
  return streaming(c, (signal) => {
    const lines = numbered(hall, ref, first, signal)
    return changes ? merged([lines, changes(signal)]) : lines
  })
}

async function feed(c: Ctx, hall: Hall, streaming: Streaming): Promise<Response> {
  return streaming(c, wantsNoBody(c) ? nothing : await changesIn(hall))
}

/** The first look is made before the response begins: what happens after the reader has its 200 is told. */
async function changesIn(hall: Hall): Promise<(signal: AbortSignal) => AsyncIterable<Sent>> {
  const gone = new AbortController()
  const events = await hall.feed(gone.signal)
  return (signal) => {
    signal.addEventListener('abort', () => gone.abort(), { once: true })
    return plain(events)
  }
}

type Turn = (signal: AbortSignal) => AsyncIterable<StreamedEvent>

type Given<N extends OperationName> = z.output<Operations[N]['takes']>

/** Operations whose response is a stream of the following turn, when the client asks for one. */
const turns: { readonly [N in OperationName]?: (hall: Hall, given: Given<N>) => Promise<Turn> } = {
  'meeting.open': (hall, request) => openingStream(hall, (exists) => hall.open(request, exists)),
  'request.accept': (hall, { project, id, ...given }) =>
    openingStream(hall, (exists) => hall.accept({ project, id }, given, exists)),
  async 'talk.message'(hall, { text, network, ...ref }) {
    const line = await hall.message(ref, text, { network })
    return (signal) => turnStream(hall, ref, line, signal)
  },
}

/** The stream begins as soon as the meeting exists. A refusal before that is an HTTP status; a failure after it is told in the stream. */
async function openingStream(
  hall: Hall,
  open: (exists: (ref: MeetingRef) => void) => Promise<MeetingRef>,
): Promise<Turn> {
  let opened: Promise<MeetingRef> | undefined
  const ref = await new Promise<MeetingRef>((resolve, reject) => {
    opened = open(resolve)
    opened.then(resolve, reject)
  })
  return (signal) => turnStream(hall, ref, 1, signal, opened)
}

async function* numbered(
  hall: Hall,
  ref: { project: string; id: string },
  from: number,
  signal: AbortSignal,
): AsyncIterable<Sent> {
  for await (const event of hall.follow(ref, from, signal))
    yield event.type === 'line' ? { id: event.line.n, data: event } : { data: event }
}

async function* plain(source: AsyncIterable<FeedEvent>): AsyncIterable<Sent> {
  for await (const data of source) yield { data }
}

async function* onWire(source: AsyncIterable<StreamedEvent>): AsyncIterable<Sent> {
  for await (const event of source) yield { data: toWire(event) }
}

type Streaming = (
  c: Ctx,
  source: (signal: AbortSignal) => AsyncIterable<Sent>,
  last?: Sent['data'],
) => Response

function streamer({ leaving, log }: AppOptions): Streaming {
  return (c, source, last = brokenOff) => {
    c.header('content-type', 'text/event-stream; charset=utf-8')
    c.header('cache-control', 'no-store')
    c.header('x-accel-buffering', 'no')
    // A source that nobody reads is never left again: it would listen as long as the server runs.
    if (wantsNoBody(c)) return c.body(null)
    const broke = (error: unknown) => log(`${c.req.path}: ${(error as Error).stack ?? String(error)}`)
    return c.body(eventStream(source, { leaving, broke, last }))
  }
}

function wantsNoBody(c: Ctx): boolean {
  return c.req.method === 'HEAD'
}

async function* nothing(): AsyncIterable<Sent> {}

function wantsStream(c: Ctx): boolean {
  return c.req.header('accept')?.includes('text/event-stream') ?? false
}

/** Read in pieces and dropped when it is too long, so that a body of any size uses limited memory. */
async function bodyOf(c: Ctx): Promise<unknown> {
  if (Number(c.req.header('content-length') ?? '0') > mostBytes) throw tooLong()
  const reader = c.req.raw.body?.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > mostBytes) throw tooLong()
    pieces.push(read.value)
  }
  const text = Buffer.concat(pieces).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('bad-request', 'The body is not JSON.', 'Send one JSON object, or nothing.')
  }
}

function tooLong(): Refused {
  return new Refused('too-long', 'The body of a request may have one megabyte at most.')
}

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Refused(
    'bad-request',
    sentencesOf(result.error, value),
    'docs/server.md says what each request takes.',
  )
}
