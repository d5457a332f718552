// Listening: one streamed answer, gathered part by part.

import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import { messageOf } from '../../kernel/errors.js'
import { interrupted } from '../abort.js'
import { Spoken } from '../spoken.js'

export type Part = TextStreamPart<ToolSet>

export class StreamedReply extends Spoken {
  readonly usages: LanguageModelUsage[] = []
  model: string | undefined
  /** Why it stopped; `broken` when the stream ended without saying. */
  end = 'broken'

  take(part: Part): void {
    switch (part.type) {
      case 'start-step':
        this.beginParagraph()
        break
      case 'text-delta':
        this.hear(part.text)
        break
      case 'reasoning-delta':
        this.think(part.text)
        break
      case 'tool-error':
        // An unknown name, or arguments that are not JSON.
        this.refuse({ id: part.toolCallId, name: part.toolName, input: part.input }, messageOf(part.error))
        break
      case 'finish-step':
        this.usages.push(part.usage)
        this.model = part.response.modelId
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
}
