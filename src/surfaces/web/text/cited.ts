// Citations in a text: finds the references that were checked among the words, so that each can carry what was found there.

import type { Inline } from '../../../documents/markdown/tree.js'
import { addAll } from '../../../rules/lists.js'
import type { Cited } from '../../../story/items.js'

export type Marked = Inline | { readonly kind: 'cite'; readonly cited: Cited }

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
  return marked
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
