// Text as the documents of a deliberation need it: plain, on one line, cut to a length, and unable to forge a comment of ours.

import { visibleText } from '../../../documents/clean.js'
import { oneLine as words } from '../../../documents/embedded.js'
import { firstSentences } from '../../../documents/excerpts.js'

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

/** As `oneLine`, for a heading, a bullet, a label or a cell of a document: nothing but words, whatever it holds. */
export function inline(text: string): string {
  return words(oneLine(text))
}

/** The words that `inline` was given, read out of a document again. */
export function saidIn(line: string): string {
  return line.replace(/\\([<`])/g, '$1')
}

/** The first `most` sentences of a text, on one line. */
export function sentences(text: string, most = 1): string {
  return firstSentences(oneLine(text), most)
}

/** A comment inside foreign text would vanish from sight, or pass for one of the marks that we look for. */
export function withoutComments(text: string): string {
  return text.replaceAll('<!--', '&lt;!--')
}

/** `- a` a line; `none` where there is nothing. */
export function listed(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.map((item) => `- ${inline(item)}`).join('\n')
}
