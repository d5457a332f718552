// What a voice has said, thought and used so far in one reply, streamed as it arrives. It is kept even when the rest never arrives.

import type { Reply, SayOptions, ToolUse } from '../kernel/agents.js'
import { BackendFailed } from '../kernel/errors.js'
import { Thoughts, withoutLostOpening } from './thoughts.js'

/** More than any reply needs: a voice that says or thinks more is stopped before it fills the memory. */
export const mostHeard = 8_000_000

export class Spoken {
  readonly uses: ToolUse[] = []
  protected readonly options: SayOptions
  /** A model may write before and after it uses a tool; each text is a paragraph. */
  readonly #paragraphs: Paragraph[] = []
  #reasoning = ''
  #length = 0

  constructor(options: SayOptions) {
    this.options = options
  }

  /** The whole text in order: what is kept of an interrupted reply. */
  get heard(): string {
    return this.#paragraphs
      .map(({ text }) => text)
      .filter(Boolean)
      .join('\n\n')
  }

  /** The reply: what was said after the last tool result. Where nothing was said after it, the last words before. */
  get text(): string {
    return this.#replies.at(-1) ?? ''
  }

  /** Whether nothing was said since the last tool result, or at all. */
  get endsSilent(): boolean {
    return (this.#paragraphs.at(-1)?.text ?? '').trim() === ''
  }

  /** What belongs into the receipt and not into the reply: words before the last tool result, and thoughts. */
  get besides(): Pick<Reply, 'aside' | 'thinking'> {
    const aside = this.#replies.slice(0, -1).join('\n\n')
    const thoughts = this.#paragraphs.map(
      (one) => one.thoughts.thought + withoutLostOpening(one.text).thought,
    )
    const thinking = [this.#reasoning, ...thoughts].filter((text) => text.trim() !== '').join('\n\n')
    return { ...(aside === '' ? {} : { aside }), ...(thinking === '' ? {} : { thinking }) }
  }

  /** What was thought between tags in the paragraph that is being said. */
  protected get thoughtAloud(): string {
    return this.#paragraphs.at(-1)?.thoughts.thought ?? ''
  }

  /** Ends the reply, and streams what was held back. */
  finish(): void {
    const last = this.#paragraphs.at(-1)
    if (last) this.#say(last, last.thoughts.end())
  }

  protected beginParagraph(): void {
    this.finish()
    this.#paragraphs.push({ text: '', thoughts: new Thoughts() })
  }

  protected hear(piece: string): void {
    if (piece === '') return
    this.#measure(piece)
    if (this.#paragraphs.length === 0) this.beginParagraph()
    const last = this.#paragraphs.at(-1)
    if (last) this.#say(last, last.thoughts.take(piece))
  }

  /** Reasoning that the provider sends separately from the text. */
  protected think(piece: string): void {
    this.#measure(piece)
    this.#reasoning += piece
  }

  #measure(piece: string): void {
    this.#length += piece.length
    if (this.#length > mostHeard)
      throw new BackendFailed('failed', 'The reply is longer than any reply needs to be.')
  }

  /** A call that never reached one of our tools is recorded as refused. */
  protected refuse({ id, name, input }: Pick<ToolUse, 'id' | 'name' | 'input'>, output: string): void {
    if (this.uses.some((use) => use.id === id)) return
    this.options.onTool({ kind: 'use', id, name, input })
    this.options.onTool({ kind: 'result', id, name, ok: false, output })
    this.uses.push({ id, name, input, ok: false, output })
  }

  get #replies(): string[] {
    return this.#paragraphs
      .map(({ text }) => withoutLostOpening(text).said)
      .filter((text) => text.trim() !== '')
  }

  #say(paragraph: Paragraph, text: string): void {
    if (text === '') return
    // The gap between two paragraphs is streamed too, so that the pieces together are the text.
    if (paragraph.text === '' && this.heard !== '') this.options.onText('\n\n')
    paragraph.text += text
    this.options.onText(text)
  }
}

interface Paragraph {
  text: string
  readonly thoughts: Thoughts
}
