// Loose YAML: the small part of YAML that drafts and payloads use, read line by line.
//
// People and models write these files by hand, and put `*bold*`, `[challenge]`, backticks or a second colon into a value
// without quotes. A full parser refuses such a file whole; here a one-line value is simply the rest of its line.
// Nothing is refused and nothing throws: a line of unknown form is kept as text.

/** One key with the text after it and below it. */
export interface Section {
  key: string
  inline: string
  lines: readonly string[]
}

/** The keys at the left edge of the text. Where a key is given twice the last counts. */
export function readSections(text: string): Map<string, Section> {
  const sections = new Map<string, Section>()
  let lines: string[] = []
  text.split('\n').forEach((raw) => {
    const line = raw.replace(/\r$/, '')
    const opened = KEY.exec(line)
    if (opened) {
      lines = []
      const key = opened[1]!
      sections.delete(key)
      sections.set(key, { key, inline: (opened[2] ?? '').trim(), lines })
    } else if (!isAside(line)) lines.push(line)
  })
  return sections
}

/** A scalar in any of its forms: plain, quoted, on several lines, or a block. */
export function textOf(section: Section | undefined): string {
  if (!section) return ''
  const block = BLOCK.exec(section.inline)
  if (block) return blockText(section.lines, block[1] === '>')
  const rest = section.lines.map((line) => line.trim()).filter((line) => line !== '')
  return unquoted([section.inline, ...rest].join(' '))
}

/** A list of one-line values, below the key or in brackets behind it. A lone value counts as a list of one. */
export function listOf(section: Section | undefined): string[] {
  if (!section) return []
  const items = itemsIn(section.lines)
  const values = items.length > 0 ? items.map(itemText) : inlineItems(section.inline)
  return values.filter((value) => value !== '')
}

/** A list of mappings, each `- key: value` and what is indented below it, or `{ key: value }`. */
export function entriesIn(lines: readonly string[]): Map<string, Section>[] {
  return itemsIn(lines).map(({ first, rest }) => readSections(entryText(first, rest)))
}

const KEY = /^([A-Za-z_][A-Za-z0-9_-]*):(?:[ \t]+(.*))?$/
const BLOCK = /^([|>])[-+0-9]{0,2}(?:\s+#.*)?$/
const DASH = /^([ \t]*)-(?:[ \t]+(.*))?$/

interface Item {
  first: string
  rest: readonly string[]
}

function isAside(line: string): boolean {
  return /^#|^(?:---|\.\.\.)\s*$/.test(line)
}

/** The items at the indent of the first; what is indented deeper belongs to the item above it. */
function itemsIn(lines: readonly string[]): Item[] {
  const items: { first: string; rest: string[] }[] = []
  let indent: string | undefined
  for (const line of lines) {
    const dash = DASH.exec(line.replace(/\r$/, ''))
    indent ??= dash?.[1]
    if (dash && dash[1] === indent) items.push({ first: dash[2] ?? '', rest: [] })
    else items.at(-1)?.rest.push(line)
  }
  return items
}

function itemText({ first, rest }: Item): string {
  return textOf({ key: '', inline: first.trim(), lines: rest }).trim()
}

function inlineItems(inline: string): string[] {
  const flow = /^\[(.*)\](?:\s+#.*)?$/.exec(inline)
  return flow ? splitFlow(flow[1]!).map(unquoted) : [unquoted(inline)]
}

function entryText(first: string, rest: readonly string[]): string {
  const flow = /^\{(.*)\}\s*$/.exec(first)
  if (flow) return splitFlow(flow[1]!).join('\n')
  return [first, dedented(rest)].join('\n')
}

/** Splits at commas outside quotes. A quote counts only at the start of a value, so the one in `don't` does not. */
function splitFlow(inner: string): string[] {
  const parts = ['']
  let quote = ''
  let escaped = false
  for (const char of inner) {
    const part = parts.at(-1)!
    if (quote === '' && char === ',') {
      parts.push('')
      continue
    }
    if (quote === '' && /["']/.test(char) && opensValue(part)) quote = char
    else if (char === quote && !escaped) quote = ''
    escaped = char === '\\' && quote === '"' && !escaped
    parts[parts.length - 1] = part + char
  }
  return parts.map((text) => text.trim()).filter((text) => text !== '')
}

function opensValue(before: string): boolean {
  return before.length < 80 && /^\s*(?:\w+:\s*)?$/.test(before)
}

function blockText(lines: readonly string[], folded: boolean): string {
  const text = dedented(lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1))
  return folded ? text.replace(/([^\n])\n(?=[^\n\s])/g, '$1 ').replace(/\n\n/g, '\n') : text
}

function dedented(lines: readonly string[]): string {
  const widths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ \t]/))
  const width = widths.length === 0 ? 0 : widths.reduce((least, next) => Math.min(least, next))
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(width))).join('\n')
}

function unquoted(raw: string): string {
  const text = raw.trim()
  const double = /^"(.*)"$/s.exec(text) ?? /^"([^"\\]*(?:\\.[^"\\]*)*)"\s+#/s.exec(text)
  if (double) return unescaped(double[1]!)
  const single = /^'([^']*(?:''[^']*)*)'$/s.exec(text)
  if (single) return single[1]!.replaceAll("''", "'")
  // A `#` with spaces on both sides begins a comment; `#12` in a sentence does not.
  const plain = text.replace(/\s#\s.*$/s, '').trimEnd()
  return plain === '~' || plain === 'null' ? '' : plain
}

function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/gs, (whole, byte, unit, char) => {
    if (byte ?? unit) return String.fromCharCode(Number.parseInt(byte ?? unit, 16))
    return Object.hasOwn(ESCAPES, char) ? ESCAPES[char]! : whole
  })
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  '/': '/',
}
