// Text as the documents of a deliberation need it: plain, on one line, cut to a length, and unable to forge a comment of ours.

import { visibleText } from '../../../documents/clean.js'
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
  return items.length === 0 ? none : items.map((item) => `- ${oneLine(item)}`).join('\n')
}
