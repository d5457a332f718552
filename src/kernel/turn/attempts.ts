// Attempts: the calls that one turn takes: retries while its server limits or breaks off, a new conversation after an expired
// one, one repair. Every call is checked against the token ceiling before it is made; its cost is counted even when it fails.

import type { ZodType } from 'zod'
import { tokensIn } from '../../rules/tokens.js'
import {
  nothing,
  type Prompt,
  type Reply,
  type SayOptions,
  type Seat,
  type Tool,
  type Voice,
} from '../agents.js'
import { Bill, noPayment } from '../cost/bill.js'
import { type Amount, type Limit, nothing as nothingSpent, OverCeiling, Reservation } from '../cost/ledger.js'
import { BackendFailed, messageOf, OutsideBoundary } from '../errors.js'
import { type Masking, toolResult } from '../line/masks.js'
import type { NotSaid } from '../protocol.js'
import type { Asked } from '../run/asked.js'
import { Listener } from '../run/listener.js'
import type { Session } from '../run/session.js'
import { Stopped } from '../run/signals.js'
import { type StopClock, stopClock } from '../run/stop-clock.js'
import type { Call, Tried } from './call.js'
import { folderOf, historyTokens, outputLimit } from './call-needs.js'
import { afterUse } from './conversation.js'
import { goOnText, joined, joinedReplies } from './cut-off.js'
import { cameAs, valueAlone, whyEmpty } from './judged.js'
import { isRetried, mostTries, Retries, triesOf } from './retries.js'
import { fitted, jsonSchema, repairText } from './shape.js'

/** Calls the voice until it answers or has failed for good, within the policy for each kind of failure. */
export async function converse(session: Session, asked: Asked, masking: Masking): Promise<Call> {
  const attempts = new Attempts(session, asked, masking)
  for (;;) {
    const call = await attempts.once()
    if (call) return call
  }
}

/** What the seat is sent: all of it when its conversation begins here, else only what is new. */
export function textFor(session: Session, asked: Asked): string {
  const { prompt } = asked
  const { history, session: own } = session.conversations.of(party(asked))
  const last = history.at(-1)
  if (!last) return prompt.full
  const news = prompt.since ?? prompt.full
  // A backend with sessions of its own remembers what its tools gave.
  return own === undefined ? afterUse(last, news) : news
}

/** Whose conversation a call belongs to: the seat's own, or one that is only this call's. */
export function party({ seat, options, key }: Asked): Seat {
  return options.apart ? { ...seat, id: `${seat.id} ${key}` } : seat
}

class Attempts {
  readonly #session: Session
  readonly #asked: Asked
  readonly #masking: Masking
  readonly #interrupt: AbortSignal | undefined
  readonly #listener: Listener
  readonly #started: number
  readonly #retries: Retries
  readonly #bill: Bill
  #backend: string | undefined
  #says = 0
  #fresh = false
  #outgrown = false
  /** Files that changed during a call that failed. */
  #changed: readonly string[] = []
  /** Tools that reach the web were offered. */
  #web = false
  #faults: string | undefined
  /** A reply that reached its limit and is to be continued. */
  #cut: { readonly reply: Reply; readonly answer: Answer } | undefined
  #wentOn = false
  /** Whether the voice that is open now has already received this turn's prompt. */
  #told = false
  /** The ceiling that refused another request of the current call. */
  #noStep: Limit | null = null
  /** The ceiling that would have had room for it. */
  #needs = 0

  constructor(session: Session, asked: Asked, masking: Masking) {
    this.#session = session
    this.#asked = asked
    this.#masking = masking
    this.#interrupt = session.deps.turnSignal?.(asked.seat)
    this.#listener = new Listener(session, asked)
    this.#started = session.deps.now().getTime()
    this.#retries = new Retries(this.#limitMs, () => this.#elapsed, triesOf(asked.options.after))
    this.#bill = new Bill(session.deps, asked.seat)
  }

