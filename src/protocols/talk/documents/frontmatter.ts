// Frontmatter, edited in place: one field changes, every other byte stays.
//
//   F1  What is written parses back to the fields that were there, with the one field changed and no other.
//   F2  Bytes outside the field edited stay as they are, as long as the file is block-style YAML.
//   F3  A field whose YAML is broken is read as the text behind its colon; it is quoted when the file is next edited.
//
// An edit is a splice at the place that the YAML parser names for the field. It is parsed again before it is taken; where a
// splice would not keep F1 (anchors, flow style at the top, odd keys) the parser's own document is changed and written instead.

import { type Document, isMap, isSeq, type Pair, parseDocument, Scalar, stringify, type YAMLSeq } from 'yaml'
import { quoted } from '../../../documents/yaml-text.js'
import { mend } from './mend-yaml.js'

export type Fields = Readonly<Record<string, unknown>>
export type Item = string | Readonly<Record<string, string>>
/** Text is quoted; `plain` is for words and times of our own that need no quotes. */
export type FieldValue = string | readonly string[] | { readonly plain: string }

interface Split {
  readonly open: string
  readonly yaml: string
  /** The closing line and everything after it. */
  readonly rest: string
}

export interface Frontmatter {
  readonly fields: Fields
  readonly body: string
  /** Why it could not be read as it stands, or null. */
  readonly trouble: string | null
}

export function readFrontmatter(text: string): Frontmatter {
  const split = splitText(text)
  if (split === null)
    return { fields: {}, body: text, trouble: 'it has no frontmatter between two --- lines' }
  const body = split.rest.replace(/^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/, '')
  const sound = soundYaml(split.yaml)
  return { fields: sound.fields, body, trouble: sound.trouble }
}

export function setField(text: string, key: string, value: FieldValue): string {
  const plain = plainValue(value)
  return edit(text, (source) => ({
    expected: { ...source.fields, [key]: plain },
    spliced: spliceValue(source, key, renderValue(value, source.eol)),
    change: (document) => document.set(key, document.createNode(plain, { flow: false })),
  }))
}

/** Adds to the end of a list. A lone value becomes its first item, and no list at all an empty one. */
export function appendItem(text: string, key: string, item: Item): string {
  return edit(text, (source) => {
    const items = [...listIn(source.fields[key]), item]
    return {
      expected: { ...source.fields, [key]: items },
      spliced: spliceItem(source, key, item) ?? spliceValue(source, key, renderItems(items, source.eol)),
      change: (document) => document.set(key, items),
    }
  })
}

export function removeField(text: string, key: string): string {
  if (!(key in readFrontmatter(text).fields)) return text
  return edit(text, (source) => {
    const { [key]: _, ...expected } = source.fields
    return { expected, spliced: cutField(source, key), change: (document) => document.delete(key) }
  })
}

/** The same file with another body. */
export function withBody(text: string, body: string): string {
  const split = splitText(text)
  if (split === null) return body
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(split.rest)![0]
  return split.open + split.yaml + (closing.endsWith('\n') || body === '' ? closing : `${closing}\n`) + body
}

// --- one edit ---

interface Source {
  readonly yaml: string
  readonly document: Document
  readonly fields: Fields
  readonly eol: string
}

interface Change {
  readonly expected: Fields
  /** Null when no splice is known. */
  readonly spliced: string | null
  change(document: Document): void
}

function edit(text: string, plan: (source: Source) => Change): string {
  const split = splitText(text) ?? { open: '---\n', yaml: '', rest: `---\n${text === '' ? '' : `\n${text}`}` }
  const { yaml, document, fields } = soundYaml(split.yaml)
  const eol = split.open.endsWith('\r\n') ? '\r\n' : '\n'
  const change = plan({ yaml, document, fields, eol })
  const attempts = [() => change.spliced, () => rewritten(document, change), () => rendered(change.expected)]
  for (const attempt of attempts) {
    const result = attempt()
    if (result !== null && holds(result, change.expected)) return split.open + result + split.rest
  }
  // What the parser wrote itself always parses back; this is for values that no YAML holds.
  throw new Error('The frontmatter cannot be edited.')
}

/** Law F1. */
function holds(yaml: string, expected: Fields): boolean {
  if ((yaml !== '' && !yaml.endsWith('\n')) || /^(?:---|\.\.\.)[ \t]*\r?$/m.test(yaml)) return false
  const again = parse(yaml)
  return again !== null && JSON.stringify(again.fields) === JSON.stringify(expected)
}

function rewritten(document: Document, change: Change): string | null {
  try {
    const copy = document.clone()
    change.change(copy)
    return copy.toString({ lineWidth: 0 })
  } catch {
    return null
  }
}

