// Persona file: a name and a way of thinking. Its tool and model fields, which other programs read, mean nothing here.

import { lineIn, readFrontmatter } from '../../../documents/frontmatter.js'
import { displayNames, type Role } from '../names.js'

export interface PersonaFile {
  readonly name: string
  readonly title: string
  readonly text: string
}

/** Null: there is nothing in it. */
export function readPersona(text: string, role: Role): PersonaFile | null {
  const { fields, body, trouble } = readFrontmatter(text)
  const prose = (trouble?.kind === 'absent' ? text : body).trim()
  if (prose === '') return null
  const [, name = '', title = ''] = /^#[ \t]+(.+?)[ \t]+(?:--|—|–)[ \t]+(.+?)[ \t]*$/m.exec(prose) ?? []
  return { name: name || personName(lineIn(fields, 'name')) || displayNames[role], title, text: prose }
}

/** Other programs call the file there, in kebab-case; that is no name of a person. */
function personName(name: string): string {
  return /^[a-z0-9-]+$/.test(name) ? '' : name
}
