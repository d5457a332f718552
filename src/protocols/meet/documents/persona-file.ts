// Persona file: who an agent is, in prose, under a few lines about it. The library's and a project's have the same form.

import { lineIn, readFrontmatter, textIn } from '../../../text/frontmatter.js'

export interface Persona {
  readonly id: string
  readonly name: string
  /** The id under which other tools know this agent; its older memories may lie there. */
  readonly upstream: string | null
  readonly title: string
  readonly body: string
}

export type PersonaReading =
  | { readonly kind: 'persona'; readonly persona: Persona }
  | { readonly kind: 'faulty'; readonly fault: string }

/** `stem` is the file's name without `.md`, which is the id where the file gives none. */
export function readPersona(text: string, stem: string): PersonaReading {
  const { fields, trouble, ...rest } = readFrontmatter(text)
  if (trouble) return faulty('invalid YAML frontmatter')
  const name = textIn(fields, 'name')
  const title = lineIn(fields, 'title')
  if (name === '' || title === '') return faulty('its frontmatter needs `name` and `title`')
  const body = rest.body.trim()
  if (body === '') return faulty('there is no persona below its frontmatter')
  const id = (lineIn(fields, 'id') || stem).toLowerCase()
  return {
    kind: 'persona',
    persona: { id, name, upstream: lineIn(fields, 'upstream') || null, title, body },
  }
}

function faulty(fault: string): PersonaReading {
  return { kind: 'faulty', fault }
}
