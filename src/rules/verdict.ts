// Verdict: whether a concluded meeting passes, by the conditions that somebody named. For programs that wait for a meeting. Pure.

export const failConditions = ['dissent', 'degraded', 'broken-citations', 'unverified-citations'] as const
export type FailCondition = (typeof failConditions)[number]

/** What a verdict rests on: folded from a journal. */
export interface VerdictFacts {
  readonly id: string
  readonly protocol: string
  readonly status: string
  readonly title: string
  /** Null for a meeting that decides nothing, or has not concluded. */
  readonly decision: string | null
  /** Those that stand: not withdrawn, and not accepted by whoever decides. */
  readonly dissents: readonly { readonly seat: string; readonly text: string }[]
  readonly degraded: readonly string[]
  readonly citations: { readonly verified: number; readonly unverified: number; readonly broken: number }
  readonly seats: readonly VerdictSeat[]
  readonly tokens: { readonly input: number; readonly output: number; readonly estimated: boolean }
  /** Answers that a model handed over in the person's name. */
  readonly relayed: number
  /** What it left for people to read; null where it left nothing. */
  readonly record: string | null
  readonly documents: readonly string[]
}

export interface VerdictSeat {
  readonly id: string
  readonly backend: string | null
  readonly model: string | null
  readonly turns: number
  readonly absent: boolean
}

export interface Verdict extends VerdictFacts {
  readonly pass: boolean
  /** The named conditions that hold. */
  readonly failed: readonly FailCondition[]
  /** Whether the record fits its journal at this moment. */
  readonly verified: boolean
  readonly exit: number
}

export type ReadConditions =
  | { readonly kind: 'conditions'; readonly conditions: readonly FailCondition[] }
  | { readonly kind: 'unknown'; readonly word: string }

/** `dissent,degraded`: each once, in the order of the list above. */
export function readConditions(text: string): ReadConditions {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const unknown = words.find((word) => !failConditions.some((known) => known === word))
  if (unknown !== undefined) return { kind: 'unknown', word: unknown }
  return { kind: 'conditions', conditions: failConditions.filter((known) => words.includes(known)) }
}

const holds: Readonly<Record<FailCondition, (facts: VerdictFacts) => boolean>> = {
  dissent: ({ dissents }) => dissents.length > 0,
  // Where nobody was to be there, that nobody was there is no news.
  degraded: ({ degraded }) => degraded.some((mark) => mark !== 'unattended'),
  'broken-citations': ({ citations }) => citations.broken > 0,
  'unverified-citations': ({ citations }) => citations.unverified > 0,
}

const exits: Readonly<Record<string, number>> = { concluded: 0, waiting: 3, paused: 3, halted: 4 }

/** 5 only where it concluded and a condition that was named holds; else how it ended. */
export function judge(facts: VerdictFacts, failOn: readonly FailCondition[], verified: boolean): Verdict {
  const concluded = facts.status === 'concluded'
  const failed = concluded ? failOn.filter((condition) => holds[condition](facts)) : []
  const exit = failed.length > 0 ? 5 : (exits[facts.status] ?? 1)
  return { ...facts, pass: concluded && failed.length === 0, failed, verified, exit }
}
