// Frontmatter: the YAML between two `---` lines at the top of a Markdown file, and the text below it.

import { parseDocument } from 'yaml'

export interface WithFrontmatter {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Undefined when there is no block, it is not YAML, or it is not a map. */
export function splitFrontmatter(text: string): WithFrontmatter | undefined {
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text)
  if (!parts) return undefined
  const fields = mapIn(parts[1] ?? '')
  return fields && { fields, body: parts[2] ?? '' }
}

/** A field as one line of text; empty when it is absent or no scalar. */
export function lineIn(fields: WithFrontmatter['fields'], name: string): string {
  return textIn(fields, name).replace(/\s+/g, ' ')
}

/** A field as text, trimmed; a list is joined by commas. */
export function textIn(fields: WithFrontmatter['fields'], name: string): string {
  const value = fields[name]
  return Array.isArray(value) ? value.map(scalar).filter(Boolean).join(', ') : scalar(value)
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function mapIn(yaml: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseDocument(yaml)
  if (document.errors.length > 0) return undefined
  try {
    const value: unknown = document.toJS()
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
