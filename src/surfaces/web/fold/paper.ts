// A document as blocks that can be drawn and compared: Markdown as it is read, a CSV file as a table, JSON by its fields. Pure.

import { readMarkdown } from '../../../text/markdown/read.js'
import type { Block, Cell, Inline } from '../../../text/markdown/tree.js'
import { splitFrontmatter } from '../../../text/split-frontmatter.js'
import { fieldsOf } from '../../../view/reading.js'

export function blocksOf(path: string, text: string): readonly Block[] {
  if (/\.csv$/i.test(path)) return tableOf(text)
  if (/\.json$/i.test(path)) return fieldsIn(text)
  return readMarkdown(splitFrontmatter(text)?.body ?? text)
}

// ---- CSV

function tableOf(text: string): readonly Block[] {
  const [head, ...rows] = rowsIn(text)
  if (head === undefined) return []
  const cells = (row: readonly string[]): readonly Cell[] => head.map((_, at) => words(row[at] ?? ''))
  return [{ kind: 'table', columns: head.map(() => 'left'), head: cells(head), rows: rows.map(cells) }]
}

/** A field in quotes may hold commas, line feeds and doubled quotes. */
function rowsIn(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.some((field) => field !== ''))
}

// ---- JSON

/** Each entry of a list under its name; anything else by its fields. What is no JSON is shown as it is written. */
function fieldsIn(text: string): readonly Block[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [{ kind: 'plain', text }]
  }
  return Array.isArray(value) ? value.flatMap((one) => entry(one)) : [list(fieldsOf(value))]
}

function entry(value: unknown): readonly Block[] {
  const { id, title, ...rest } = fieldsOf(value)
  const name = [id, title].filter((one) => typeof one === 'string').join(': ')
  return [...(name === '' ? [] : [{ kind: 'heading', rank: 2, inlines: words(name) } as const]), list(rest)]
}

function list(fields: Readonly<Record<string, unknown>>): Block {
  const items = Object.entries(fields).map(([name, value]) => ({
    task: null,
    blocks: [{ kind: 'paragraph' as const, inlines: [label(name), ...words(` ${plain(value)}`)] }],
  }))
  return { kind: 'list', start: null, tight: true, items }
}

function label(name: string): Inline {
  return { kind: 'strong', inlines: words(`${name.replaceAll('_', ' ')}:`) }
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plain).join('; ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function words(text: string): readonly Inline[] {
  return [{ kind: 'text', text }]
}