  /** One call; undefined when another is to follow. */
  async once(): Promise<Call | undefined> {
    this.#session.mayAct()
    const prompt = textFor(this.#session, this.#asked)
    const reserved = new Reservation(this.#session.ledger, this.#bill.free(this.#asked.options.keepFree))
    let paid = noPayment
    const clock = this.#clock(await this.#backendsLimit())
    try {
      const { reply, backend } = await clock.run((signal) => this.#say(this.#text(prompt), signal, reserved))
      paid = this.#bill.pay(reply.usage)
      this.#told = true
      return await this.#judge(reply, { backend, sent: prompt })
    } catch (error) {
      if (error instanceof BackendFailed && error.usage) paid = this.#bill.pay(error.usage)
      return await this.#recover(error, clock)
    } finally {
      reserved.settle(paid.usage, paid.cost)
    }
  }

  /** A voice opened in the meantime has not seen the prompt, so a request to repair or continue the reply must include it. */
  #text(prompt: string): string {
    const more = this.#cut ? goOnText(this.#cut.reply.text, this.#told) : this.#faults
    if (more === undefined) return prompt
    return this.#told ? more : `${prompt}\n\n${more}`
  }

  async #say(
    text: string,
    signal: AbortSignal,
    reserved: Reservation,
  ): Promise<{ reply: Reply; backend: string }> {
    const { deps, conversations } = this.#session
    const { seat, options } = this.#asked
    const backend = await deps.backendFor(seat)
    this.#backend = backend.name
    const conversation = conversations.of(party(this.#asked))
    // A reply that is only continued has used its tools already.
    const granted = this.#cut ? [] : await deps.toolsFor(options.tools ?? nothing)
    const tools = granted.map((tool) => this.#guarded(tool))
    this.#web ||= backend.choosesTools !== false && tools.some(({ web }) => web)
    conversation.voice ??= await backend.open(seat, this.#room())
    const { voice } = conversation
    this.#mustHold(reserved, await this.#worstCase(text, voice))
    if (this.#says === 0) this.#announce()
    this.#says++
    this.#listener.begin()
    const { onText, onTool, onNotice } = this.#listener
    const grant = this.#cut ? nothing : (options.tools ?? nothing)
    const mayStep = this.#steps(reserved, voice)
    const heard = { onText, onTool, onNotice }
    const more = { signal, tools, grant, maxOutput: outputLimit(options), mayStep, ...heard }
    const reply = await voice.say(this.#prompt(text), more).finally(() => this.#listener.settled())
    return { reply, backend: backend.name }
  }

  #mustHold(reserved: Reservation, worst: Amount): void {
    const over = reserved.raise(worst)
    this.#needs = reserved.needs
    if (over !== null) throw new OverCeiling(over)
  }

  #steps(reserved: Reservation, { thinking = 0 }: Voice): SayOptions['mayStep'] {
    return (spent, reads) => {
      // Asking the model again after its tools is a call too, although it is the same turn.
      if (!this.#session.isHeld()) return false
      const next = { input: reads, output: outputLimit(this.#asked.options) + thinking }
      this.#noStep = reserved.raise(this.#bill.most(next, spent))
      this.#needs = reserved.needs
      return this.#noStep === null
    }
  }

  /** A long turn may outlive its lease; its tools must not run at the same time as the new holder's. */
  #guarded(tool: Tool): Tool {
    const { name, description, input, writes, web } = tool
    const run = async (given: unknown, signal: AbortSignal) => {
      this.#session.mayAct()
      const { ok, output, masked = [], page } = await tool.run(given, signal)
      this.#masking.found(toolResult(name, this.#asked.seat), masked)
      return { ok, output, ...(page ? { page: await this.#session.keepPage(page) } : {}) }
    }
    return { name, description, input, writes, ...(web ? { web } : {}), run }
  }

  async #judge(given: Reply, answer: Answer): Promise<Call | undefined> {
    const { options } = this.#asked
    const reply = this.#cut ? joinedReplies(this.#cut.reply, given) : given
    this.#cut = undefined
    if (options.schema) return this.#judgeValue(reply, answer, options.schema, options.fromText)
    // A voice may answer in words or in a structure of its own accord; the procedure judges which it can use.
    if (reply.value !== undefined) return this.#answered(reply, answer, reply.value)
    if (this.#mayGoOn(reply)) return this.#goOn(reply, answer)
    return reply.text.trim() === ''
      ? this.#failed('empty', whyEmpty(reply))
      : this.#answered(reply, answer, reply.text)
  }

  async #judgeValue(
    reply: Reply,
    answer: Answer,
    schema: ZodType,
    fromText?: (text: string) => unknown,
  ): Promise<Call | undefined> {
    const fitting = fitted(schema, reply, fromText)
    if (fitting.ok) return this.#answered(fitting.words ? reply : valueAlone(reply), answer, fitting.value)
    if (this.#mayGoOn(reply)) return this.#goOn(reply, answer)
    const faults = reply.cutOff ? `it was cut off (${fitting.faults}); be shorter` : fitting.faults
    if (this.#faults !== undefined)
      return this.#failed('invalid', `the reply did not fit: ${fitting.faults}`, '', cameAs(reply))
    this.#faults = repairText(faults)
    return undefined
  }

  #answered(reply: Reply, { backend, sent }: Answer, value: unknown): Call {
    return { ...this.#tried, kind: 'answered', reply, value, backend, sent, web: this.#web }
  }

  #mayGoOn({ cutOff }: Reply): boolean {
    return cutOff === 'length' && !this.#wentOn
  }

  /** A reply that reached its limit before its first word is requested again: the voice has learned how much the model reasons. */
  #goOn(reply: Reply, answer: Answer): undefined {
    this.#wentOn = true
    if (reply.text.trim() !== '') this.#cut = { reply, answer }
  }

  async #recover(error: unknown, clock: StopClock): Promise<Call | undefined> {
    if (this.#session.deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    // A forbidden write stops the meeting, however the call ended and however lenient it was. A talk only tells its person.
    if (error instanceof OutsideBoundary && !this.#asked.options.live) throw error
    const over = error instanceof OverCeiling ? error.over : this.#noStep
    if (over !== null) return this.#overCeiling(over)
    const partial = (error instanceof BackendFailed ? error.partial : undefined) ?? this.#listener.heard
    if (error instanceof BackendFailed) this.#changed = error.changed ?? this.#changed
    if (this.#interrupt?.aborted) return this.#failed('interrupted', 'the turn was interrupted', partial)
    if (clock.timedOut) return this.#failed('timeout', `no reply within ${clock.seconds} seconds`, partial)
    await this.#forget()
    if (!(error instanceof BackendFailed)) return this.#unforeseen(error)
    if (isRetried(error)) return this.#backOff(error, partial)
    if (this.#mayStartOver(error)) return this.#startOver(error)
    return this.#failed(error.kind, error.message, partial)
  }

  /** An error of ours or in the settings stops the run, unless the person waits for this turn. */
  #unforeseen(error: unknown): Promise<Call> {
    const { live, lenient } = this.#asked.options
    if (!live && !lenient) throw error
    return this.#failed('failed', messageOf(error), this.#listener.heard)
  }

  async #backOff(error: BackendFailed, partial: string): Promise<Call | undefined> {
    const { deps } = this.#session
    const { key, seat } = this.#asked
    const verdict = this.#retries.after(error)
    if (!verdict.again) return this.#failed(error.kind, verdict.reason, partial)
    const { waitMs, attempt } = verdict
    const reason = await this.#listener.told(error.message, partial)
    this.#session.show({ type: 'retrying', key, seat: seat.id, reason, waitMs, attempt, of: mostTries })
    await deps.wait(waitMs, AbortSignal.any([deps.signal, ...(this.#interrupt ? [this.#interrupt] : [])]))
    if (deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    return this.#interrupt?.aborted
      ? this.#failed('interrupted', 'the turn was interrupted', partial)
      : undefined
  }

  /** A conversation that is too long for the model is begun anew: the whole prompt is shorter than all that was said until now. */
  #mayStartOver({ kind }: BackendFailed): boolean {
    if (this.#fresh) return false
    const { history } = this.#session.conversations.of(party(this.#asked))
    return kind === 'expired' || (kind === 'overlong' && history.length > 0)
  }

  #startOver({ kind }: BackendFailed): undefined {
    this.#fresh = true
    this.#outgrown = kind === 'overlong'
    const { key, seat } = this.#asked
    if (this.#outgrown)
      this.#session.show({
        type: 'retrying',
        key,
        seat: seat.id,
        reason: outgrown,
        waitMs: 0,
        attempt: 2,
        of: 2,
      })
    this.#session.conversations.startedOver(party(this.#asked), this.#session.nextLine)
  }

  /** A voice that received text which is not in the journal is not used again: after a restart that text would be missing. */
  async #failed(cause: NotSaid['cause'], reason: string, partial = '', came = partial): Promise<Call> {
    await this.#forget()
    const cut = this.#cut
    if (!cut) return { kind: 'failed', cause, reason, partial, came, ...this.#tried }
    // The text before the limit still counts as a reply, although it could not be continued.
    if (cause !== 'interrupted' && !this.#asked.options.schema)
      return this.#answered(cut.reply, cut.answer, cut.reply.text)
    const all = joined(cut.reply.text, partial)
    return { kind: 'failed', cause, reason, partial: all, came: all, ...this.#tried }
  }

  async #overCeiling(over: Limit): Promise<Call> {
    const again = this.#faults === undefined ? 'this call' : 'asking again for a reply that fits'
    const what = this.#noStep ? 'the next step of this call' : again
    const reason = `the ${this.#session.ledger.nameOf(over)} leaves no room for ${what}`
    const call = await this.#failed('ceiling', reason, this.#noStep ? this.#listener.heard : '')
    if (call.kind !== 'failed') return call
    return { ...call, needs: this.#needs, ...(over === 'cost' ? { over } : {}) }
  }

  async #forget(): Promise<void> {
    this.#told = false
    await this.#session.conversations.forget(party(this.#asked))
  }

  get #tried(): Tried {
    const backend = this.#backend === undefined ? {} : { backend: this.#backend }
    return {
      ...backend,
      ...this.#bill.total,
      says: this.#says,
      fresh: this.#fresh,
      outgrown: this.#outgrown,
      changed: this.#changed,
      story: this.#listener.story,
    }
  }

  /** The most that a call with this text can cost. What was said earlier in this turn is sent as well. */
  async #worstCase(text: string, { thinking = 0 }: Voice): Promise<Amount> {
    const { deps, ledger } = this.#session
    if (!ledger.isLimited) return nothingSpent
    if (ledger.costCeiling !== null) deps.money?.mustKnow(this.#asked.seat)
    const { prompt, options } = this.#asked
    const schema = options.schema ? JSON.stringify(jsonSchema(options.schema)) : ''
    const said = this.#told
      ? this.#bill.usage.input + this.#bill.usage.output
      : historyTokens(this.#session, party(this.#asked))
    const now = tokensIn(`${prompt.system}\n${schema}\n${text}`)
    return this.#bill.most({ input: said + now, output: outputLimit(options) + thinking })
  }

  /** A retry has the time that earlier calls and waits left over; every other call has the whole limit. */
  #clock(limitMs = this.#limitMs): StopClock {
    const { deps } = this.#session
    const others = this.#interrupt ? [deps.signal, this.#interrupt] : [deps.signal]
    return stopClock(limitMs, others, this.#retries.made > 0 ? this.#elapsed : 0)
  }

  /** A backend that cannot be had fails where it is called. */
  async #backendsLimit(): Promise<number | undefined> {
    const { deps } = this.#session
    const backend = await deps.backendFor(this.#asked.seat).catch(() => undefined)
    return backend?.timeoutMs
  }

  get #limitMs(): number {
    return this.#asked.options.timeoutMs ?? this.#session.deps.timeoutMs
  }

  get #elapsed(): number {
    return this.#session.deps.now().getTime() - this.#started
  }

  /** Calls of this turn count too: a script whose voice is opened again after a rate limit must not repeat its entry. */
  #room() {
    const { seat, options } = this.#asked
    const { conversations, deps } = this.#session
    const known = conversations.room(party(this.#asked), folderOf(options.tools, deps.cwd))
    const { session } = options
    const room = session === undefined || this.#fresh ? known : { ...known, session }
    const past =
      this.#says > 0 ? [...room.past, { seat: seat.id, call: options.id, says: this.#says }] : room.past
    return { ...room, past, meeting: this.#session.id }
  }

  #prompt(text: string): Prompt {
    const { prompt, options } = this.#asked
    const schema = options.schema ? { schema: jsonSchema(options.schema) } : {}
    return { call: options.id, system: prompt.system, text, ...schema }
  }

  #announce(): void {
    const { key, seat, options } = this.#asked
    const draft = options.draft ?? false
    this.#session.show({ type: 'speaking', key, seat: seat.id, call: options.id, draft })
  }
}

const outgrown =
  'the conversation has become too long for the model, and begins anew with what the seat must know'

interface Answer {
  readonly backend: string
  /** The prompt that the reply answers. */
  readonly sent: string
}
