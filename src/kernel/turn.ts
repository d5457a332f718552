// A turn: one seat, one prompt, one reply, with its receipt.
//
//   R1  Every recorded turn carries a receipt: who, by which backend and model, for which prompt, at what cost.
//   R2  A reply whose line is in the journal is never asked for again; one in flight at a crash is.
//   R3  A structured reply that does not fit is sent back once with its faults; then the turn has failed.
//   R4  What a model or a tool returns is masked before it reaches the journal, another seat or a file.

import { z } from 'zod'
import {
  type Grant,
  nothing,
  type Prompt,
  type Reply,
  type Seat,
  type ToolUse,
  type Usage,
  type Voice,
} from './agents.js'
import type { Deps } from './deps.js'
import { BackendFailed } from './errors.js'
import { noUsage, sum } from './ledger.js'
import { type Line, sha256 } from './line.js'
import type { NotSaid, Said, SeatPrompt, SpeakOptions } from './protocol.js'
import type { Session } from './session.js'
import { Stopped } from './signals.js'
import type { Receipt, TurnData } from './summary.js'

export type TurnOptions = SpeakOptions & { schema?: z.ZodType }

/** The longest reply that is kept; what is longer is cut, and says so. */
export const longestReply = 1_000_000
const longestToolOutput = 4_000
const defaultOutput = 4_000
const rateLimitRetries = 3

interface Asked {
  /** Whether the procedure takes a failure as a result. */
  readonly survives: boolean
  readonly key: string
  readonly seat: Seat
  readonly prompt: SeatPrompt
  readonly options: TurnOptions
}

/** Makes the call and records it: a `turn` line, or a `failed` line that says why there is none. */
export async function takeTurn(session: Session, asked: Asked): Promise<Said<unknown> | NotSaid> {
  const { deps, ledger } = session
  const worst = await worstCase(session, asked)
  if (!ledger.reserve(worst, asked.options.keepFree)) return refuse(session, asked)
  const started = deps.now().getTime()
  const { seat, options, key } = asked
  deps.observe({ type: 'speaking', key, seat: seat.id, call: options.id, draft: options.draft ?? false })
  const call = await converse(session, asked)
  ledger.settle(worst, call.usage)
  session.conversations.called({ seat: seat.id, call: options.id, says: call.says })
  const ms = deps.now().getTime() - started
  return call.kind === 'answered' ? said(session, asked, call, ms) : notSaid(session, asked, call)
}

/** What a recorded line gave, with the conversation and the ledger brought to where they were. */
export function recallTurn(session: Session, asked: Asked, line: Line): Said<unknown> | NotSaid {
  const { seat, options } = asked
  if (line.kind === 'failed') {
    const data = line.data as FailedData
    session.ledger.add(data.tokens)
    session.conversations.called({ seat: seat.id, call: options.id, says: data.says })
    return {
      kind: 'not-said',
      cause: data.cause,
      reason: data.message,
      partial: data.partial,
      usage: data.tokens,
    }
  }
  const data = line.data as TurnData
  const { receipt } = data
  if (!data.from) session.ledger.add(receipt.tokens)
  session.conversations.called({ seat: seat.id, call: options.id, says: receipt.attempts })
  const exchange = { prompt: textFor(session, asked, receipt.fresh), reply: replyText(data) }
  session.conversations.heard(seat, exchange, { session: receipt.session, fresh: receipt.fresh })
  return saidFrom(data, line.n)
}

interface FailedData {
  readonly result: boolean
  readonly seat: string
  readonly call: string
  readonly cause: NotSaid['cause']
  readonly message: string
  readonly partial: string
  readonly tokens: Usage
  readonly says: number
}

type Call =
  | {
      readonly kind: 'answered'
      readonly reply: Reply
      readonly value: unknown
      readonly usage: Usage
      readonly says: number
      readonly backend: string
      readonly sent: string
      readonly fresh: boolean
    }
  | {
      readonly kind: 'failed'
      readonly cause: NotSaid['cause']
      readonly reason: string
      readonly partial: string
      readonly usage: Usage
      readonly says: number
    }

