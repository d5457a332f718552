// Thoughts: a model's reasoning between tags such as `<think>`. It is removed while it streams, so that it is never shown as part of the
// reply. A tag counts only at the beginning of a line outside code, because replies may talk about such tags.

const opening = /^[ \t]*<(think|thinking|thought|reasoning)>/i
/** The beginning of a line that may still become an opening tag. */
const perhaps = /^[ \t]*(?:<[a-z]{0,9})?$/i
const fence = /^ {0,3}(`{3,}|~{3,})/
const longestTag = '</reasoning>'.length

/** One paragraph of a reply, as it streams in. */
export class Thoughts {
  /** What was thought so far. */
  thought = ''
  #isThinking: string | undefined
  #said = false
  /** Text that arrived and is not classified yet. */
  #held = ''
  /** The beginning of the current line. */
  #line = ''
  #fence: string | undefined

  /** The part of the text so far, with this piece, that can be streamed now. */
  take(piece: string): string {
    this.#held += piece
    let said = ''
    for (;;) {
      const next = this.#isThinking === undefined ? this.#speech() : this.#thinking(this.#isThinking)
      if (next === undefined) return said
      said += next
    }
  }

  /** What was held back, at the end of the text. Reasoning without a closing tag is still reasoning. */
  end(): string {
    const rest = this.#held
    this.#held = ''
    if (this.#isThinking === undefined) return this.#spoken(rest)
    this.thought += rest
    return ''
  }

  /** One line or its beginning; undefined when more text is needed. */
  #speech(): string | undefined {
    const text = this.#held
    if (text === '') return undefined
    if (this.#line === '' && this.#fence === undefined) {
      const tag = opening.exec(text)
      if (tag) return this.#think(tag[1] ?? '', tag[0].length)
      if (perhaps.test(text)) return undefined
    }
    const end = text.indexOf('\n') + 1 || text.length
    this.#held = text.slice(end)
    return this.#spoken(text.slice(0, end))
  }

  #think(name: string, length: number): string {
    this.#isThinking = name.toLowerCase()
    this.#held = this.#held.slice(length)
    if (this.thought !== '') this.thought += '\n\n'
    return ''
  }

  #thinking(name: string): string | undefined {
    const text = this.#held
    const at = text.toLowerCase().indexOf(`</${name}>`)
    if (at < 0) {
      // The end of a piece may be the beginning of the closing tag.
      const kept = Math.max(0, text.length - longestTag)
      this.thought += text.slice(0, kept)
      this.#held = text.slice(kept)
      return undefined
    }
    this.thought += text.slice(0, at)
    this.#held = text.slice(at + name.length + 3)
    this.#isThinking = undefined
    this.#line = ''
    return ''
  }

  /** White space between reasoning and the first word is not part of the reply. */
  #spoken(text: string): string {
    this.#follow(text)
    const said = this.#said || this.thought === '' ? text : text.trimStart()
    this.#said ||= said !== ''
    return said
  }

  /** Keeps track of lines and fences. */
  #follow(text: string): void {
    this.#line += text
    if (!text.endsWith('\n')) return
    const mark = fence.exec(this.#line)?.[1]
    if (this.#fence === undefined) this.#fence = mark
    else if (mark?.startsWith(this.#fence)) this.#fence = undefined
    this.#line = ''
  }
}

/**
 * Some servers remove the opening tag and leave the closing one on its own line: everything before it was reasoning. That is known
 * only when the tag arrives, so the text before it was streamed as part of the reply.
 */
export function withoutLostOpening(text: string): { readonly thought: string; readonly said: string } {
  const close = /^[ \t]*<\/(?:think|thinking|thought|reasoning)>[ \t]*$/im.exec(text)
  if (!close) return { thought: '', said: text }
  return {
    thought: text.slice(0, close.index).trim(),
    said: text.slice(close.index + close[0].length).trimStart(),
  }
}