function rendered(fields: Fields): string {
  return stringify(fields, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
}

// --- splices ---

function spliceValue({ yaml, document, eol }: Source, key: string, value: string): string | null {
  const pair = pairOf(document, key)
  if (pair === null) return addField(yaml, document, key, value, eol)
  const [from, to] = valueSpan(yaml, pair)
  const end = yaml.slice(from, to).endsWith('\n') ? eol : ''
  return yaml.slice(0, from) + value + end + yaml.slice(to)
}

/** From behind the colon to the end of the value. */
function valueSpan(yaml: string, pair: Pair): [number, number] {
  const afterKey = (pair.key as Scalar).range![1]
  const from = yaml.indexOf(':', afterKey) + 1
  const range = (pair.value as Scalar | null)?.range
  return [from, Math.max(from, range?.[1] ?? from)]
}

function addField(yaml: string, document: Document, key: string, value: string, eol: string): string | null {
  const map = document.contents
  if (map !== null && (!isMap(map) || map.flow === true)) return null
  const whole = yaml === '' || yaml.endsWith('\n') ? yaml : yaml + eol
  const first = isMap(map) ? map.items[0] : undefined
  const indent = first === undefined ? '' : ' '.repeat(columnOf(yaml, (first.key as Scalar).range![0]))
  return `${whole}${indent}${key}:${value}${eol}`
}

function spliceItem(source: Source, key: string, item: Item): string | null {
  const list = pairOf(source.document, key)?.value
  if (!isSeq(list) || list.items.length === 0 || !list.range) return null
  return list.flow === true ? intoFlow(source.yaml, list, item) : belowBlock(source, list, item)
}

function intoFlow(yaml: string, list: YAMLSeq, item: Item): string {
  const at = list.range![1] - 1
  const before = yaml.slice(0, at).trimEnd()
  return `${before}${before.endsWith(',') ? ' ' : ', '}${flowItem(item)}${yaml.slice(at)}`
}

function belowBlock({ yaml, eol }: Source, list: YAMLSeq, item: Item): string {
  const [start, end] = list.range!
  const lineEnd = yaml[end - 1] === '\n' ? end : yaml.indexOf('\n', end) + 1 || yaml.length
  const before = yaml.slice(0, lineEnd)
  const lines = blockItem(item, ' '.repeat(columnOf(yaml, start))).join(eol)
  return `${before}${before.endsWith('\n') ? '' : eol}${lines}${eol}${yaml.slice(lineEnd)}`
}

/** The whole lines of a field, with what is indented below its key. */
function cutField({ yaml, document }: Source, key: string): string | null {
  const pair = pairOf(document, key)
  if (pair === null) return yaml
  const from = yaml.lastIndexOf('\n', (pair.key as Scalar).range![0] - 1) + 1
  const [, end] = valueSpan(yaml, pair)
  const to = yaml[end - 1] === '\n' ? end : yaml.indexOf('\n', end) + 1 || yaml.length
  return yaml.slice(0, from) + yaml.slice(to)
}

/** Of a key given twice the last counts. Null for a map that cannot be spliced. */
function pairOf(document: Document, key: string): Pair | null {
  const map = document.contents
  if (!isMap(map) || map.flow === true) return null
  const fits = ({ key: name }: Pair) => name instanceof Scalar && name.value === key && name.range
  return map.items.findLast((pair) => fits(pair)) ?? null
}

function columnOf(yaml: string, offset: number): number {
  return offset - (yaml.lastIndexOf('\n', offset - 1) + 1)
}

// --- values ---

function plainValue(value: FieldValue): string | readonly string[] {
  return typeof value === 'object' && 'plain' in value ? value.plain : value
}

/** With the blank or the line break that goes between colon and value. */
function renderValue(value: FieldValue, eol: string): string {
  if (typeof value === 'string') return ` ${quoted(value)}`
  return 'plain' in value ? ` ${value.plain}` : renderItems(value, eol)
}

function renderItems(items: readonly Item[], eol: string): string {
  if (items.length === 0) return ' []'
  return eol + items.flatMap((item) => blockItem(item, '  ')).join(eol)
}

/** The lines of one item of a block list. Times and event names stand plain, as people would write them. */
export function blockItem(item: Item, indent: string): string[] {
  if (typeof item === 'string') return [`${indent}- ${quoted(item)}`]
  return Object.entries(item).map(
    ([key, value], at) => `${indent}${at === 0 ? '- ' : '  '}${key}: ${bare(value)}`,
  )
}

function flowItem(item: Item): string {
  if (typeof item === 'string') return quoted(item)
  return `{ ${Object.entries(item)
    .map(([key, value]) => `${key}: ${quoted(value)}`)
    .join(', ')} }`
}

function bare(value: string): string {
  const needsNoQuotes =
    /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|[a-z]+_[a-z_]+|opened|requested|renamed|deferred|closed|declined)$/
  return needsNoQuotes.test(value) ? value : quoted(value)
}

function listIn(value: unknown): Item[] {
  if (value === undefined || value === null || value === '') return []
  return (Array.isArray(value) ? value : [value]) as Item[]
}

// --- reading ---

function splitText(text: string): Split | null {
  const open = /^\ufeff?---[ \t]*\r?\n/.exec(text)?.[0]
  if (open === undefined) return null
  const closing = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(text.slice(open.length))
  if (closing === null) return null
  const end = open.length + closing.index
  return { open, yaml: text.slice(open.length, end), rest: text.slice(end) }
}

type Sound = Omit<Source, 'eol'> & { readonly trouble: string | null }

/** Law F3. */
function soundYaml(yaml: string): Sound {
  const asIs = parse(yaml)
  if (asIs !== null) return { ...asIs, yaml, trouble: null }
  const mended = mend(yaml)
  const again = parse(mended) ?? { document: parseDocument(''), fields: {} }
  return { ...again, yaml: mended, trouble: 'its frontmatter is not YAML; it was read field by field' }
}

function parse(yaml: string): { document: Document; fields: Fields } | null {
  try {
    const document = parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent' }) as unknown as Document
    if (document.errors.length > 0) return null
    const value: unknown = document.toJS()
    if (value === null || value === undefined) return { document, fields: {} }
    return typeof value === 'object' && !Array.isArray(value) ? { document, fields: value as Fields } : null
  } catch {
    return null
  }
}
