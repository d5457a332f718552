// Frontmatter, edited in place: one field changes, every other byte stays.
//
//   FE1  What is written parses back to the fields that were there, with the one field changed and no other.
//   FE2  Bytes outside the field edited stay as they are, as long as the file is block-style YAML.
//
// A field with invalid YAML is read as the text after its colon, and quoted at the next edit of the file. An edit is a splice at the
// range that the YAML parser reports for the field. The result is parsed again before it is used; where a splice would break FE1
// (anchors, flow style at the top, odd keys) the parser's own document is changed and written instead.

import { type Document, isMap, isSeq, type Pair, Scalar, stringify, type YAMLSeq } from 'yaml'
import type { Fields } from '../rules/values.js'
import { parseFields, type ReadFields, readFields, readFrontmatter } from './frontmatter.js'
import { splitFrontmatter } from './split-frontmatter.js'
import { quoted } from './yaml-text.js'

/** Text is quoted; `plain` is for words and times of our own that need no quotes. */
export type Text = string | { readonly plain: string }
export type Item = string | Readonly<Record<string, Text>>
export type FieldValue = Text | readonly string[]

export function setField(text: string, key: string, value: FieldValue): string {
  const plain = plainValue(value)
  return edit(text, (source) => ({
    expected: { ...source.fields, [key]: plain },
    spliced: spliceValue(source, key, renderValue(value, source.eol)),
    change: (document) => document.set(key, document.createNode(plain, { flow: false })),
  }))
}

/** Adds to the end of a list. A single value becomes the first item of a new list; a missing field becomes a list. */
export function appendItem(text: string, key: string, item: Item): string {
  return edit(text, (source) => {
    const before = listIn(source.fields[key])
    const items = [...before, plainItem(item)]
    const whole = renderItems([...before, item], source.eol)
    return {
      expected: { ...source.fields, [key]: items },
      spliced: spliceItem(source, key, item) ?? spliceValue(source, key, whole),
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
  const split = splitFrontmatter(text)
  if (split === null) return body
  const { open, yaml, close } = split
  return open + yaml + (close.endsWith('\n') || body === '' ? close : `${close}\n`) + body
}

// --- one edit ---

interface Source extends ReadFields {
  readonly eol: string
}

interface Change {
  readonly expected: Fields
  /** Null when the range cannot be found in the text. */
  readonly spliced: string | null
  change(document: Document): void
}

function edit(text: string, plan: (source: Source) => Change): string {
  const split = splitFrontmatter(text) ?? { ...empty, body: text === '' ? '' : `\n${text}` }
  const source = { ...readFields(split.yaml), eol: split.open.endsWith('\r\n') ? '\r\n' : '\n' }
  const change = plan(source)
  const attempts = [
    () => change.spliced,
    () => rewritten(source.document, change),
    () => rendered(change.expected),
  ]
  for (const attempt of attempts) {
    const result = attempt()
    if (result !== null && holds(result, change.expected))
      return split.open + result + split.close + split.body
  }
  // Text from `stringify` always parses back, so only a value that YAML cannot hold comes here.
  throw new Error('The frontmatter cannot be edited.')
}

const empty = { open: '---\n', yaml: '', close: '---\n' }

/** An edit that does not parse back to the intended fields is not used (FE1): it could lose a field of a person's file. */
function holds(yaml: string, expected: Fields): boolean {
  if ((yaml !== '' && !yaml.endsWith('\n')) || /^(?:---|\.\.\.)[ \t]*\r?$/m.test(yaml)) return false
  const again = parseFields(yaml)
  return 'fields' in again && JSON.stringify(again.fields) === JSON.stringify(expected)
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

/** The range from behind the colon to the end of the value. */
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

/** Removes the whole lines of a field, with what is indented below its key. */
function cutField({ yaml, document }: Source, key: string): string | null {
  const pair = pairOf(document, key)
  if (pair === null) return yaml
  const from = yaml.lastIndexOf('\n', (pair.key as Scalar).range![0] - 1) + 1
  const [, end] = valueSpan(yaml, pair)
  const to = yaml[end - 1] === '\n' ? end : yaml.indexOf('\n', end) + 1 || yaml.length
  return yaml.slice(0, from) + yaml.slice(to)
}

/** The last one, where a key is given twice. Null for a map in flow style, which is not spliced. */
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

function plainItem(item: Item): string | Readonly<Record<string, string>> {
  if (typeof item === 'string') return item
  return Object.fromEntries(Object.entries(item).map(([key, text]) => [key, plainText(text)]))
}

function plainText(text: Text): string {
  return typeof text === 'string' ? text : text.plain
}

/** Begins with the space or the line break between colon and value. */
function renderValue(value: FieldValue, eol: string): string {
  return typeof value === 'object' && !('plain' in value) ? renderItems(value, eol) : ` ${renderText(value)}`
}

function renderText(text: Text): string {
  return typeof text === 'string' ? quoted(text) : text.plain
}

function renderItems(items: readonly Item[], eol: string): string {
  if (items.length === 0) return ' []'
  return eol + items.flatMap((item) => blockItem(item, '  ')).join(eol)
}

/** The lines of one item of a block list. */
export function blockItem(item: Item, indent: string): string[] {
  if (typeof item === 'string') return [`${indent}- ${quoted(item)}`]
  return Object.entries(item).map(
    ([key, value], at) => `${indent}${at === 0 ? '- ' : '  '}${key}: ${renderText(value)}`,
  )
}

function flowItem(item: Item): string {
  if (typeof item === 'string') return quoted(item)
  return `{ ${Object.entries(item)
    .map(([key, text]) => `${key}: ${quoted(plainText(text))}`)
    .join(', ')} }`
}

function listIn(value: unknown): Item[] {
  if (value === undefined || value === null || value === '') return []
  return (Array.isArray(value) ? value : [value]) as Item[]
}
