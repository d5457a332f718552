// Clean: text from a journal or a model without control characters, so that it can steer no terminal and shows what it says.

/** Whole sequences first, so that no `[31m` stays behind where one can be recognised. */
const sequences =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_]|[ -/]+[0-~])/g
const lineEnds = /\r\n|[\u2028\u2029]/g
/** Control characters, and the marks that change the direction of text: with them a text reads otherwise than it is written. */
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Only visible characters, line ends and tabs are left. */
export function clean(text: string): string {
  return text.replace(sequences, '').replace(lineEnds, '\n').replace(controls, '')
}
