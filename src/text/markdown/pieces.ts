// Pieces: splits a Markdown text so that the parser takes bounded time for any text.
//
// The parser's time grows with the square of the marks in one piece (unclosed `*` and `[` are compared with each other), and with the
// depth of nested quotes and lists. So a long text is split where a new block begins, and a piece with too many marks, or nested too
// deep, is not parsed but shown as written. The cost of a whole text is limited too: the rest is shown as written.

import { beginsBlock, closesFence, type Fence, fenceIn } from './lines.js'

export type Piece =
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'code'; readonly lang: string; readonly text: string }
  | { readonly kind: 'plain'; readonly text: string }

/** With this many marks a piece ends at the next line that certainly begins a new block. */
const enoughMarks = 120
/** With this many it ends at the next blank line, even between the items of a list. */
const manyMarks = 1_200
/** The parser gets at most this many at once; twice as many take four times as long. */
const mostMarks = 2_000
/** The most for a whole text, in squares of marks: several hundred kilobytes of ordinary prose. */
const mostWork = 20_000_000
/** Quotes and lists within each other, counted at the head of a line. */
const mostNesting = 12

export function piecesOf(text: string): readonly Piece[] {
  const cutter = new Cutter()
  for (const line of text.split('\n')) cutter.take(line)
  return cutter.end()
}

class Cutter {
  readonly #pieces: Piece[] = []
  #lines: string[] = []
  #marks = 0
  #deep = false
  #blank = false
  #fence: Fence | undefined
  #work = 0

  take(line: string): void {
    if (this.#fence) this.#inFence(line, this.#fence)
    else this.#outside(line)
  }

  end(): readonly Piece[] {
    if (this.#fence?.own) this.#closeCode(this.#fence)
    else this.#close()
    return this.#pieces
  }

  #outside(line: string): void {
    this.#fence = fenceIn(line)
    if (this.#fence?.own || (this.#blank && line.trim() !== '' && this.#isFull(line))) this.#close()
    if (!this.#fence?.own) this.#add(line)
  }

  #inFence(line: string, fence: Fence): void {
    const closes = closesFence(line, fence)
    if (!closes || !fence.own) this.#add(line)
    if (!closes) return
    if (fence.own) this.#closeCode(fence)
    this.#fence = undefined
  }

  #add(line: string): void {
    this.#lines.push(line)
    this.#blank = line.trim() === ''
    if (this.#fence?.own) return
    this.#marks += marksIn(line) + 1
    this.#deep ||= nestingOf(line) > mostNesting
  }

  #isFull(next: string): boolean {
    return this.#marks >= manyMarks || (this.#marks >= enoughMarks && beginsBlock(next))
  }

  #close(): void {
    const text = this.#lines.join('\n')
    const work = this.#marks ** 2
    const parsed = !this.#deep && this.#marks <= mostMarks && this.#work + work <= mostWork
    if (parsed) this.#work += work
    if (text.trim() !== '') this.#pieces.push({ kind: parsed ? 'markdown' : 'plain', text })
    this.#reset()
  }

  #closeCode({ lang }: Fence): void {
    this.#pieces.push({ kind: 'code', lang, text: this.#lines.join('\n') })
    this.#reset()
  }

  #reset(): void {
    this.#lines = []
    this.#marks = 0
    this.#deep = false
    this.#blank = false
  }
}

/** Characters that may mean something to the parser. */
function marksIn(line: string): number {
  let marks = 0
  for (let at = 0; at < line.length; at++) if (isMark(line.charCodeAt(at))) marks++
  return marks
}

/** ASCII punctuation and tabs. */
function isMark(code: number): boolean {
  if (code === 9) return true
  if (code < 33 || code > 126) return false
  return code < 48 || (code > 57 && code < 65) || (code > 90 && code < 97) || code > 122
}

/** Whether any line holds more quotes and lists within each other than the parser is given. */
export function nestedTooDeep(text: string): boolean {
  return text.split('\n').some((line) => nestingOf(line) > mostNesting)
}

function nestingOf(line: string): number {
  // This many characters hold more levels than are allowed, so the rest of a line is not scanned.
  const head = line.slice(0, 200)
  const [markers = ''] = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/.exec(head) ?? []
  return markers.match(/[-+*>.)]/g)?.length ?? 0
}
