// Fake models: one server on loopback that speaks like Anthropic, OpenAI, Google and the many that speak like OpenAI.
// A script decides every reply; every request is kept. The real clients talk to it, so only the model is pretended.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic, countTokens } from './fake-models/anthropic.js'
import { chat } from './fake-models/chat.js'
import { google } from './fake-models/google.js'
import { responses } from './fake-models/responses.js'
import type { Dialect, ModelReply, ModelRequest, ReceivedRequest } from './fake-models/types.js'

export type { ModelMessage, ModelReply, ModelRequest } from './fake-models/types.js'

export type ModelScript = (request: ModelRequest) => ModelReply | string | Promise<ModelReply | string>

export interface FakeModels {
  /** What each client takes for its base URL, in the form that its own documentation uses. */
  readonly urls: {
    readonly anthropic: string
    readonly openai: string
    readonly google: string
    readonly compatible: string
  }
  /** Every request for a reply so far, oldest first; counts of tokens and lists of models are not among them. */
  readonly requests: readonly ModelRequest[]
  /** Answers differently from now on. */
  answer(script: ModelScript): void
  /** Names these models from now on, to whoever asks for a list. */
  offer(models: readonly string[]): void
  /** Forgets what was asked so far. */
  forget(): void
  close(): Promise<void>
}

/** Starts the server. Without a script every request is answered with `Yes.` */
export async function fakeModels(script: ModelScript = () => 'Yes.'): Promise<FakeModels> {
  const requests: ModelRequest[] = []
  let current = script
  let models: readonly string[] = ['fake-model']
  const server = createServer((incoming, outgoing) => {
    const offered = { requests, models, script: (request: ModelRequest) => current(request) }
    serve(incoming, outgoing, offered).catch((error: unknown) => {
      outgoing.writeHead(500).end(`the fake failed: ${error}`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urls: { anthropic: base, openai: `${base}/openai/v1`, google: base, compatible: `${base}/v1` },
    requests,
    answer(next) {
      current = next
    },
    offer(next) {
      models = next
    },
    forget() {
      requests.length = 0
    },
    close: () => end(server),
  }
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { requests, models, script }: { requests: ModelRequest[]; models: readonly string[]; script: ModelScript },
): Promise<void> {
  const received = await receive(incoming)
  if (received.path.endsWith('/messages/count_tokens')) return json(outgoing, 200, countTokens(received))
  if (incoming.method !== 'POST')
    return json(outgoing, 200, { data: models.map((id) => ({ id, object: 'model' })) })
  const dialect = dialects.find((one) => one.handles(received.path))
  if (!dialect) return json(outgoing, 404, { error: { message: `no such path: ${received.path}` } })
  const request = dialect.read(received)
  requests.push(request)
  const told = await script(request)
  await reply(dialect, request, typeof told === 'string' ? { text: told } : told, outgoing)
}

const dialects: readonly Dialect[] = [anthropic, responses, chat, google]

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const url = new URL(incoming.url ?? '/', 'http://fake')
  const text = Buffer.concat(pieces).toString('utf8')
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { path: url.pathname, query: url.searchParams, headers: incoming.headers, body }
}

async function reply(
  dialect: Dialect,
  request: ModelRequest,
  told: ModelReply,
  outgoing: ServerResponse,
): Promise<void> {
  if (told.delayMs) await new Promise((next) => setTimeout(next, told.delayMs))
  if (told.hang && !hasContent(told)) return
  if (told.raw !== undefined)
    return void outgoing
      .writeHead(told.status ?? 200, told.status ? {} : { 'content-type': 'text/event-stream' })
      .end(told.raw)
  if (told.status !== undefined && told.status >= 400) return refuse(dialect, told, outgoing)
  if (!request.stream) return json(outgoing, 200, dialect.whole(request, told))
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const events = dialect.stream(request, told)
  const last = told.hang || told.breakOff || told.streamError ? dialect.ending : 0
  for (const event of last > 0 ? events.slice(0, -last) : events) {
    await told.pace?.(event)
    outgoing.write(event)
  }
  if (told.streamError) outgoing.write(dialect.errorEvent(told.streamError))
  if (told.hang) return
  // Ended below HTTP: what was written arrives, what would end the reply does not.
  if (told.breakOff === true) outgoing.socket?.end()
  else outgoing.end()
}

const hasContent = (told: ModelReply): boolean =>
  told.text !== undefined || told.json !== undefined || told.deltas !== undefined

function refuse(dialect: Dialect, told: ModelReply, outgoing: ServerResponse): void {
  if (told.retryAfter !== undefined) outgoing.setHeader('retry-after', String(told.retryAfter))
  json(outgoing, told.status ?? 500, dialect.error(told.status ?? 500, told.error ?? 'scripted failure'))
}

function json(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function end(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

/** Where nobody listens: a port that only an administrator could take, so that no other test gets it meanwhile. */
export const nobodyAt = 'http://127.0.0.1:4/v1'
