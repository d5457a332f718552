// Persona file: who a member or the conductor is, in prose under a few lines about it.

import { nameFault } from '../../../rules/plain-name.js'
import { lineIn, readFrontmatter, troubleText } from '../../../text/frontmatter.js'
import { withoutSections } from './sections.js'

export interface Persona {
  readonly name: string
  readonly description: string
  /** Kept for other tools that read the file; nothing here depends on it. */
  readonly model: string
  readonly body: string
}

export type PersonaReading =
  | { readonly kind: 'persona'; readonly persona: Persona }
  | { readonly kind: 'faulty'; readonly fault: string }

/** A persona of the person's own may have any sections; only a name and a text are wanted. */
export function readPersona(text: string): PersonaReading {
  const { fields, trouble, ...rest } = readFrontmatter(text)
  if (trouble) return faulty(troubleText(trouble))
  const name = lineIn(fields, 'name')
  if (name === '') return faulty('its frontmatter has no `name`')
  const strange = nameFault(name)
  if (strange !== null) return faulty(`its \`name\` ${strange}`)
  const body = rest.body.trim()
  if (body === '') return faulty('it has no persona below its frontmatter')
  const persona = {
    name,
    description: lineIn(fields, 'description'),
    model: lineIn(fields, 'model') || 'inherit',
    body,
  }
  return { kind: 'persona', persona }
}

/**
 * The persona as it is given to who speaks: without the sections that help others to choose a member and its skills, and without the
 * forms of the rounds, which each prompt says itself.
 */
export function spokenPersona(body: string): string {
  return withoutSections(body, ['Trigger Domains', 'Department Skills', 'Deliberation Formats'])
}

function faulty(fault: string): PersonaReading {
  return { kind: 'faulty', fault }
}
