// Repairs frontmatter that is not valid YAML, field by field. The usual mistake is a text with a colon and no quotes.

import { parseDocument } from 'yaml'
import { entriesIn, listOf, readSections, type Section, textOf } from './loose-yaml.js'
import { quoted } from './yaml-text.js'

const KEY = /^([A-Za-z_][A-Za-z0-9_-]*):(?=\s|$)/

/** Fields that are valid by themselves stay as they are. Lines that belong to no field become comments. */
export function mend(yaml: string): string {
  return chunks(yaml).map(mendChunk).join('')
}

interface Chunk {
  readonly key: string | null
  readonly text: string
}

function chunks(yaml: string): Chunk[] {
  const found: { key: string | null; text: string }[] = []
  for (const line of yaml.split(/(?<=\n)/)) {
    const key = KEY.exec(line)?.[1] ?? null
    if (key !== null || found.length === 0) found.push({ key, text: line })
    else found.at(-1)!.text += line
  }
  return found
}

function mendChunk({ key, text }: Chunk): string {
  if (isSound(key, text)) return text
  if (key === null) return text.replace(/^(?=.*\S)(?!#)/gm, '# ')
  const section = readSections(text).get(key)
  return `${key}:${section === undefined ? ' ""\n' : loosely(section)}`
}

function isSound(key: string | null, text: string): boolean {
  try {
    const document = parseDocument(text, { logLevel: 'silent' })
    if (document.errors.length > 0) return false
    const value: unknown = document.toJS()
    if (key === null) return value === null || value === undefined
    return typeof value === 'object' && value !== null && Object.keys(value).join() === key
  } catch {
    return false
  }
}

function loosely(section: Section): string {
  const first = section.lines.find((line) => line.trim() !== '')
  if (section.inline !== '' || !/^\s*-(\s|$)/.test(first ?? '')) return ` ${quoted(textOf(section))}\n`
  if (!/^\s*-\s+[A-Za-z_]\w*:(\s|$)/.test(first!)) {
    return `\n${listOf(section)
      .map((item) => `  - ${quoted(item)}\n`)
      .join('')}`
  }
  return `\n${entriesIn(section.lines).map(looseEntry).join('')}`
}

function looseEntry(entry: ReadonlyMap<string, Section>): string {
  const lines = [...entry.values()].map((field) => `${field.key}: ${quoted(textOf(field))}\n`)
  return lines.length === 0 ? '' : `  - ${lines.join('    ')}`
}