async function worstCase(session: Session, asked: Asked): Promise<number> {
  if (session.ledger.ceiling === null) return 0
  const { history } = session.conversations.of(asked.seat)
  const before = history.map(({ prompt, reply }) => `${prompt}\n${reply}`).join('\n')
  const text = `${asked.prompt.system}\n${before}\n${textFor(session, asked, false)}`
  return (await session.deps.countTokens(text)) + outputLimit(asked.options)
}

async function refuse(session: Session, asked: Asked): Promise<NotSaid> {
  const reason = `the token ceiling of ${session.ledger.ceiling} leaves no room for this call`
  return notSaid(session, asked, {
    kind: 'failed',
    cause: 'ceiling',
    reason,
    partial: '',
    usage: noUsage,
    says: 0,
  })
}

/** Calls the voice until it answers or has failed for good, within the policy for each kind of failure. */
async function converse(session: Session, asked: Asked): Promise<Call> {
  const turn = new Attempts(session, asked)
  for (;;) {
    const outcome = await turn.once()
    if (outcome) return outcome
  }
}

/** The attempts of one turn: retries after a rate limit, a fresh session after an expired one, one repair. */
class Attempts {
  says = 0
  usage: Usage = noUsage
  #fresh = false
  #limited = 0
  #faults: string | undefined
  readonly #session: Session
  readonly #asked: Asked

  constructor(session: Session, asked: Asked) {
    this.#session = session
    this.#asked = asked
  }

