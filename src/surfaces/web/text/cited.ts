// Citations in a text: finds the references that were checked among the words, so that each can carry what was found there.

import { addAll } from '../../../rules/lists.js'
import type { Inline } from '../../../text/markdown/tree.js'
import type { Cited } from '../../../view/items.js'

export type Marked = Inline | Mark

/** A mark with the brackets and stops that touch it: no line breaks between them. */
interface Mark {
  readonly kind: 'cite'
  readonly cited: Cited
  readonly before?: string
  readonly after?: string
}

/** A reference may be words, code, or an address that the reader made a link of, with words behind it. */
export function markCited(inlines: readonly Inline[], cited: readonly Cited[]): readonly Marked[] {
  if (cited.length === 0) return inlines
  const marked: Marked[] = []
  let run: Span[] = []
  const endRun = () => {
    addAll(marked, markedRun(run, cited))
    run = []
  }
  for (const inline of inlines) {
    const text = wordsIn(inline)
    if (inline.kind === 'code') {
      endRun()
      addAll(marked, markedRun([{ text: inline.text, inline }], cited))
    } else if (text === undefined) {
      endRun()
      marked.push(inline)
    } else run.push({ text, inline })
  }
  endRun()
  return marked.flatMap((one, at) => touching(one, marked[at - 1], marked[at + 1]))
}

const opening = '([{«“‘'
const closing = ')]}»”’"\'.,;:!?…'

/** A mark takes what touches it from the words on either side; those lose it. */
function touching(one: Marked, last: Marked | undefined, next: Marked | undefined): readonly Marked[] {
  if (one.kind === 'cite') {
    const before = last?.kind === 'text' ? last.text.slice(openedFrom(last.text)) : ''
    const after = next?.kind === 'text' ? next.text.slice(0, closedUpTo(next.text)) : ''
    return [{ ...one, before, after }]
  }
  if (one.kind !== 'text') return [one]
  const from = last?.kind === 'cite' ? closedUpTo(one.text) : 0
  const to = next?.kind === 'cite' ? openedFrom(one.text) : one.text.length
  return from < to ? [{ ...one, text: one.text.slice(from, to) }] : []
}

function openedFrom(text: string): number {
  let from = text.length
  while (from > 0 && opening.includes(text.charAt(from - 1))) from -= 1
  return from
}

function closedUpTo(text: string): number {
  let to = 0
  while (to < text.length && closing.includes(text.charAt(to))) to += 1
  return to
}

interface Span {
  readonly text: string
  readonly inline: Inline
}

interface Found {
  readonly from: number
  readonly to: number
  readonly cited: Cited
}

/** The words of plain text, and of a link that is nothing but its own address. */
function wordsIn(inline: Inline): string | undefined {
  if (inline.kind === 'text') return inline.text
  if (inline.kind !== 'link' || inline.inlines.length !== 1) return undefined
  const [only] = inline.inlines
  return only?.kind === 'text' && inline.target.kind === 'web' ? only.text : undefined
}

function markedRun(run: readonly Span[], cited: readonly Cited[]): readonly Marked[] {
  const found = findAll(run.map(({ text }) => text).join(''), cited)
  if (found.length === 0) return run.map(({ inline }) => inline)
  const marked: Marked[] = []
  let at = 0
  for (const { text, inline } of run) {
    const [from, to] = [at, at + text.length]
    const inside = found.filter((mark) => mark.from < to && mark.to > from)
    if (inside.length === 0) marked.push(inline)
    else addAll(marked, cut(text, from, inside))
    at = to
  }
  return marked
}

/** What is left of a span beside its marks. A mark stands where its reference begins. */
function cut(text: string, from: number, marks: readonly Found[]): readonly Marked[] {
  const parts: Marked[] = []
  let at = from
  const words = (to: number) => {
    if (to > at) parts.push({ kind: 'text', text: text.slice(at - from, to - from) })
  }
  for (const mark of marks) {
    words(mark.from)
    if (mark.from >= from) parts.push({ kind: 'cite', cited: mark.cited })
    at = mark.to
  }
  words(from + text.length)
  return parts
}

/** In their order. The longest reference wins where one holds another. */
function findAll(text: string, cited: readonly Cited[]): readonly Found[] {
  const found: Found[] = []
  for (const one of cited.toSorted((a, b) => b.ref.length - a.ref.length)) {
    if (one.ref === '') continue
    for (let from = text.indexOf(one.ref); from >= 0; from = text.indexOf(one.ref, from + one.ref.length)) {
      const to = from + one.ref.length
      if (found.every((other) => other.to <= from || other.from >= to)) found.push({ from, to, cited: one })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}
