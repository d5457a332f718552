// Calls: every call that a deliberation may make, with who speaks, what they may use, what they answer, and what a failure means.

import type { ZodType } from 'zod'
import * as shapes from './schemas.js'

export interface Call {
  /** `conductor`, or which of the others. */
  readonly seat: 'conductor' | 'member' | 'context' | 'verifier' | 'auditor'
  readonly grant: 'none' | 'read' | 'work'
  /** Null: plain text. */
  readonly reply: ZodType | null
  readonly maxOutput: number
  readonly failed: Failure
  /** Whether a reply whose content is wrong is sent back, as id + `.again`. */
  readonly again?: boolean
}

export type Failure =
  | 'run-fails'
  | 'absent'
  | 'unavailable'
  | 'by-engine'
  | 'tree-listing'
  | 'no-pairs'
  | 'no-questions'
  | 'no-answer'
  | 'task-failed'
  | 'criterion-failed'
  | 'needs-review'
  | 'none-reopened'
  | 'no-notes'

const byConductor = { seat: 'conductor', grant: 'none', failed: 'run-fails' } as const
const byMember = { seat: 'member', grant: 'read', reply: null, failed: 'absent' } as const

const design = { ...byConductor, reply: shapes.Design, maxOutput: 8000, again: true } as const
const prd = { ...byConductor, reply: shapes.Prd, maxOutput: 8000, again: true } as const

export const calls = {
  'brainstorm.take': { seat: 'member', grant: 'none', reply: null, maxOutput: 400, failed: 'unavailable' },
  'brainstorm.synthesis': { ...byConductor, reply: shapes.Gist, maxOutput: 600 },
  'interview.questions': { ...byConductor, grant: 'read', reply: shapes.Questions, maxOutput: 1500 },
  'interview.summary': { ...byConductor, reply: shapes.Summary, maxOutput: 3000, again: true },
  'interview.topic': { ...byConductor, reply: shapes.Topic, maxOutput: 600 },
  'assembly.semantic': { ...byConductor, reply: shapes.Scores, maxOutput: 3000, failed: 'by-engine' },
  survey: { seat: 'context', grant: 'read', reply: null, maxOutput: 4000, failed: 'tree-listing' },
  'round1.position': { ...byMember, maxOutput: 3000, again: true },
  pairing: { ...byConductor, reply: shapes.Pairs, maxOutput: 1500, failed: 'no-pairs', again: true },
  'round2.challenge': { ...byMember, maxOutput: 1500, again: true },
  'round3.converge': { ...byMember, maxOutput: 2000, again: true },
  synthesis: design,
  'design.revise': design,
  sketch: { ...byConductor, reply: shapes.Sketch, maxOutput: 2000, again: true },
  tasklist: { ...byConductor, reply: shapes.Tasks, maxOutput: 2000, again: true },
  'meeting.opening': { ...byMember, maxOutput: 600 },
  'meeting.questions': {
    seat: 'member',
    grant: 'none',
    reply: shapes.Asked,
    maxOutput: 500,
    failed: 'no-questions',
  },
  'meeting.answer': { ...byMember, reply: shapes.Answered, maxOutput: 600, failed: 'no-answer' },
  'meeting.followup': {
    seat: 'member',
    grant: 'none',
    reply: shapes.Closed,
    maxOutput: 400,
    failed: 'no-answer',
  },
  'meeting.synthesis': { ...byMember, grant: 'none', reply: shapes.Insight, maxOutput: 800 },
  'meeting.notes': { ...byConductor, reply: shapes.Notes, maxOutput: 1500, again: true },
  prd,
  'prd.revise': prd,
  'task.execute': { ...byMember, grant: 'work', maxOutput: 16_000, failed: 'task-failed', again: true },
  'verify.criterion': {
    seat: 'verifier',
    grant: 'work',
    reply: shapes.Proof,
    maxOutput: 2000,
    failed: 'criterion-failed',
  },
  'audit.criteria': { ...byConductor, grant: 'read', reply: shapes.Criteria, maxOutput: 1500 },
  'audit.zone': {
    seat: 'auditor',
    grant: 'read',
    reply: shapes.Zone,
    maxOutput: 4000,
    failed: 'needs-review',
  },
  'audit.gaps': {
    ...byConductor,
    grant: 'read',
    reply: shapes.Gaps,
    maxOutput: 1500,
    failed: 'none-reopened',
  },
  'audit.report': { ...byConductor, reply: shapes.Report, maxOutput: 3000, again: true },
  'skill.note': { ...byConductor, reply: shapes.SkillNotes, maxOutput: 1500, failed: 'no-notes' },
} as const satisfies Readonly<Record<string, Call>>

export type CallId = keyof typeof calls

/** The call behind an id, also behind the `.again` of one that may be sent back. */
export function callOf(id: string): Call | undefined {
  const base = id.replace(/\.again$/, '')
  if (!Object.hasOwn(calls, base)) return undefined
  const call: Call = calls[base as CallId]
  return base === id || call.again === true ? call : undefined
}
