// Text as the documents of a deliberation need it: plain, on one line, cut to a length, and unable to forge a comment of ours.

/** LF line ends; no escape sequences, no control characters but tab and LF, nothing invisible. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(ESCAPES, '')
    .replace(INVISIBLE, '')
}

/** Every run of white space and control characters becomes one space. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** Cut with an ellipsis when it is longer than `most` characters, never inside a character. */
export function cut(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const kept = letters.slice(0, most - 1).join('')
  return `${kept.trimEnd()}…`
}

/** The first `most` sentences of a text, on one line. */
export function sentences(text: string, most = 1): string {
  const line = oneLine(text)
  const ends = [...line.matchAll(/[.!?…]+["'”’)\]]*(?=\s|$)/g)].map((end) => end.index + end[0].length)
  return line.slice(0, ends[most - 1] ?? line.length)
}

/** A comment inside foreign text would vanish from sight, or pass for one of the marks that we look for. */
export function withoutComments(text: string): string {
  return text.replaceAll('<!--', '&lt;!--')
}

/** `- a` a line; `none` where there is nothing. */
export function listed(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.map((item) => `- ${oneLine(item)}`).join('\n')
}

const ESCAPES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[@-Z\\-_])|[\u009b][0-?]*[ -/]*[@-~]/g
// What a reader cannot see but a parser or a terminal can: controls, zero-width and bidirectional marks.
const INVISIBLE =
  /[\u034f\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
