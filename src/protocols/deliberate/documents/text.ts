// Text as the documents of a deliberation need it: plain, on one line, cut to a length, and unable to forge a comment of ours.

import { visibleText } from '../../../text/clean.js'
import { oneLine as words } from '../../../text/embedded.js'
import { firstSentences } from '../../../text/excerpts.js'

/** LF line ends; no escape sequences, no control characters but tab and LF, nothing invisible. */
export function plainText(text: string): string {
  // Line by line, so that an escape sequence without an end takes no more than its line with it.
  const lines = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)
  return lines.map(visibleText).join('\n')
}

/** Every run of white space and control characters becomes one space. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/**
 * As `oneLine`, for a heading, a bullet, a label or a cell of a document: nothing but words, whatever it holds. Where these could not be
 * told from what was said, as with a backslash before a tag, every mark is written as its number, so that reading gives it back.
 */
export function inline(text: string): string {
  const line = oneLine(text)
  const safe = words(line)
  if (saidIn(safe) === line) return safe
  return line.replace(/[^\p{L}\p{N}\s.,]/gu, (mark) => `&#${mark.codePointAt(0)};`)
}

/** The words that `inline` was given, read out of a document again. */
export function saidIn(line: string): string {
  return line.replace(/\\([<`#~:*_-])|&lt;|&#(\d{1,7});/g, (mark, escaped?: string, number?: string) => {
    if (escaped !== undefined) return escaped
    if (number === undefined) return '<'
    return Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : mark
  })
}

/** The first `most` sentences of a text, on one line. */
export function sentences(text: string, most = 1): string {
  return firstSentences(oneLine(text), most)
}

/** A comment inside foreign text would vanish from sight, or pass for one of the marks that we look for. */
export function withoutComments(text: string): string {
  return text.replace(/\\?<!--/g, '&lt;!--')
}

/** `- a` a line; `none` where there is nothing. */
export function listed(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.map((item) => `- ${inline(item)}`).join('\n')
}
