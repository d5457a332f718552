// Attempts: the calls that one turn takes: a retry after a rate limit, a new conversation after an expired one, one repair.
// Every single call is fitted under the ceiling before it is made.

import {
  type Grant,
  nothing,
  type Prompt,
  type Reply,
  type Seat,
  type Tool,
  type ToolEvent,
  type ToolUse,
  type Usage,
} from './agents.js'
import { BackendFailed, messageOf } from './errors.js'
import { counted, noUsage, sum } from './ledger.js'
import type { NotSaid, SeatPrompt, SpeakOptions, StructuredOptions } from './protocol.js'
import type { Session } from './session.js'
import { fitted, jsonSchema, repairText } from './shape.js'
import { Stopped } from './signals.js'
import { type StopClock, stopClock } from './stop-clock.js'

export type TurnOptions = SpeakOptions | StructuredOptions<unknown>

export interface Asked {
  /** Whether the procedure takes a failure as a result. */
  readonly survives: boolean
  readonly key: string
  readonly seat: Seat
  readonly prompt: SeatPrompt
  readonly options: TurnOptions
}

export type Call = Answered | Failed

export interface Answered extends Tried {
  readonly kind: 'answered'
  readonly reply: Reply
  readonly value: unknown
  readonly backend: string
  /** The prompt that the reply answers, without what was sent to mend it. */
  readonly sent: string
}

export interface Failed extends Tried {
  readonly kind: 'failed'
  readonly cause: NotSaid['cause']
  readonly reason: string
  readonly partial: string
}

interface Tried {
  readonly usage: Usage
  /** What was said and used in the last call, in the order in which it happened. */
  readonly story: readonly Piece[]
  /** How often the voice was called. */
  readonly says: number
  /** The conversation was begun anew. */
  readonly fresh: boolean
}

export type Piece = { readonly kind: 'text'; text: string } | { readonly kind: 'tool'; use: ToolUse }

const defaultOutput = 4_000
const rateLimitRetries = 3

/** Calls the voice until it answers or has failed for good, within the policy for each kind of failure. */
export async function converse(session: Session, asked: Asked): Promise<Call> {
  const attempts = new Attempts(session, asked)
  for (;;) {
    const call = await attempts.once()
    if (call) return call
  }
}

/** What the seat is sent: all of it when its conversation begins here, else only what is new. */
export function textFor(session: Session, asked: Asked): string {
  const { prompt } = asked
  const begun = session.conversations.of(party(asked)).history.length > 0
  return begun ? (prompt.since ?? prompt.full) : prompt.full
}

/** Whose conversation a call belongs to: the seat's own, or one that is only this call's. */
export function party({ seat, options, key }: Asked): Seat {
  return options.apart ? { ...seat, id: `${seat.id} ${key}` } : seat
}

class Attempts {
  readonly #session: Session
  readonly #asked: Asked
  readonly #interrupt: AbortSignal | undefined
  #says = 0
  #usage: Usage = noUsage
  #fresh = false
  #limited = 0
  #faults: string | undefined
  /** Whether the voice that is open now has heard this turn's prompt already. */
  #told = false
  /** What came in since the last call began. */
  #heard = ''
  #story: Piece[] = []

  constructor(session: Session, asked: Asked) {
    this.#session = session
    this.#asked = asked
    this.#interrupt = session.deps.turnSignal?.(asked.seat)
  }

