// Calls: every call that an analysis may make, with who speaks, what they may use, what they answer and what that may cost.
//
// There is no other call: summaries, reports, documents and notices are rendered.

import type { ZodType } from 'zod'
import type { Role } from './names.js'
import * as shapes from './schemas.js'

export interface Call {
  /** In single mode every call is the lead's. In a team: who makes it. `owner`: whose file it is about. `each`: all three, one by one. */
  readonly team: 'lead' | Role | 'owner' | 'each'
  readonly grant: 'none' | 'read'
  readonly reply: ZodType
  readonly maxOutput: number
  /** Not part of the conversation: it sees none of it and leaves nothing in it. */
  readonly apart: boolean
  readonly seconds?: number
  /** Whether a reply in words instead of the structure can be read. */
  readonly prose?: true
}

const aside = { grant: 'none', apart: true } as const
const spoken = { team: 'lead', grant: 'read', apart: false } as const

export const calls = {
  'analyze.opening': {
    team: 'lead',
    grant: 'none',
    reply: shapes.Opening,
    maxOutput: 800,
    apart: false,
    prose: true,
  },
  'analyze.adopt': { ...aside, team: 'lead', reply: shapes.Adopted, maxOutput: 8000 },
  'analyze.keywords': {
    ...aside,
    team: 'solutions-architect',
    reply: shapes.Keywords,
    maxOutput: 200,
    seconds: 15,
  },
  'analyze.scan': {
    team: 'solutions-architect',
    grant: 'read',
    reply: shapes.ScanReading,
    maxOutput: 2500,
    apart: true,
    seconds: 60,
  },
  'analyze.turn': { ...spoken, reply: shapes.Turn, maxOutput: 6000, prose: true },
  'analyze.amend': { ...spoken, reply: shapes.Turn, maxOutput: 6000, prose: true },
  'analyze.extract': { ...aside, team: 'lead', reply: shapes.Extract, maxOutput: 5000 },
  'analyze.team': { team: 'each', grant: 'read', reply: shapes.Team, maxOutput: 4000, apart: false },
  'analyze.validate': { ...aside, team: 'owner', reply: shapes.Validation, maxOutput: 1500 },
  'analyze.crosscheck': { ...aside, team: 'each', reply: shapes.Crosscheck, maxOutput: 2000 },
  'analyze.finalize': { ...aside, team: 'lead', reply: shapes.Finalization, maxOutput: 1500 },
} as const satisfies Readonly<Record<string, Call>>

export type CallId = keyof typeof calls

/** A turn that broke a rule is asked for again under this id, in the shape and with the limits of the call that it replaces. */
export const retryId = 'analyze.retry'

/** How many drafts of a turn there are at most. */
export const mostDrafts = 3
