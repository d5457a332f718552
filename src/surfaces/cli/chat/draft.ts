// Draft: what a person is typing, and where the cursor stands in it. Pure: a key gives the next draft.

export interface Draft {
  readonly text: string
  /** Before which character of the text the cursor stands, counted in code units. */
  readonly at: number
}

export interface Key {
  readonly name?: string | undefined
  readonly ctrl?: boolean | undefined
  readonly meta?: boolean | undefined
  /** What the terminal sent. */
  readonly sequence?: string | undefined
}

export const emptyDraft: Draft = { text: '', at: 0 }

export function draftOf(text: string): Draft {
  return { text, at: text.length }
}

/** The draft after this key; undefined for a key that edits nothing. */
export function edited(draft: Draft, key: Key): Draft | undefined {
  if (isMove(key)) return { ...draft, at: moved(draft, key) }
  const from = erasedFrom(draft, key)
  if (from !== undefined) return withoutRange(draft, from, draft.at)
  const to = erasedTo(draft, key)
  if (to !== undefined) return withoutRange(draft, draft.at, to)
  const { sequence = '' } = key
  return key.ctrl || key.meta || !isText(sequence) ? undefined : inserted(draft, sequence)
}

/** Words at the cursor: typed, pasted, or a line break. What a terminal would act on is left out. */
export function inserted({ text, at }: Draft, words: string): Draft {
  const plain = words.replace(/\r\n?/g, '\n').replaceAll('\t', '  ').replace(notPrinted, '')
  return { text: `${text.slice(0, at)}${plain}${text.slice(at)}`, at: at + plain.length }
}

/** The same place in the line above or below; undefined where there is none. */
export function movedByLine({ text, at }: Draft, by: 1 | -1): Draft | undefined {
  const start = lineStart(text, at)
  const column = at - start
  const target = by < 0 ? start - 1 : lineEnd(text, at) + 1
  if (target < 0 || target > text.length) return undefined
  const from = by < 0 ? lineStart(text, target) : target
  return { text, at: whole(text, Math.min(from + column, lineEnd(text, from))) }
}

const notPrinted = /[^\P{Cc}\n]/gu
const isText = (sequence: string) => sequence !== '' && !/\p{Cc}/u.test(sequence)

const moves: ReadonlySet<string> = new Set(['left', 'right', 'home', 'end'])

function isMove({ name = '', ctrl, meta }: Key): boolean {
  if (moves.has(name)) return true
  return (ctrl === true && /^[abef]$/.test(name)) || (meta === true && /^[bf]$/.test(name))
}

function moved({ text, at }: Draft, { name = '', ctrl, meta }: Key): number {
  const byWord = meta === true || (ctrl === true && (name === 'left' || name === 'right'))
  if (name === 'home' || name === 'a') return lineStart(text, at)
  if (name === 'end' || name === 'e') return lineEnd(text, at)
  if (name === 'left' || name === 'b') return byWord ? wordBefore(text, at) : before(text, at)
  return byWord ? wordAfter(text, at) : after(text, at)
}

function erasedFrom({ text, at }: Draft, { name, ctrl, meta }: Key): number | undefined {
  if (name === 'backspace') return meta ? wordBefore(text, at) : before(text, at)
  if (ctrl && name === 'w') return wordBefore(text, at)
  if (ctrl && name === 'u') return lineStart(text, at)
  return undefined
}

function erasedTo({ text, at }: Draft, { name, ctrl }: Key): number | undefined {
  if (name === 'delete') return after(text, at)
  return ctrl && name === 'k' ? lineEnd(text, at) : undefined
}

function withoutRange({ text }: Draft, from: number, to: number): Draft {
  return { text: text.slice(0, from) + text.slice(to), at: from }
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where the character before the cursor begins: an emoji of several code points is one. */
function before(text: string, at: number): number {
  return [...letters.segment(text.slice(0, at))].at(-1)?.index ?? 0
}

function after(text: string, at: number): number {
  const [next] = letters.segment(text.slice(at))
  return at + (next?.segment.length ?? 0)
}

/** Never in the middle of a character. */
function whole(text: string, at: number): number {
  const around = letters.segment(text).containing(at)
  return around ? around.index : at
}

function wordBefore(text: string, at: number): number {
  return at - (/\S*\s*$/.exec(text.slice(0, at))?.[0].length ?? 0)
}

function wordAfter(text: string, at: number): number {
  return at + (/^\s*\S*/.exec(text.slice(at))?.[0].length ?? 0)
}