  async once(): Promise<Call | undefined> {
    const { deps } = this.#session
    const clock = stopClock(deps, this.#asked)
    try {
      const backend = await deps.backendFor(this.#asked.seat)
      const sent = this.#faults ?? textFor(this.#session, this.#asked, this.#fresh)
      const voice = await this.#voice()
      this.says++
      const reply = await voice.say(this.#prompt(sent), sayOptions(this.#session, this.#asked, clock.signal))
      this.usage = sum(this.usage, reply.usage)
      return this.#judge(reply, backend.name, sent)
    } catch (error) {
      return await this.#recover(error, clock)
    } finally {
      clock.stop()
    }
  }

  #judge(reply: Reply, backend: string, sent: string): Call | undefined {
    const { schema } = this.#asked.options
    if (!schema) {
      // A voice may answer in words or in a structure of its own accord; the procedure judges which it can use.
      if (reply.value !== undefined) return this.#answered(reply, reply.value, backend, sent)
      if (reply.text.trim() === '') return this.#failed('empty', 'the reply was empty')
      return this.#answered(reply, reply.text, backend, sent)
    }
    const checked = check(schema, reply, this.#asked.options.fromText)
    if (checked.ok) return this.#answered(reply, checked.value, backend, sent)
    if (this.#faults !== undefined) return this.#failed('invalid', `the reply did not fit: ${checked.faults}`)
    this.#faults = repairText(checked.faults)
    return undefined
  }

  #answered(reply: Reply, value: unknown, backend: string, sent: string): Call {
    const { says, usage } = this
    return { kind: 'answered', reply, value, usage, says, backend, sent, fresh: this.#fresh }
  }

  #failed(cause: NotSaid['cause'], reason: string, partial = ''): Call {
    return { kind: 'failed', cause, reason, partial, usage: this.usage, says: this.says }
  }

  async #recover(error: unknown, clock: Clock): Promise<Call | undefined> {
    const { deps, conversations } = this.#session
    if (deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    await conversations.forget(this.#asked.seat)
    if (!(error instanceof BackendFailed)) throw error
    if (clock.timedOut()) return this.#failed('timeout', `no reply within ${clock.seconds} seconds`)
    if (error.kind === 'rate-limited' && this.#limited < rateLimitRetries) {
      await this.#backOff(error)
      return undefined
    }
    if (error.kind === 'expired' && !this.#fresh) {
      this.#fresh = true
      this.#startOver()
      return undefined
    }
    return this.#failed(error.kind, error.message, error.partial)
  }

  async #backOff(error: BackendFailed): Promise<void> {
    const { deps } = this.#session
    const waitMs = error.retryAfterMs ?? 1000 * 2 ** this.#limited
    this.#limited++
    const { key, seat } = this.#asked
    deps.observe({ type: 'retrying', key, seat: seat.id, reason: error.message, waitMs })
    await deps.wait(waitMs, deps.signal)
    if (deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
  }

  #startOver(): void {
    const conversation = this.#session.conversations.of(this.#asked.seat)
    conversation.history.length = 0
    conversation.session = undefined
  }

  async #voice(): Promise<Voice> {
    const { deps, conversations } = this.#session
    const conversation = conversations.of(this.#asked.seat)
    if (!conversation.voice) {
      const backend = await deps.backendFor(this.#asked.seat)
      const { tools } = this.#asked.options
      const cwd = (tools?.kind === 'work' || tools?.kind === 'read' ? tools.root : undefined) ?? deps.cwd
      const room = conversations.room(this.#asked.seat, cwd)
      conversation.voice = await backend.open(this.#asked.seat, {
        ...room,
        past: [...room.past, ...this.#madeSoFar()],
      })
    }
    return conversation.voice
  }

  /** Calls of this very turn count too: a voice opened again after a rate limit must not begin at the same place. */
  #madeSoFar() {
    const { seat, options } = this.#asked
    return this.says > 0 ? [{ seat: seat.id, call: options.id, says: this.says }] : []
  }

  #prompt(text: string): Prompt {
    const { prompt, options } = this.#asked
    const base = { call: options.id, system: prompt.system, text }
    const schema = options.schema ? { schema: jsonSchema(options.schema) } : {}
    return { ...base, ...schema, ...(prompt.rehearse ? { rehearse: prompt.rehearse } : {}) }
  }
}

interface Clock {
  readonly signal: AbortSignal
  readonly seconds: number
  timedOut(): boolean
  stop(): void
}

function stopClock(deps: Deps, { seat, options }: Asked): Clock {
  const ms = options.timeoutMs ?? deps.timeoutMs
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), ms)
  const turn = deps.turnSignal?.(seat)
  const signal = AbortSignal.any([deps.signal, limit.signal, ...(turn ? [turn] : [])])
  return {
    signal,
    seconds: Math.round(ms / 1000),
    timedOut: () => limit.signal.aborted,
    stop: () => clearTimeout(timer),
  }
}

function sayOptions(session: Session, { key, seat, options }: Asked, signal: AbortSignal) {
  const { deps } = session
  const shown = options.draft !== true && !options.schema
  return {
    signal,
    tools: deps.toolsFor(options.tools ?? nothing),
    maxOutput: outputLimit(options),
    onText: (text: string) => {
      if (shown) deps.observe({ type: 'text', key, seat: seat.id, text })
    },
    onTool: (event: {
      kind: string
      id: string
      name: string
      input?: unknown
      ok?: boolean
      output?: string
    }) => {
      const { kind: _, ...rest } = event
      deps.observe({ type: 'tool', key, seat: seat.id, ...rest })
    },
  }
}

async function said(
  session: Session,
  asked: Asked,
  call: Call & { kind: 'answered' },
  ms: number,
): Promise<Said<unknown>> {
  const { seat, options, prompt, key } = asked
  const { reply } = call
  const receipt: Receipt = {
    seat: seat.id,
    backend: call.backend,
    model: reply.model ?? null,
    prompt: sha256(`${prompt.system}\n\n${call.sent}`),
    tools: await Promise.all(reply.tools.map((use) => keepTool(session, use))),
    tokens: call.usage,
    ms,
    attempts: call.says,
    ...(reply.session === undefined ? {} : { session: reply.session }),
    ...(call.fresh ? { fresh: true } : {}),
  }
  const text = await masked(session, cut(reply.text))
  const structured = options.schema || reply.value !== undefined ? { value: await maskedValue(session, call.value) } : {}
  const draft = options.draft ? { draft: true } : {}
  const data: TurnData = { seat: seat.id, call: options.id, text, ...structured, ...draft, receipt }
  const line = await session.record('turn', key, data)
  const exchange = { prompt: textFor(session, asked, call.fresh), reply: replyText(data) }
  session.conversations.heard(seat, exchange, { session: reply.session, fresh: call.fresh })
  return saidFrom(data, line.n)
}

async function notSaid(session: Session, asked: Asked, call: Call & { kind: 'failed' }): Promise<NotSaid> {
  const { seat, options, key } = asked
  const data: FailedData = {
    result: asked.survives,
    seat: seat.id,
    call: options.id,
    cause: call.cause,
    message: await masked(session, cut(call.reason)),
    partial: await masked(session, cut(call.partial)),
    tokens: call.usage,
    says: call.says,
  }
  await session.record('failed', key, data)
  return {
    kind: 'not-said',
    cause: data.cause,
    reason: data.message,
    partial: data.partial,
    usage: data.tokens,
  }
}

function saidFrom(data: TurnData, line: number): Said<unknown> {
  const { receipt } = data
  return {
    kind: 'said',
    text: replyText(data),
    value: 'value' in data ? data.value : data.text,
    usage: receipt.tokens,
    tools: receipt.tools,
    backend: receipt.backend,
    model: receipt.model,
    line,
    session: receipt.session ?? null,
  }
}

/** What the seat is sent: all of it when its conversation begins here, else only what is new. */
function textFor(session: Session, { seat, prompt }: Asked, fresh: boolean | undefined): string {
  const begun = session.conversations.of(seat).history.length > 0
  return begun && !fresh ? (prompt.since ?? prompt.full) : prompt.full
}

function replyText(data: TurnData): string {
  return data.text !== '' || data.value === undefined ? data.text : JSON.stringify(data.value)
}

function outputLimit(options: TurnOptions): number {
  return options.maxOutput ?? defaultOutput
}

type Checked = { ok: true; value: unknown } | { ok: false; faults: string }

function check(schema: z.ZodType, reply: Reply, fromText: SpeakOptions['fromText']): Checked {
  const raw = reply.value === undefined ? (jsonIn(reply.text) ?? fromText?.(reply.text)) : reply.value
  if (raw === undefined) return { ok: false, faults: 'it is not JSON' }
  const parsed = schema.safeParse(raw)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, faults: z.prettifyError(parsed.error) }
}

