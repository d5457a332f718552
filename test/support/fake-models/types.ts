// What the fake models understand and say, in words that no provider owns.

import type { IncomingHttpHeaders } from 'node:http'

export interface ModelRequest {
  readonly provider: 'anthropic' | 'openai' | 'google' | 'compatible'
  readonly model: string
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** The text of the last message of the user: some clients put system messages after it. */
  readonly last: string
  readonly tools: readonly { readonly name: string; readonly input: unknown }[]
  /** The JSON schema that the reply must fit, if one was sent. */
  readonly schema: unknown
  readonly maxOutput: number | undefined
  readonly stream: boolean
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The request as it came. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant' | 'system' | 'tool'
  readonly text: string
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
  readonly toolResults: readonly { readonly id: string; readonly output: string }[]
}

export interface ModelReply {
  readonly text?: string
  /** Thoughts that the provider sends apart from the words. */
  readonly reasoning?: string
  /** What the provider sends in place of words when its model refuses. */
  readonly refusal?: string
  /** A structured reply; sent as its JSON. */
  readonly json?: unknown
  /** The pieces that the text is streamed in; without them it is cut into a few. */
  readonly deltas?: readonly string[]
  readonly toolCalls?: readonly { readonly name: string; readonly input: unknown; readonly id?: string }[]
  /** Null where the provider tells none. */
  readonly usage?: ModelUsage | null
  /** The model's name as the provider reports it; else the one asked for. */
  readonly model?: string
  /** Why it stopped, in the provider's own word. */
  readonly stop?: string
  /** An HTTP error. */
  readonly status?: number
  readonly error?: string
  /** Seconds, as a `retry-after` header. */
  readonly retryAfter?: number | string
  /** The body as it is, with `status` or 200, whatever the client expects. */
  readonly raw?: string
  readonly delayMs?: number
  /** Awaited before each event of a streamed reply, so that a test can say when it comes. */
  readonly pace?: (event: string) => Promise<void>
  /** Never ends: after the text if there is one, else before the first byte. */
  readonly hang?: boolean
  /** A search that the provider ran by itself before the text, and the addresses that it found. */
  readonly searched?: { readonly query: string; readonly urls: readonly string[] }
  /** Closes the connection after the text, in the middle of the stream; `cleanly` as if that had been all. */
  readonly breakOff?: boolean | 'cleanly'
  /** An error event of this type after the text, in the middle of the stream. */
  readonly streamError?: { readonly type: string; readonly message: string }
}

export interface ModelUsage {
  /** All input, what was cached among it. */
  readonly input: number
  readonly output: number
  readonly cached?: number
  readonly cacheWritten?: number
  /** Output tokens that went into thoughts. */
  readonly reasoning?: number
}

export interface ReceivedRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** How one provider writes requests and replies. */
export interface Dialect {
  handles(path: string): boolean
  read(received: ReceivedRequest): ModelRequest
  whole(request: ModelRequest, reply: ModelReply): unknown
  /** All events of a streamed reply, ready to be written. */
  stream(request: ModelRequest, reply: ModelReply): readonly string[]
  /** How many events at the end close a reply: a stream that hangs or breaks leaves them out. */
  readonly ending: number
  error(status: number, message: string): unknown
  errorEvent(error: { type: string; message: string }): string
}

export const textOf = (reply: ModelReply): string =>
  reply.deltas?.join('') ?? (reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json))

export function piecesOf(reply: ModelReply): readonly string[] {
  if (reply.deltas) return reply.deltas
  const text = textOf(reply)
  const size = Math.max(1, Math.ceil(text.length / 3))
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
}

export const usageOf = (reply: ModelReply): ModelUsage | null =>
  reply.usage === undefined ? { input: 100, output: 10 } : reply.usage

/** Ids need only differ within one conversation, and stay the same from run to run. */
export function callsOf(request: ModelRequest, reply: ModelReply) {
  return (reply.toolCalls ?? []).map((call, at) => ({
    ...call,
    id: call.id ?? `call_${request.messages.length}_${at}`,
  }))
}

export const lastOfUser = (messages: readonly ModelMessage[]): string =>
  messages.findLast((message) => message.role === 'user' && message.text !== '')?.text ?? ''

export const message = (role: ModelMessage['role'], more: Partial<ModelMessage>): ModelMessage => ({
  role,
  text: '',
  toolCalls: [],
  toolResults: [],
  ...more,
})

/** Arguments of a tool as they go over the wire; a text stands for arguments that are no JSON. */
export const argumentsOf = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input)

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

export type Json = Readonly<Record<string, unknown>>

/** The texts of a content that is a string, a part or a list of parts. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textIn).join('')
  if (typeof content !== 'object' || content === null) return ''
  const { text } = content as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
