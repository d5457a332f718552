// Columns: the width of a text at a terminal, where a character takes zero, one or two columns.

import width from 'fast-string-width'

export function columnsOf(text: string): number {
  return width(text, { tabWidth: 1 })
}

/**
 * As much of a text as fits, and the rest. A character that is made of several code points, such as an emoji with a skin tone, stays
 * whole. `some`: at least one character is taken, whether it fits or not.
 */
export function cutAt(text: string, columns: number, some = false): readonly [string, string] {
  // Only as much text as can fit is scanned, so that many short cuts of a long text take linear time.
  const near = text.slice(0, columns * 4 + 64)
  if (/^[\x20-\x7e]*$/.test(near)) return [text.slice(0, columns), text.slice(columns)]
  let used = 0
  let at = 0
  for (const { segment } of lettersOf(near)) {
    used += columnsOf(segment)
    if (used > columns && !(some && at === 0)) break
    at += segment.length
  }
  return [text.slice(0, at), text.slice(at)]
}

let letters: Intl.Segmenter | undefined

/** Created when first needed: most texts are ASCII, and creating it is slow. */
function lettersOf(text: string): Intl.Segments {
  letters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return letters.segment(text)
}
