// What a voice has said and used so far in one reply, streamed as it comes. Kept also when the rest never comes.

import type { SayOptions, ToolUse } from '../kernel/agents.js'

export class Spoken {
  readonly uses: ToolUse[] = []
  protected readonly options: SayOptions
  /** A model speaks before and after it uses a tool; each time is a paragraph. */
  readonly #paragraphs: string[] = []

  constructor(options: SayOptions) {
    this.options = options
  }

  get text(): string {
    return this.#paragraphs.filter(Boolean).join('\n\n')
  }

  /** What was said last: the reply itself, when a shape was asked for. */
  get last(): string {
    return this.#paragraphs.findLast(Boolean) ?? ''
  }

  protected beginParagraph(): void {
    this.#paragraphs.push('')
  }

  protected hear(piece: string): void {
    if (piece === '') return
    const at = Math.max(0, this.#paragraphs.length - 1)
    const before = this.#paragraphs[at] ?? ''
    // The gap between two paragraphs is streamed too, so that the pieces together are the text.
    if (before === '' && this.text !== '') this.options.onText('\n\n')
    this.#paragraphs[at] = before + piece
    this.options.onText(piece)
  }

  /** A call that never reached one of our tools is on record as one that was refused. */
  protected refuse({ id, name, input }: Pick<ToolUse, 'id' | 'name' | 'input'>, output: string): void {
    if (this.uses.some((use) => use.id === id)) return
    this.options.onTool({ kind: 'use', id, name, input })
    this.options.onTool({ kind: 'result', id, name, ok: false, output })
    this.uses.push({ id, name, input, ok: false, output })
  }
}
