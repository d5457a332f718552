// Seat file: a persona under a few lines about it. The body is the seat's own voice, taken as it stands.

import { readFrontmatter, textIn, troubleText } from '../../../text/frontmatter.js'

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
  const { fields, body, trouble } = readFrontmatter(text)
  if (trouble) return faulty(troubleText(trouble))
  const name = textIn(fields, 'name')
  if (name === '') return faulty('its frontmatter has no `name`')
  if (name !== stem) return faulty(`its frontmatter names "${name}", but the file is "${stem}"`)
  if (body.trim() === '') return faulty('it has no persona below its frontmatter')
  const [title, voice] = [textIn(fields, 'title'), textIn(fields, 'voice')]
  return { kind: 'seat', seat: { name, title, voice, body } }
}

function faulty(fault: string): SeatReading {
  return { kind: 'faulty', fault }
}
