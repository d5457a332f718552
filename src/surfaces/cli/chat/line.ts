// The line at the bottom of a chat where the person types: several lines, history, paste. What is printed meanwhile stands above it.

import { emitKeypressEvents } from 'node:readline'
import type { ReadStream } from 'node:tty'
import { type Draft, draftOf, edited, emptyDraft, inserted, type Key, movedByLine } from './draft.js'
import { type Layout, laidOut, rowsAbove, window } from './layout.js'

/** What a key asks for that the line cannot do itself. */
export type Typed =
  | { readonly kind: 'sent'; readonly text: string }
  | { readonly kind: 'editor'; readonly text: string }
  | { readonly kind: 'left' }

export interface Terminal {
  readonly input: ReadStream
  write(text: string): void
  readonly columns: number
  readonly rows: number
  /** Calls back when the size changes, until the returned function is called. */
  onResize(act: () => void): () => void
}

export class ChatLine {
  readonly #terminal: Terminal
  readonly #prompt: { readonly plain: string; readonly painted: string }
  /** Earlier replies, the newest last. */
  readonly #history: string[]
  #draft: Draft = emptyDraft
  /** Which earlier reply is shown; none while the person's own draft is. */
  #back = 0
  #own: Draft = emptyDraft
  #pasting = false
  #drawn: Layout | undefined
  #open = false

  constructor(terminal: Terminal, prompt: { plain: string; painted: string }, history: readonly string[]) {
    this.#terminal = terminal
    this.#prompt = prompt
    this.#history = [...history]
  }

  /** Waits until the person sends, leaves, or wants the editor. What was typed and not sent is there again the next time. */
  async read(signal: AbortSignal, start?: string): Promise<Typed> {
    if (start !== undefined) this.#draft = draftOf(start)
    this.#back = 0
    return new Promise((resolve) => {
      const close = this.#listen((typed) => end(typed))
      const left = () => end({ kind: 'left' })
      const end = (typed: Typed) => {
        signal.removeEventListener('abort', left)
        close(typed)
        resolve(typed)
      }
      if (signal.aborted) left()
      else signal.addEventListener('abort', left)
    })
  }

  /** Prints above the line. */
  above(print: () => void): void {
    if (!this.#open) {
      print()
      return
    }
    this.#erase()
    print()
    this.#draw()
  }

  #listen(done: (typed: Typed) => void): (typed: Typed) => void {
    const { input } = this.#terminal
    const onKey = (_text: string | undefined, key: Key) => {
      const typed = this.#take(key)
      if (typed) done(typed)
      else this.#redraw()
    }
    emitKeypressEvents(input, { escapeCodeTimeout: 50 } as never)
    input.on('keypress', onKey)
    const gone = () => done({ kind: 'left' })
    input.once('end', gone)
    const stopResize = this.#terminal.onResize(() => this.#redraw())
    input.setRawMode(true)
    input.resume()
    this.#terminal.write('\x1b[?2004h')
    this.#open = true
    this.#draw()
    return (typed) => {
      input.off('keypress', onKey)
      input.off('end', gone)
      stopResize()
      this.#settle(typed)
      input.setRawMode(false)
      input.pause()
    }
  }

  /** What was sent stays on the screen as the person's own message. */
  #settle(typed: Typed): void {
    if (typed.kind === 'sent') {
      this.#history.push(typed.text)
      this.#draft = draftOf(typed.text)
      this.#redraw(Number.MAX_SAFE_INTEGER)
      this.#draft = emptyDraft
      this.#terminal.write('\r\n')
    } else if (typed.kind === 'editor') this.#erase()
    else this.#terminal.write('\r\n')
    this.#drawn = undefined
    this.#open = false
    this.#terminal.write('\x1b[?2004l')
  }

  #take(key: Key): Typed | undefined {
    if (this.#pasting || key.name === 'paste-start') return this.#paste(key)
    if (key.name === 'return' || key.name === 'enter') return this.#enter(key)
    if (key.name === 'up' || key.name === 'down') return this.#upOrDown(key.name === 'up' ? -1 : 1)
    if (leaves(key, this.#draft)) return { kind: 'left' }
    if (key.ctrl && key.name === 'g') return { kind: 'editor', text: this.#draft.text }
    this.#draft = edited(this.#draft, key) ?? this.#draft
    return undefined
  }

  /** A line break in a paste is part of the text, and sends nothing. */
  #paste(key: Key): undefined {
    this.#pasting = key.name !== 'paste-end'
    if (key.name === 'paste-start' || key.name === 'paste-end') return undefined
    this.#draft = inserted(this.#draft, key.sequence ?? '')
    return undefined
  }

  #enter({ meta, name }: Key): Typed | undefined {
    const { text, at } = this.#draft
    // A line feed alone is what a terminal sends for Ctrl-J, and some for Shift-Enter.
    if (meta || name === 'enter') this.#draft = inserted(this.#draft, '\n')
    else if (at === text.length && text.endsWith('\\'))
      this.#draft = inserted(draftOf(text.slice(0, -1)), '\n')
    else if (text.trim() !== '') return { kind: 'sent', text: text.trim() }
    return undefined
  }

  #upOrDown(by: 1 | -1): undefined {
    const within = movedByLine(this.#draft, by)
    if (within && this.#back === 0) this.#draft = within
    else this.#recall(by)
    return undefined
  }

  #recall(by: 1 | -1): void {
    const back = this.#back - by
    if (back < 0 || back > this.#history.length) return
    if (this.#back === 0) this.#own = this.#draft
    this.#back = back
    this.#draft = back === 0 ? this.#own : draftOf(this.#history.at(-back) ?? '')
  }

  #redraw(height?: number): void {
    this.#erase()
    this.#draw(height)
  }

  #erase(): void {
    if (!this.#drawn) return
    const up = rowsAbove(this.#drawn, this.#terminal.columns)
    this.#terminal.write(`\r${up > 0 ? `\x1b[${up}A` : ''}\x1b[J`)
    this.#drawn = undefined
  }

  #draw(height = this.#terminal.rows - 1): void {
    const { plain, painted } = this.#prompt
    const layout = window(laidOut(this.#draft, plain, this.#terminal.columns), height)
    const rows = layout.rows.map((row) =>
      row.startsWith(plain) ? `${painted}${row.slice(plain.length)}` : row,
    )
    const { row, column } = layout.cursor
    const up = layout.rows.length - 1 - row
    this.#terminal.write(
      `${rows.join('\r\n')}${up > 0 ? `\x1b[${up}A` : ''}\r${column > 0 ? `\x1b[${column}C` : ''}`,
    )
    this.#drawn = layout
  }
}

/** Ctrl-D leaves only where there is nothing to lose, as in every shell. */
function leaves({ name, ctrl }: Key, { text }: Draft): boolean {
  if (ctrl && name === 'c') return true
  if (ctrl && name === 'd') return text === ''
  return name === 'escape'
}