  /** One call; undefined when another is to follow. */
  async once(): Promise<Call | undefined> {
    this.#session.mayAct()
    const { ledger } = this.#session
    const prompt = textFor(this.#session, this.#asked)
    const text = this.#text(prompt)
    const worst = ledger.ceiling === null ? 0 : await this.#worstCase(text)
    if (!ledger.reserve(worst, this.#asked.options.keepFree)) return this.#noRoom()
    if (this.#says === 0) this.#announce()
    let usage = noUsage
    const clock = this.#clock()
    try {
      const { reply, backend } = await clock.run((signal) => this.#say(text, signal))
      usage = counted(reply.usage)
      this.#usage = sum(this.#usage, usage)
      this.#told = true
      return await this.#judge(reply, backend, prompt)
    } catch (error) {
      return await this.#recover(error, clock)
    } finally {
      ledger.settle(worst, usage)
    }
  }

  /** A voice that was opened since knows nothing of the prompt that it has to mend a reply to. */
  #text(prompt: string): string {
    if (this.#faults === undefined) return prompt
    return this.#told ? this.#faults : `${prompt}\n\n${this.#faults}`
  }

  async #say(text: string, signal: AbortSignal): Promise<{ reply: Reply; backend: string }> {
    const { deps, conversations } = this.#session
    const { seat, options } = this.#asked
    const backend = await deps.backendFor(seat)
    const conversation = conversations.of(party(this.#asked))
    const tools = (await deps.toolsFor(options.tools ?? nothing)).map((tool) => this.#guarded(tool))
    conversation.voice ??= await backend.open(seat, this.#room())
    this.#says++
    this.#heard = ''
    this.#story = []
    const listeners = { onText: this.#onText, onTool: this.#onTool }
    const more = { signal, tools, maxOutput: outputLimit(options), ...listeners }
    return { reply: await conversation.voice.say(this.#prompt(text), more), backend: backend.name }
  }

  /** A long turn may outlive its lease; its tools must not work beside the new holder's. */
  #guarded(tool: Tool): Tool {
    const { name, description, input, writes } = tool
    const run = async (given: unknown, signal: AbortSignal) => {
      this.#session.mayAct()
      return tool.run(given, signal)
    }
    return { name, description, input, writes, run }
  }

  async #judge(reply: Reply, backend: string, sent: string): Promise<Call | undefined> {
    const { options } = this.#asked
    const answered = (value: unknown, given = reply): Call => ({
      kind: 'answered',
      reply: given,
      value,
      backend,
      sent,
      ...this.#tried,
    })
    if (!options.schema) {
      // A voice may answer in words or in a structure of its own accord; the procedure judges which it can use.
      if (reply.value !== undefined) return answered(reply.value)
      return reply.text.trim() === '' ? this.#failed('empty', 'the reply was empty') : answered(reply.text)
    }
    const fitting = fitted(options.schema, reply, options.fromText)
    if (fitting.ok) return answered(fitting.value, fitting.words ? reply : withoutWords(reply))
    if (this.#faults !== undefined) return this.#failed('invalid', `the reply did not fit: ${fitting.faults}`)
    this.#faults = repairText(fitting.faults)
    return undefined
  }

  async #recover(error: unknown, clock: StopClock): Promise<Call | undefined> {
    if (this.#session.deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    const partial = (error instanceof BackendFailed ? error.partial : undefined) ?? this.#heard
    if (this.#interrupt?.aborted) return this.#failed('interrupted', 'the turn was interrupted', partial)
    if (clock.timedOut) return this.#failed('timeout', `no reply within ${clock.seconds} seconds`, partial)
    await this.#forget()
    if (!(error instanceof BackendFailed)) return this.#unforeseen(error)
    if (error.kind === 'rate-limited' && this.#limited < rateLimitRetries) return this.#backOff(error)
    if (error.kind === 'expired' && !this.#fresh) return this.#startOver()
    return this.#failed(error.kind, error.message, partial)
  }

  /** A slip of ours or of the settings stops the run, unless somebody waits for this turn. */
  #unforeseen(error: unknown): Promise<Call> {
    const { live, lenient } = this.#asked.options
    if (!live && !lenient) throw error
    return this.#failed('failed', messageOf(error), this.#heard)
  }

  async #backOff(error: BackendFailed): Promise<Call | undefined> {
    const { deps } = this.#session
    const { key, seat } = this.#asked
    const waitMs = error.retryAfterMs ?? 1000 * 2 ** this.#limited
    this.#limited++
    this.#session.show({ type: 'retrying', key, seat: seat.id, reason: error.message, waitMs })
    await deps.wait(waitMs, AbortSignal.any([deps.signal, ...(this.#interrupt ? [this.#interrupt] : [])]))
    if (deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    return this.#interrupt?.aborted ? this.#failed('interrupted', 'the turn was interrupted') : undefined
  }

  #startOver(): undefined {
    this.#fresh = true
    this.#session.conversations.startedOver(party(this.#asked), this.#session.nextLine)
  }

  /** A voice that has heard what is not on record is not gone on with: a restart would not know it either. */
  async #failed(cause: NotSaid['cause'], reason: string, partial = ''): Promise<Call> {
    await this.#forget()
    return { kind: 'failed', cause, reason, partial, ...this.#tried }
  }

  #noRoom(): Promise<Call> {
    const { ceiling } = this.#session.ledger
    const again = this.#faults === undefined ? 'this call' : 'asking again for a reply that fits'
    return this.#failed('ceiling', `the token ceiling of ${ceiling} leaves no room for ${again}`)
  }

  async #forget(): Promise<void> {
    this.#told = false
    await this.#session.conversations.forget(party(this.#asked))
  }

  get #tried(): Tried {
    return { usage: this.#usage, says: this.#says, fresh: this.#fresh, story: this.#story }
  }

  /** The most that a call with this text can cost. What was said in this turn already is sent along. */
  async #worstCase(text: string): Promise<number> {
    const { deps } = this.#session
    const { prompt, options } = this.#asked
    const schema = options.schema ? JSON.stringify(jsonSchema(options.schema)) : ''
    const said = this.#told
      ? this.#usage.input + this.#usage.output
      : await historyTokens(this.#session, party(this.#asked))
    const now = await deps.countTokens(`${prompt.system}\n${schema}\n${text}`)
    return said + now + outputLimit(options)
  }

  #clock(): StopClock {
    const { deps } = this.#session
    const others = this.#interrupt ? [deps.signal, this.#interrupt] : [deps.signal]
    return stopClock(this.#asked.options.timeoutMs ?? deps.timeoutMs, others)
  }

  /** Calls of this very turn count too: a voice opened again after a rate limit must not begin at the same place. */
  #room() {
    const { seat, options } = this.#asked
    const { conversations, deps } = this.#session
    const known = conversations.room(party(this.#asked), folderOf(options.tools, deps.cwd))
    const { session } = options
    const room = session === undefined || this.#fresh ? known : { ...known, session }
    const past =
      this.#says > 0 ? [...room.past, { seat: seat.id, call: options.id, says: this.#says }] : room.past
    return { ...room, past }
  }

  #prompt(text: string): Prompt {
    const { prompt, options } = this.#asked
    const base = { call: options.id, system: prompt.system, text }
    const schema = options.schema ? { schema: jsonSchema(options.schema) } : {}
    return { ...base, ...schema, ...(prompt.rehearse ? { rehearse: prompt.rehearse } : {}) }
  }

  #announce(): void {
    const { key, seat, options } = this.#asked
    const draft = options.draft ?? false
    this.#session.show({ type: 'speaking', key, seat: seat.id, call: options.id, draft })
  }

  readonly #onText = (text: string): void => {
    this.#heard += text
    const last = this.#story.at(-1)
    if (last?.kind === 'text') last.text += text
    else this.#story.push({ kind: 'text', text })
    const { key, seat, options } = this.#asked
    if (options.draft === true || options.schema) return
    this.#session.show({ type: 'text', key, seat: seat.id, text })
  }

  readonly #onTool = ({ kind, ...event }: ToolEvent): void => {
    this.#noteTool({ kind, ...event } as ToolEvent)
    const { key, seat } = this.#asked
    this.#session.show({ type: 'tool', key, seat: seat.id, ...event })
  }

  /** A tool that never came back is kept as one that gave nothing. */
  #noteTool(event: ToolEvent): void {
    if (event.kind === 'use') {
      const { id, name, input } = event
      this.#story.push({ kind: 'tool', use: { id, name, input, ok: false, output: '' } })
      return
    }
    const used = this.#story.find((piece) => piece.kind === 'tool' && piece.use.id === event.id)
    if (used?.kind === 'tool') used.use = { ...used.use, ok: event.ok, output: event.output }
  }
}

/** A structured reply is its value; words around it are kept beside it. */
function withoutWords(reply: Reply): Reply {
  if (reply.text.trim() === '') return reply
  return { ...reply, text: '', aside: [reply.aside, reply.text].filter(Boolean).join('\n\n') }
}

/** Each exchange is counted once, however long the conversation grows. */
async function historyTokens(session: Session, seat: Seat): Promise<number> {
  const conversation = session.conversations.of(seat)
  for (const { prompt, reply } of conversation.history.slice(conversation.counted.exchanges)) {
    const tokens = await session.deps.countTokens(`${prompt}\n${reply}\n`)
    conversation.counted.tokens += tokens
    conversation.counted.exchanges++
  }
  return conversation.counted.tokens
}

function outputLimit(options: TurnOptions): number {
  return options.maxOutput ?? defaultOutput
}

/** Where the voice stands. A grant names a folder as it is seen from the workspace; an old journal may name it whole. */
function folderOf(grant: Grant | undefined, cwd: string): string {
  const root = grant?.root
  if (root === undefined || root === '.') return cwd
  return /^(?:[/\\]|[A-Za-z]:)/.test(root) ? root : `${cwd}/${root}`
}
