// Edits of drafts that could not be read go back to the person as they wrote them, with the fault marked above its line.

/** How a draft is edited as a text. */
export interface Edits<T> {
  /** What an edit begins with. */
  readonly text: string
  read(text: string): Edit<T>
}

export type Edit<T> = { readonly kind: 'edited'; readonly draft: T } | Fault

export interface Fault {
  readonly kind: 'invalid'
  readonly faults: string
  /** The line of the text that it is about, from 1, where one is. */
  readonly line?: number
}

/** A comment in every form of text that is edited here. */
const mark = '# parley: '

export function withMark(text: string, { faults, line = 1 }: Fault): string {
  const lines = text.split('\n')
  lines.splice(line - 1, 0, `${mark}${faults.replaceAll('\n', ' ')}`)
  return lines.join('\n')
}

export function withoutMarks(text: string): string {
  const lines = text.split('\n')
  return lines.filter((line) => !line.startsWith(mark)).join('\n')
}

/** A fault at the line that begins with this key, or has it behind the mark of a list. */
export function faultAt(text: string, key: string, faults: string): Fault {
  const at = text.split('\n').findIndex((line) => line.replace(/^[\s-]*/, '').startsWith(`${key}:`))
  return { kind: 'invalid', faults, ...(at < 0 ? {} : { line: at + 1 }) }
}
