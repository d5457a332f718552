// Persona file: a name and a way of thinking. Its tool and model fields, which other programs read, mean nothing here.

import { nameFault } from '../../../rules/plain-name.js'
import { lineIn, readFrontmatter } from '../../../text/frontmatter.js'
import { displayNames, firstName, type Role } from '../names.js'

export interface PersonaFile {
  readonly name: string
  readonly title: string
  readonly text: string
  /** Why it cannot be called as it calls itself; null where it is. */
  readonly fault: string | null
}

/** Null: there is nothing in it. */
export function readPersona(text: string, role: Role): PersonaFile | null {
  const { fields, body, trouble } = readFrontmatter(text)
  const prose = (trouble?.kind === 'absent' ? text : body).trim()
  if (prose === '') return null
  const [, name = '', title = ''] = /^#[ \t]+(.+?)[ \t]+(?:--|—|–)[ \t]+(.+?)[ \t]*$/m.exec(prose) ?? []
  const called = name || personName(lineIn(fields, 'name'))
  // The first name stands alone before what is said, so that it must be one by itself.
  const fault = called === '' ? null : (nameFault(called) ?? nameFault(firstName(called)))
  return { name: fault === null && called !== '' ? called : displayNames[role], title, text: prose, fault }
}

/** Other programs call the file there, in kebab-case; that is no name of a person. */
function personName(name: string): string {
  return /^[a-z0-9-]+$/.test(name) ? '' : name
}
