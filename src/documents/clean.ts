// Clean: removes control characters from text of a journal or a model, so that it cannot control a terminal or hide its content.

/** Whole escape sequences first, so that no `[31m` is left over. */
const sequences =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_]|[ -/]+[0-~])/g
const lineEnds = /\r\n|[\u2028\u2029]/g
/** Control characters, and text direction marks, which can make a text look like another one. */
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Only visible characters, line ends and tabs are left. */
export function clean(text: string): string {
  return text.replace(sequences, '').replace(lineEnds, '\n').replace(controls, '')
}
