// Frontmatter: the fields at the top of a Markdown file and the text below them. `frontmatter-edit` changes one of them.

import { type Document, parseDocument } from 'yaml'
import { type Fields, isRecord } from '../rules/values.js'
import { mend } from './mend-yaml.js'
import { splitFrontmatter } from './split-frontmatter.js'

export interface Frontmatter {
  /** Also when the YAML is invalid: then each field is the text after its colon. */
  readonly fields: Fields
  readonly body: string
  /** Its error, for callers that refuse such a file; null when there is none. */
  readonly trouble: Trouble | null
}

export type Trouble =
  | { readonly kind: 'absent' }
  /** A key is given twice; the last counts. */
  | { readonly kind: 'repeated'; readonly why: string }
  | { readonly kind: 'broken'; readonly why: string }

export function readFrontmatter(text: string): Frontmatter {
  const split = splitFrontmatter(text)
  if (split === null) return { fields: {}, body: text, trouble: { kind: 'absent' } }
  const { fields, trouble } = readFields(split.yaml)
  return { fields, body: split.body, trouble }
}

/** The error in words, for a message that begins with the name of the file. */
export function troubleText(trouble: Trouble): string {
  if (trouble.kind === 'absent') return 'it does not begin with frontmatter between two lines of `---`'
  return `its frontmatter is not YAML: ${trouble.why}`
}

export interface ReadFields {
  /** The text that `document` is parsed from: the original, or a repaired one. */
  readonly yaml: string
  readonly document: Document
  readonly fields: Fields
  readonly trouble: Trouble | null
}

/** Never throws: people write this by hand, and a missing quote must not make the whole file unreadable. */
export function readFields(yaml: string): ReadFields {
  const read = parseFields(yaml)
  if ('fields' in read) return { ...read, yaml }
  const mended = mend(yaml)
  const again = parseFields(mended)
  const found = 'fields' in again ? again : { document: parseDocument(''), fields: {} }
  return { ...found, yaml: mended, trouble: { kind: 'broken', why: read.broken } }
}

export function parseFields(yaml: string): Omit<ReadFields, 'yaml'> | { readonly broken: string } {
  const document: Document = parseDocument(yaml, { logLevel: 'silent' }) as unknown as Document
  const [error, repeated] = [false, true].map((twice) =>
    document.errors.find(({ code }) => (code === 'DUPLICATE_KEY') === twice),
  )
  if (error) return { broken: firstLine(error.message) }
  // The parser refuses to write a document with errors, and a repeated key is not an error here.
  document.errors = []
  const trouble: Trouble | null = repeated ? { kind: 'repeated', why: firstLine(repeated.message) } : null
  try {
    const value: unknown = document.toJS() ?? {}
    return isRecord(value) ? { document, fields: value, trouble } : { broken: 'It is not a map of fields' }
  } catch (thrown) {
    return { broken: firstLine(thrown instanceof Error ? thrown.message : String(thrown)) }
  }
}

/** A field as one line of text; empty when it is absent or not a scalar. */
export function lineIn(fields: Fields, name: string): string {
  return textIn(fields, name).replace(/\s+/g, ' ')
}

/** A field as text, trimmed; a list is joined by commas. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return Array.isArray(value) ? value.map(scalar).filter(Boolean).join(', ') : scalar(value)
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function firstLine(message: string): string {
  return message.split('\n')[0]!
}
