// Listening: collects one streamed reply.

import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import type { Reply } from '../../kernel/agents.js'
import { messageOf } from '../../kernel/errors.js'
import { fieldsOf } from '../../rules/values.js'
import { interrupted } from '../abort.js'
import { Spoken } from '../spoken.js'
import { roughTokens } from '../tokens.js'
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
        this.#thought += roughTokens(part.text)
        this.think(part.text)
        break
      case 'tool-call':
        this.isOpen = true
        break
      case 'tool-error':
        // An unknown name, or arguments that are not JSON.
        this.refuse({ id: part.toolCallId, name: part.toolName, input: part.input }, messageOf(part.error))
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

  #endStep(
    { usage, response, finishReason }: Extract<Part, { type: 'finish-step' }>,
    room?: ReasoningAllowance,
  ) {
    this.isOpen = false
    this.usages.push(usage)
    this.model = response.modelId
    const thought = usage.outputTokenDetails.reasoningTokens ?? this.#thought
    room?.learn(thought || roughTokens(this.thoughtAloud), finishReason === 'length')
  }
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
