// Text as a council's documents need it: on one line, measured in bytes, without control characters, cut into sentences.

import { firstSentences } from '../../../text/excerpts.js'

/** Every run of white space and control characters becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Line breaks of every kind become LF; other control characters but the tab are dropped. */
export function plainText(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

/** Words quoted with `> ` so that no line of them can pass for one of ours. Whatever else they hold stays. */
export function quoted(text: string): string {
  const lines = text.split(/\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/)
  return lines.map((line) => `> ${line}`).join('\n')
}

export function utf8Bytes(text: string): number {
  return encoder.encode(text).length
}

const encoder = new TextEncoder()

/** The first `most` sentences of a paragraph. */
export function sentences(paragraph: string, most: number): string {
  return firstSentences(oneLine(paragraph), most)
}
