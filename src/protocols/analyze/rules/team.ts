// Messages of a team: what each type must have, and what becomes of it. One that does not fit is ignored and named.

import { z } from 'zod'
import type { Role } from '../names.js'
import type { Finding, Team } from '../schemas.js'
import { isArtifact } from './artifacts.js'
import { artifactOwners } from './owners.js'

const text = z.string().min(1).max(1000)
const texts = z.array(text).max(20)

const forms = {
  progress: z.object({
    artifact: text,
    status: z.enum(['written', 'updated', 'finalized']),
    coverage_summary: text,
  }),
  finding: z.object({ topic: text, content: text, confidence: z.enum(['high', 'medium', 'low']) }),
  complete: z.object({ artifacts_written: texts, open_questions: texts }),
  'cross-check': z.object({
    inconsistencies_found: z.union([z.number(), texts]),
    corrections_made: texts,
    status: z.enum(['clean', 'corrected']),
  }),
  error: z.object({ code: text, description: text, recovery_taken: text }),
} as const

export interface Heard {
  /** For the next natural break. */
  readonly held: readonly Finding[]
  /** It says that it has all that it needs. */
  readonly done: boolean
  readonly ignored: readonly string[]
}

export function heardFrom(role: Role, messages: Team['messages']): Heard {
  const held: Finding[] = []
  const ignored: string[] = []
  let done = false
  for (const message of messages) {
    const why = messageFault(role, message)
    if (why !== null) ignored.push(why)
    else if (message.type === 'complete') done = true
    else if (message.type === 'finding') {
      const { topic, content, confidence } = forms.finding.parse(message)
      held.push({ role, topic, text: content.replace(/\s+/g, ' ').slice(0, 300), confidence })
    }
  }
  return { held, done, ignored }
}

function messageFault(role: Role, message: Team['messages'][number]): string | null {
  if (!Object.hasOwn(forms, message.type)) return `there is no message type "${message.type}"`
  if (message.persona !== role) return `${role} cannot speak for ${message.persona}`
  const read = forms[message.type as keyof typeof forms].safeParse(message)
  if (!read.success) return `${message.type}: ${read.error.issues[0]?.path.join('.')} is missing or wrong`
  const artifact = 'artifact' in read.data ? read.data.artifact : null
  const isForeign = artifact !== null && (!isArtifact(artifact) || artifactOwners[artifact] !== role)
  return isForeign ? `${artifact} is not ${role}’s` : null
}
