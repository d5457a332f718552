// Lines of a Markdown text: which ones open and close a fence, and which surely begin a new block. For those who cut a text.

export interface Fence {
  readonly mark: string
  readonly lang: string
  /** What stands before it on its line: blanks, and marks of quotes. */
  readonly indent: string
  /** Begins at the margin: no list and no quote can hold it, so it is a block of its own. */
  readonly own: boolean
}

export function fenceIn(line: string): Fence | undefined {
  const [, indent = '', mark = '', info = ''] = /^([\s>]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  // Behind backticks another one makes it code within a line.
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined
  return { mark, lang: info.trim().split(/\s/, 1)[0] ?? '', indent, own: indent === '' }
}

export function closesFence(line: string, { mark, own }: Fence): boolean {
  const found = line.replace(own ? /^ {0,3}/ : /^[\s>]*/, '').trimEnd()
  return found.startsWith(mark) && found.replaceAll(mark.charAt(0), '') === ''
}

/** No blank, digit, bullet or quotation mark at its head: after a blank line it belongs to no list and no quote. */
export function beginsBlock(line: string): boolean {
  return /^[^\s\d*+>-]/.test(line)
}
