// Listening: one streamed answer, gathered part by part.

import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import type { SayOptions, ToolUse } from '../../kernel/agents.js'
import { messageOf } from '../../kernel/errors.js'
import { interrupted } from '../abort.js'

export type Part = TextStreamPart<ToolSet>

/** What has come so far; also when the rest never comes. */
export class Heard {
  /** One text for each step: a model that uses tools speaks before and after. */
  readonly #steps: string[] = []
  readonly uses: ToolUse[] = []
  readonly usages: LanguageModelUsage[] = []
  model: string | undefined
  /** Why it stopped; `broken` when the stream ended without saying. */
  end = 'broken'
  readonly #options: SayOptions

  constructor(options: SayOptions) {
    this.#options = options
  }

  get text(): string {
    return this.#steps.filter(Boolean).join('\n\n')
  }

  /** What was said last: the reply itself, when a shape was asked for. */
  get last(): string {
    return this.#steps.findLast(Boolean) ?? ''
  }

  take(part: Part): void {
    switch (part.type) {
      case 'start-step':
        this.#steps.push('')
        break
      case 'text-delta':
        this.#hear(part.text)
        break
      case 'tool-error':
        this.#toolError(part)
        break
      case 'finish-step':
        this.usages.push(part.usage)
        this.model = part.response.modelId
        break
      case 'finish':
        // Without the provider's own word for it, nothing but the connection ended.
        this.end =
          part.finishReason === 'other' && part.rawFinishReason === undefined ? 'broken' : part.finishReason
        break
      case 'error':
        throw part.error
      case 'abort':
        throw interrupted(this.text)
      default:
    }
  }

  #hear(piece: string): void {
    if (piece === '') return
    const at = this.#steps.length - 1
    // The gap between two steps is streamed too, so that the pieces together are the text.
    if (this.#steps[at] === '' && this.text !== '') this.#options.onText('\n\n')
    this.#steps[at] = (this.#steps[at] ?? '') + piece
    this.#options.onText(piece)
  }

  /** A call that never reached one of our tools: an unknown name, or arguments that are not JSON. */
  #toolError(part: Part & { type: 'tool-error' }): void {
    const { toolCallId: id, toolName: name, input, error } = part
    if (this.uses.some((use) => use.id === id)) return
    const output = messageOf(error)
    this.#options.onTool({ kind: 'use', id, name, input })
    this.#options.onTool({ kind: 'result', id, name, ok: false, output })
    this.uses.push({ id, name, input, ok: false, output })
  }
}
