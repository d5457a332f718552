// Listening: one reply, gathered from the program's messages. The program reports most things twice, so each is taken from one
// source: text from the stream, tools from our own tool server, and from finished messages only what neither of them has.

import type {
  SDKAssistantMessage,
  SDKMessage,
  SDKPartialAssistantMessage,
  SDKResultMessage,
  SDKUserMessage,
} from '@anthropic-ai/claude-agent-sdk'
import type { Reply, Spending, Usage } from '../../kernel/agents.js'
import { isSound, noUsage, together } from '../../kernel/cost/ledger.js'
import { Spoken } from '../spoken.js'
import type { SessionPoint } from './session.js'
import { ownName } from './tools.js'

type StreamEvent = SDKPartialAssistantMessage['event']

/** The tool by which the program takes a structured reply. */
const givesValue = 'StructuredOutput'

export class ClaudeReply extends Spoken {
  /** Tools that were asked for, ours or not, by id. */
  readonly #asked = new Map<string, { readonly name: string; readonly input: unknown }>()
  readonly #counts: Count[] = []
  #message: string | undefined
  #given: unknown
  model: string | undefined
  /** Whether the program has taken up the prompt. */
  began = false
  /** Whether the reply has reached its token limit. From then on text is ignored and no tool runs. */
  spent = false
  /** The token ceiling has no room for another step, although the model wants one. */
  mustStop = false
  /** Why the model stopped, in its own word. */
  #stop: string | null = null
  error: SDKAssistantMessage['error']
  end: SDKResultMessage | undefined

  /** A structured reply, also one that the program found invalid: the kernel asks for a repair. */
  get value(): unknown {
    return (this.end?.subtype === 'success' ? this.end.structured_output : undefined) ?? this.#given
  }

  get place(): SessionPoint | undefined {
    const session = this.end?.session_id
    return session && this.#message ? { session, message: this.#message } : undefined
  }

  /** Nothing where a count cannot be: the whole is estimated then. */
  get usage(): Spending {
    const sound = this.#counts.every((count) => Object.values(count).every(isSound))
    return sound ? together(this.#counts.map(usageOf)) : noUsage
  }

  get cutOff(): Pick<Reply, 'cutOff'> {
    if (this.#stop === 'max_tokens') return { cutOff: 'length' }
    return this.#stop === 'refusal' ? { cutOff: 'filter' } : {}
  }

  get isRefused(): boolean {
    return this.#stop === 'refusal' && this.endsSilent
  }

  /** Whether the model was stopped in the middle of its words; the program calls that an error. */
  get isWithheld(): boolean {
    return this.#stop === 'refusal' && !this.endsSilent
  }

  /** The partial text of a failed reply, and what it cost. */
  get remains(): { readonly partial?: string; readonly usage?: Spending } {
    const { heard: partial, usage } = this
    const isPaid = usage.input + usage.output > 0
    return { ...(partial === '' ? {} : { partial }), ...(isPaid ? { usage } : {}) }
  }

  take(message: SDKMessage): void {
    if (message.type === 'result') this.end = message
    if (this.options.signal.aborted) return
    if (this.spent) this.#count(message)
    else this.#hear(message)
  }

  #hear(message: SDKMessage): void {
    if (message.type === 'system' && message.subtype === 'init') this.began = true
    if (message.type === 'assistant') this.#assistant(message)
    if (message.type === 'user') this.#user(message)
    if (message.type === 'stream_event') this.#stream(message.event)
  }

  /** The program may have asked the model to go on before it was stopped: that is paid for, although nobody hears it. */
  #count(message: SDKMessage): void {
    if (message.type !== 'stream_event' || message.event.type !== 'message_start') return
    this.#counts.push({ ...none, ...numbers(message.event.message.usage) })
  }

  #stream(event: StreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.beginParagraph()
        this.#counts.push({ ...none, ...numbers(event.message.usage) })
        this.model = event.message.model
        break
      case 'content_block_start':
        if (event.content_block.type === 'tool_use') this.beginParagraph()
        break
      case 'content_block_delta':
        if (event.delta.type === 'text_delta') this.hear(event.delta.text)
        if (event.delta.type === 'thinking_delta') this.think(event.delta.thinking)
        break
      case 'message_delta':
        Object.assign(this.#counts.at(-1) ?? {}, numbers(event.usage))
        this.#stop = event.delta.stop_reason
        this.mustStop = this.#stop === 'tool_use' && !this.#mayStep()
        // Without this the program would ask the model to continue after the limit.
        this.spent = this.#stop === 'max_tokens' || this.mustStop
        break
      default:
    }
  }

  /** The next request reads all that this one read and wrote, and the results of its tools. */
  #mayStep(): boolean {
    const last = this.#counts.at(-1) ?? none
    const reads = Object.values(last).reduce((sum, tokens) => sum + tokens, 0)
    return this.options.mayStep(this.usage, reads)
  }

  #assistant({ message, uuid, error }: SDKAssistantMessage): void {
    this.#message = uuid
    this.error = error ?? this.error
    for (const block of message.content) {
      if (block.type !== 'tool_use') continue
      if (block.name === givesValue) this.#given = block.input
      else this.#asked.set(block.id, { name: ownName(block.name), input: block.input })
    }
  }

  #user({ message, uuid }: Pick<SDKUserMessage, 'message' | 'uuid'>): void {
    this.#message = uuid ?? this.#message
    if (typeof message.content === 'string') return
    for (const block of message.content) {
      if (block.type === 'tool_result') this.#refused(block.tool_use_id, textOf(block.content))
    }
  }

  /** A tool call that never reached us: the program told the model that there is no such tool. */
  #refused(id: string, told: string): void {
    const asked = this.#asked.get(id)
    if (asked) this.refuse({ id, ...asked }, told.replace(/<\/?tool_use_error>/g, ''))
  }
}

const none = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
type Count = typeof none

function usageOf(count: Count): Usage {
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = count
  return {
    input: count.input_tokens + written + cached,
    output: count.output_tokens,
    ...(cached > 0 ? { cached } : {}),
    ...(written > 0 ? { written } : {}),
    estimated: false,
  }
}

/** The counts in one event. A later event of the same message repeats some of them with better numbers. */
function numbers(usage: Partial<Record<keyof Count, number | null>>): Partial<Count> {
  const told = Object.keys(none).map((key) => [key, usage[key as keyof Count]])
  return Object.fromEntries(told.filter(([, value]) => typeof value === 'number'))
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: unknown }) => String(part.text ?? '')).join('')
}
