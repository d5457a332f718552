// Splits a Markdown file into frontmatter (the YAML between two `---` lines at its top) and body, without parsing the YAML.

/** The four parts joined in order are the text, byte for byte: line ends and a byte order mark stay in them. */
export interface Split {
  /** The opening line, with a byte order mark if the file has one. */
  readonly open: string
  readonly yaml: string
  /** The closing line. */
  readonly close: string
  readonly body: string
}

/** Null when the text does not begin with `---`, or no line closes it. */
export function splitFrontmatter(text: string): Split | null {
  const open = /^\ufeff?---[ \t]*\r?\n/.exec(text)?.[0]
  if (open === undefined) return null
  const closing = /(?<![^\n])(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![\s\S]))/.exec(text.slice(open.length))
  if (closing === null) return null
  const end = open.length + closing.index
  const [close] = closing
  return { open, yaml: text.slice(open.length, end), close, body: text.slice(end + close.length) }
}
