// Listening: collects one streamed reply.

import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import type { Reply } from '../../kernel/agents.js'
import { messageOf } from '../../kernel/errors.js'
import { tokensIn } from '../../rules/tokens.js'
import { fieldsOf } from '../../rules/values.js'
import { visibleText } from '../../text/clean.js'
import { interrupted } from '../abort.js'
import { notGranted } from '../run-tool.js'
import { Spoken } from '../spoken.js'
import type { ReasoningAllowance } from './reasoning.js'

export type Part = TextStreamPart<ToolSet>

export class StreamedReply extends Spoken {
  readonly usages: LanguageModelUsage[] = []
  model: string | undefined
  /** Why it stopped; `broken` when the stream ended without saying. */
  end = 'broken'
  /** The provider's message in place of a reply when the model refused. */
  refusal = ''
  /** Whether an unfinished step has sent anything. */
  isOpen = false
  /** The token ceiling has no room for another step, although the model wants one. */
  mustStop = false
  #thought = 0
  readonly #sources = new Set<string>()
  /** Why calls cannot reach a tool, by their ids. The result that follows has only a text for programs. */
  readonly #faults = new Map<string, string | undefined>()

  /** Some providers name the pages they found beside the text, and no call. */
  keepSources(): void {
    if (this.#sources.size === 0 || this.uses.some(({ name }) => name === searchName)) return
    this.#searched('search', {}, [...this.#sources])
  }

  get cutOff(): Pick<Reply, 'cutOff'> {
    if (this.end === 'length') return { cutOff: 'length' }
    return this.end === 'content-filter' ? { cutOff: 'filter' } : {}
  }

  take(part: Part, room?: ReasoningAllowance): void {
    switch (part.type) {
      case 'start-step':
        this.beginParagraph()
        this.#thought = 0
        break
      case 'text-delta':
        this.isOpen = true
        this.hear(part.text)
        break
      case 'reasoning-delta':
        this.isOpen = true
        this.#thought += tokensIn(part.text)
        this.think(part.text)
        break
      case 'tool-call':
        this.isOpen = true
        if (part.invalid) this.#faults.set(part.toolCallId, toolFault(part.error))
        break
      case 'tool-result':
        if (part.providerExecuted) this.#searched(part.toolCallId, part.input, addressesIn(part.output))
        break
      case 'source':
        if (part.sourceType === 'url') this.#sources.add(part.url)
        break
      case 'tool-error':
        // An unknown name, or arguments that are not JSON; or a search of the provider's that failed there.
        this.refuse(
          {
            id: part.toolCallId,
            name: part.providerExecuted ? searchName : part.toolName,
            input: part.input,
          },
          this.#faults.get(part.toolCallId) ?? messageOf(part.error),
        )
        break
      case 'raw':
        this.refusal += refusalIn(part.rawValue)
        break
      case 'finish-step':
        this.#endStep(part, room)
        break
      case 'finish':
        // Without a reason from the provider only the connection ended, so the reply is incomplete.
        this.end =
          part.finishReason === 'other' && part.rawFinishReason === undefined ? 'broken' : part.finishReason
        break
      case 'error':
        throw part.error
      case 'abort':
        throw interrupted(this.heard)
      default:
    }
  }

  #searched(id: string, input: unknown, found: readonly string[]): void {
    const addresses = [...new Set(found)].filter((url) => /^https?:\/\//i.test(url)).slice(0, mostAddresses)
    const output = addresses.map((url) => visibleText(url).replace(/\s+/g, ' ')).join('\n')
    this.options.onTool({ kind: 'use', id, name: searchName, input })
    this.options.onTool({ kind: 'result', id, name: searchName, ok: true, output })
    this.uses.push({ id, name: searchName, input, ok: true, output })
  }

  #endStep(
    { usage, response, finishReason }: Extract<Part, { type: 'finish-step' }>,
    room?: ReasoningAllowance,
  ) {
    this.isOpen = false
    this.usages.push(usage)
    this.model = response.modelId
    const thought = usage.outputTokenDetails.reasoningTokens ?? this.#thought
    room?.learn(thought || tokensIn(this.thoughtAloud), finishReason === 'length')
  }
}

/** A search that ran at the provider: it tells addresses, and no bytes that a quotation could be checked by. */
const searchName = 'provider:web_search'
const mostAddresses = 20

/** Every address in what a provider says that it found, whatever shape it has. */
function addressesIn(found: unknown): readonly string[] {
  if (Array.isArray(found)) return found.flatMap(addressesIn)
  if (typeof found !== 'object' || found === null) return []
  return Object.entries(found).flatMap(([name, value]) =>
    name === 'url' && typeof value === 'string' ? [value] : addressesIn(value),
  )
}

/** OpenAI's models refuse in a field of its own, and Google names a reason instead of sending a candidate. */
function refusalIn(raw: unknown): string {
  const chunk = fieldsOf(raw)
  const choice = fieldsOf(Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined)
  const told = [
    fieldsOf(choice['delta'])['refusal'],
    chunk['type'] === 'response.refusal.delta' ? chunk['delta'] : undefined,
    fieldsOf(chunk['promptFeedback'])['blockReason'],
  ]
  return told.find((text) => typeof text === 'string') ?? ''
}

/**
 * Why a call never reached its tool, in words: the client's own message repeats the arguments as they were sent, for programs. Undefined for
 * any other error, which speaks for itself.
 */
function toolFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { toolName, availableTools } = fieldsOf(error)
  if (error.name === 'AI_NoSuchToolError')
    return notGranted(String(toolName), Array.isArray(availableTools) ? availableTools.map(String) : [])
  if (error.name === 'AI_InvalidToolInputError')
    return `Its arguments are not JSON: ${innermost(error).message}.`
  return undefined
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}
