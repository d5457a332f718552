// Clean: makes text from a journal or a model safe for a terminal, with its lines or as one line.

import { clean } from '../../../text/clean.js'
import { shortened } from '../../../text/excerpts.js'

export { clean }

/** Cleaned, as one line of at most `most` characters. */
export function oneLine(text: string, most = 100): string {
  return shortened(clean(text).replace(/\s+/g, ' ').trim(), most)
}

/** The last words of what is being said, for one line. */
export function lastWords(text: string): string {
  const letters = [...oneLine(text.slice(-400), 400)]
  return letters.length <= 60 ? letters.join('') : `…${letters.slice(-59).join('')}`
}
