// Stakeholder file: somebody of the project whom a seat may voice. Its frontmatter is enough to be listed; its body is for the seat.

import { lineIn, readFrontmatter, textIn } from '../../../text/frontmatter.js'

export interface Stakeholder {
  /** As written: a name that cannot be seated is refused, not silently corrected. */
  readonly name: string
  readonly role: string
  readonly expertise: string
  readonly personality: string
  readonly perspective: string
  readonly tags: string
}

export type StakeholderReading =
  | { readonly kind: 'stakeholder'; readonly stakeholder: Stakeholder }
  /** An empty file is somebody's placeholder. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'faulty' }

export function readStakeholder(text: string): StakeholderReading {
  if (!/[^\s\uFEFF]/.test(text)) return { kind: 'nothing' }
  const { fields, trouble } = readFrontmatter(text)
  if (trouble) return { kind: 'faulty' }
  const stakeholder = {
    name: textIn(fields, 'name'),
    role: lineIn(fields, 'role'),
    expertise: textIn(fields, 'expertise'),
    personality: textIn(fields, 'personality'),
    perspective: textIn(fields, 'perspective'),
    tags: textIn(fields, 'tags'),
  }
  return stakeholder.name === '' || stakeholder.role === ''
    ? { kind: 'faulty' }
    : { kind: 'stakeholder', stakeholder }
}

export function stakeholderBody(text: string): string {
  return readFrontmatter(text).body.trim()
}

/** What the seat is told that it is. */
export function stakeholderPersona({ name, role, ...more }: Stakeholder, body: string): string {
  const traits = [
    ['Expertise', more.expertise],
    ['Personality', more.personality],
    ['Perspective', more.perspective],
    ['Cares about', more.tags],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  const about = `You speak as ${name}, ${role}, a stakeholder of this project.`
  return [[about, ...traits].join('\n'), body].filter((part) => part !== '').join('\n\n')
}