/** A reply in words may still hold its JSON, bare or in a fence. */
function jsonIn(text: string): unknown {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1]
  try {
    return JSON.parse(fenced ?? text)
  } catch {
    return undefined
  }
}

function repairText(faults: string): string {
  return `Your last reply did not fit the shape that was asked for:\n${faults}\n\nSend the whole reply again, mended.`
}

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>()

function jsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>
  schemas.set(schema, made)
  return made
}

async function keepTool(session: Session, use: ToolUse): Promise<Receipt['tools'][number]> {
  const output = await masked(session, use.output.slice(0, longestToolOutput))
  const input = await maskedValue(session, use.input)
  return { id: use.id, name: use.name, input, ok: use.ok, output }
}

function cut(text: string): string {
  if (text.length <= longestReply) return text
  return `${text.slice(0, longestReply)}\n\n[cut by parley: ${text.length - longestReply} more characters]`
}

async function masked(session: Session, text: string): Promise<string> {
  return text === '' ? text : (await session.deps.scrub(text)).text
}

async function maskedValue(session: Session, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return masked(session, cut(value))
  if (Array.isArray(value)) return Promise.all(value.map((item) => maskedValue(session, item)))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(
    async ([name, item]) => [name, await maskedValue(session, item)] as const,
  )
  return Object.fromEntries(await Promise.all(pairs))
}

export type { Grant }
