// A model's voice: one seat's conversation with one model, kept in memory and sent whole with every prompt.

import {
  type Exchange,
  hasWeb,
  type Prompt,
  type Reply,
  type Room,
  type SayOptions,
  type Voice,
} from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { structured } from '../../kernel/turn/json-in.js'
import { interrupted, orAbort, throwIfAborted } from '../abort.js'
import { spoken, type Tally, tally } from '../tokens.js'
import { failure, type Remains, whoOf } from './failure.js'
import { StreamedReply } from './listen.js'
import type { ModelOptions } from './options.js'
import type { Loaded } from './packages.js'
import type { ReasoningAllowance } from './reasoning.js'
import { inWords, takesSchema } from './shape.js'
import { type Request, send } from './speaker.js'
import { cost, costOfRemains } from './usage.js'

export function voice(
  loaded: Loaded,
  options: ModelOptions,
  room: Room,
  reasoning: ReasoningAllowance,
): Voice {
  return new ModelVoice(loaded, options, room, reasoning)
}

class ModelVoice implements Voice {
  readonly #loaded: Loaded
  readonly #options: ModelOptions
  readonly #reasoning: ReasoningAllowance
  readonly #history: Exchange[]
  readonly #costs: Tally
  /** Set once the server has refused a request with a schema. */
  #wordsOnly = false

  constructor(loaded: Loaded, options: ModelOptions, room: Room, reasoning: ReasoningAllowance) {
    this.#loaded = loaded
    this.#options = options
    this.#reasoning = reasoning
    this.#history = [...room.history]
    this.#costs = tally(room.history)
  }

  get thinking(): number {
    return this.#reasoning.tokens
  }

  async say(prompt: Prompt, say: SayOptions): Promise<Reply> {
    throwIfAborted(say.signal)
    const { heard, sent } = await this.#ask(prompt, say)
    const said = { ...words(heard, prompt), tools: heard.uses }
    const usage = cost(heard.usages, said, prompt, this.#costs)
    // After an empty reply the same prompt is sent again, and the conversation must not contain it twice.
    if (spoken(said).trim() !== '') this.#history.push({ prompt: sent, reply: spoken(said) })
    const model = heard.model ? { model: heard.model } : {}
    return { ...said, ...heard.besides, ...heard.cutOff, ...model, usage }
  }

  async close(): Promise<void> {}

  async #ask(prompt: Prompt, say: SayOptions): Promise<Answer> {
    try {
      return await this.#once(prompt, say)
    } catch (error) {
      if (!prompt.schema || this.#wordsOnly || !refusesSchema(error)) throw error
      this.#wordsOnly = true
      return this.#once(prompt, say)
    }
  }

  async #once(prompt: Prompt, say: SayOptions): Promise<Answer> {
    const native = !this.#wordsOnly && takesSchema(this.#options, say.tools.length > 0)
    // An OpenAI-compatible server may silently ignore the schema field, so the prompt states it too.
    const told = prompt.schema && (!native || this.#options.provider === 'compatible')
    const sent = told ? `${prompt.text}\n\n${inWords(prompt.schema)}` : prompt.text
    const request: Request = {
      provider: this.#options.provider,
      system: prompt.system,
      history: this.#history,
      text: sent,
      schema: native ? prompt.schema : undefined,
      reasoning: this.#reasoning,
      searches: this.#options.search === true && hasWeb(say.grant),
    }
    const heard = new StreamedReply(say)
    try {
      await orAbort(send(this.#loaded, request, heard, say), say.signal, () => heard.heard)
    } catch (error) {
      const remains = await this.#remains(heard, prompt)
      throw say.signal.aborted ? interrupted(remains) : failure(error, this.#options, remains)
    }
    heard.finish()
    heard.keepSources()
    await this.#mustBeWhole(heard, prompt)
    return { heard, sent }
  }

  async #mustBeWhole(heard: StreamedReply, prompt: Prompt): Promise<void> {
    const fault = faultOf(heard)
    if (!fault) return
    const remains = await this.#remains(heard, prompt)
    throw new BackendFailed(fault.kind, `${whoOf(this.#options)} ${fault.what}`, remains)
  }

  async #remains(heard: StreamedReply, prompt: Prompt): Promise<Remains> {
    const partial = heard.heard
    const usage = costOfRemains(heard, prompt, this.#costs)
    return { ...(partial === '' ? {} : { partial }), ...(usage ? { usage } : {}) }
  }
}

interface Answer {
  readonly heard: StreamedReply
  /** The prompt as it was sent. */
  readonly sent: string
}

/** What cannot be read as JSON is returned as text, and the kernel asks for a repair. */
function words(heard: StreamedReply, { schema }: Prompt): Pick<Reply, 'text' | 'value'> {
  return schema ? structured(heard.text, schema) : { text: heard.text }
}

/** Why a complete response is not a usable reply. */
function faultOf(
  heard: StreamedReply,
): { readonly kind: 'broken' | 'refused' | 'failed'; readonly what: string } | undefined {
  // Words before a tool are no reply where the model refused after it.
  const silent = heard.endsSilent
  if (silent && heard.refusal !== '')
    return { kind: 'refused', what: `refused to answer: ${heard.refusal.slice(0, 200)}` }
  if (heard.mustStop) return { kind: 'failed', what: 'was stopped: the token ceiling leaves no room' }
  if (heard.end === 'broken') return { kind: 'broken', what: 'broke off before its reply was complete' }
  if (heard.end === 'content-filter' && silent)
    return { kind: 'refused', what: 'withheld its reply (content filter)' }
  return undefined
}

const refusesSchema = (error: unknown): boolean =>
  error instanceof BackendFailed &&
  error.kind === 'failed' &&
  / answered 4(00|22): /.test(error.message) &&
  /response.?format|json.?schema|structured.?output|response.?schema/i.test(error.message)
