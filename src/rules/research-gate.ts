// Research gate: DISCUSS begins only when every invitee has a prelude, or when research was skipped on purpose.
import { haltFor } from './halt-event.js'

export type ResearchVerdict =
  | { kind: 'pass'; line: string }
  | { kind: 'bypass'; line: string }
  | { kind: 'halt'; missing: readonly string[]; line: string }

export function judgeResearch(given: {
  invitees: readonly string[]
  /** Who has a prelude. */
  preludes: readonly string[]
  skipResearch: boolean
}): ResearchVerdict {
  if (given.skipResearch) return { kind: 'bypass', line: BYPASS }
  const missing = given.invitees.filter((invitee) => !given.preludes.includes(invitee))
  if (missing.length === 0) return { kind: 'pass', line: PASS }
  return {
    kind: 'halt',
    missing,
    line: haltFor('RESEARCH-MISSING', `missing preludes for: ${missing.join(',')}`),
  }
}

const PASS = 'research-gate: PASS — prelude present for every invitee'
const BYPASS = 'research-gate: --skip-research bypass — gate passed without prelude check'
