// Clean: text from a journal or a model made safe for a terminal. Nothing but letters, line ends and tabs passes.

/** Whole sequences first, so that no `[31m` stays behind where one can be recognised. */
const sequences =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_]|[ -/]+[0-~])/g
const lineEnds = /\r\n|[\u2028\u2029]/g
/** Control characters, and the marks that turn the direction of text and so show another text than the one there. */
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

export function clean(text: string): string {
  return text.replace(sequences, '').replace(lineEnds, '\n').replace(controls, '')
}

/** The same, as one line of at most `most` characters. */
export function oneLine(text: string, most = 100): string {
  const line = clean(text).replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
}
