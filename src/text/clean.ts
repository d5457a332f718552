// Clean: removes control characters from text of a journal or a model, so that it cannot control a terminal or hide its content.

/** Whole escape sequences first, so that no `[31m` is left over. */
const sequences =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_]|[ -/]+[0-~])/g
const lineEnds = /\r\n|[\u2028\u2029]/g
/** Control characters; text direction marks, which can make a text look like another one; and characters that nobody sees, tags among them. */
const controls =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
/** The same without control characters: what a document must not hold besides them. Joiners stay, which emoji and some scripts need. */
const hidden = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Without direction marks and characters that nobody sees. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, '')
}

/** JSON with the same value, in which they stand as their numbers. */
export function hiddenByNumber(json: string): string {
  const number = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return json.replace(hidden, (mark) => mark.split('').map(number).join(''))
}

/** For display: only visible characters, line ends and tabs are left. */
export function clean(text: string): string {
  return text.replace(sequences, '').replace(lineEnds, '\n').replace(controls, '')
}

const escapes =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])|[\u009b][0-?]*[ -/]*[@-~]/g
/** What a reader cannot see but a parser or a terminal can: control characters, zero-width characters and text direction marks. */
const invisible =
  /[\u034f\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** For documents, stricter than `clean`: LF line ends and tabs stay; escape sequences and everything invisible is removed. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(escapes, '').replace(invisible, '')
}
