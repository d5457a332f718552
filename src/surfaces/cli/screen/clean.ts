// Clean: makes text from a journal or a model safe for a terminal, with its lines or as one line.

import { clean } from '../../../text/clean.js'
import { shortened } from '../../../text/excerpts.js'

export { clean }

/** Cleaned, as one line of at most `most` characters. */
export function oneLine(text: string, most = 100): string {
  return shortened(clean(text).replace(/\s+/g, ' ').trim(), most)
}

/** The same of Markdown, for a line that is not set as such: without the marks of code and bold. */
export function bareLine(text: string, most: number): string {
  const bare = text.replace(/(`+)(.+?)\1|\*\*(?=\S)(.+?)(?<=\S)\*\*/g, (_, _mark, code, bold) => code ?? bold)
  return oneLine(bare, most)
}

/** The last words of what is being said, for one line. */
export function lastWords(text: string): string {
  const letters = [...oneLine(text.slice(-400), 400)]
  return letters.length <= 60 ? letters.join('') : `…${letters.slice(-59).join('')}`
}
