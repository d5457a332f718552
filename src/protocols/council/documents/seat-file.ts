// Seat file: a persona under a few lines about it. The body is the seat's own voice, taken as it stands.

import { parseDocument } from 'yaml'

export interface SeatFile {
  readonly name: string
  readonly title: string
  readonly voice: string
  /** The persona, byte for byte. */
  readonly body: string
}

export type SeatReading =
  | { readonly kind: 'seat'; readonly seat: SeatFile }
  | { readonly kind: 'faulty'; readonly fault: string }

/** `stem` is the file's name without `.md`, which the seat's own name must equal. */
export function readSeat(text: string, stem: string): SeatReading {
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text)
  if (!parts) return faulty('it does not begin with frontmatter between two lines of `---`')
  const document = parseDocument(parts[1]!)
  if (document.errors.length > 0)
    return faulty(`its frontmatter is not YAML: ${document.errors[0]!.message.split('\n')[0]}`)
  const fields: unknown = document.toJS()
  const name = field(fields, 'name')
  if (name === '') return faulty('its frontmatter has no `name`')
  if (name !== stem) return faulty(`its frontmatter names "${name}", but the file is "${stem}"`)
  if (parts[2]!.trim() === '') return faulty('it has no persona below its frontmatter')
  return {
    kind: 'seat',
    seat: { name, title: field(fields, 'title'), voice: field(fields, 'voice'), body: parts[2]! },
  }
}

function faulty(fault: string): SeatReading {
  return { kind: 'faulty', fault }
}

function field(fields: unknown, key: string): string {
  if (typeof fields !== 'object' || fields === null) return ''
  const value = (fields as Record<string, unknown>)[key]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
