// Styled text for a terminal: runs of characters with a style, broken into lines by columns. Every line opens and closes its own
// styles, so that lines can be put behind a bar or into a table.

import { columnsOf, cutAt } from './columns.js'

export interface Style {
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly struck?: boolean
  readonly code?: boolean
}

export interface Run {
  readonly text: string
  readonly style: Style
}

/** A line end in the text. */
export const lineBreak = Symbol('line break')
export type Flow = readonly (Run | typeof lineBreak)[]
export type Line = readonly Run[]

const codes: readonly (readonly [keyof Style, number, number])[] = [
  ['bold', 1, 22],
  ['dim', 2, 22],
  ['italic', 3, 23],
  ['underline', 4, 24],
  ['struck', 9, 29],
  ['code', 36, 39],
]

export function painted(line: Line, colour: boolean): string {
  if (!colour) return line.map(({ text }) => text).join('')
  return line.map(paintedRun).join('')
}

function paintedRun({ text, style }: Run): string {
  const set = codes.filter(([name]) => style[name])
  if (set.length === 0) return text
  return `\x1b[${set.map(([, on]) => on).join(';')}m${text}\x1b[${set.map(([, , off]) => off).join(';')}m`
}

export function lineColumns(line: Line): number {
  return line.reduce((sum, { text }) => sum + columnsOf(text), 0)
}

/** Breaks between words. One that is longer than a line is cut, so that no line has more columns than given, or stays whole. */
export function wrapped(flow: Flow, columns: number, long: 'cut' | 'whole' = 'cut'): readonly Line[] {
  const wrapper = new Wrapper(Math.max(2, columns), long === 'whole')
  for (const run of flow) {
    if (run === lineBreak) wrapper.breakLine()
    else for (const [token] of run.text.matchAll(tokens)) wrapper.take(token, run.style)
  }
  return wrapper.end()
}

/** Blanks, words, and text in scripts without blanks, where a line may break anywhere. */
const tokens =
  /[ \t\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^ \t\n\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const blank = /^[ \t\n]/
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

class Wrapper {
  readonly #columns: number
  readonly #whole: boolean
  readonly #lines: Line[] = []
  #line: Run[] = []
  #used = 0
  #word: Run[] = []
  #wordColumns = 0
  /** The style of the blank before the word; undefined where there is none. */
  #blank: Style | undefined

  constructor(columns: number, whole: boolean) {
    this.#columns = columns
    this.#whole = whole
  }

  take(token: string, style: Style): void {
    if (blank.test(token)) {
      this.#endWord()
      this.#blank = style
    } else if (ideograph.test(token)) {
      this.#endWord()
      this.#putGap(2)
      this.#putCut(token, style)
    } else {
      this.#word.push({ text: token, style })
      this.#wordColumns += columnsOf(token)
    }
  }

  breakLine(): void {
    this.#endWord()
    this.#endLine()
  }

  end(): readonly Line[] {
    this.#endWord()
    if (this.#line.length > 0 || this.#lines.length === 0) this.#endLine()
    return this.#lines
  }

  #endWord(): void {
    if (this.#word.length === 0) return
    this.#putGap(this.#wordColumns)
    for (const { text, style } of this.#word) {
      if (this.#whole) this.#put(text, style, columnsOf(text))
      else this.#putCut(text, style)
    }
    this.#word = []
    this.#wordColumns = 0
  }

  /** The blank before the next word, or a new line where the word does not fit. */
  #putGap(columns: number): void {
    const gap = this.#blank !== undefined && this.#used > 0 ? 1 : 0
    if (this.#used > 0 && this.#used + gap + columns > this.#columns) this.#endLine()
    else if (gap > 0 && this.#blank) this.#put(' ', this.#blank, 1)
    this.#blank = undefined
  }

  /** A word may be longer than a line. */
  #putCut(text: string, style: Style): void {
    for (let left = text; left !== ''; ) {
      const [head, tail] = cutAt(left, this.#columns - this.#used, this.#used === 0)
      if (head !== '') this.#put(head, style, columnsOf(head))
      left = tail
      if (left !== '') this.#endLine()
    }
  }

  #put(text: string, style: Style, columns: number): void {
    const last = this.#line.at(-1)
    if (last?.style === style) this.#line[this.#line.length - 1] = { text: last.text + text, style }
    else this.#line.push({ text, style })
    this.#used += columns
  }

  #endLine(): void {
    this.#lines.push(this.#line)
    this.#line = []
    this.#used = 0
    this.#blank = undefined
  }
}
