// Outcome: what a meeting came to, in parts that every surface sets in its own way.

import type { Cited } from './items.js'

/** `carried`: not followed, and not refuted either. */
export type DissentAnswer = 'accepted' | 'rebutted' | 'carried'

/** What was settled, in the words in which it was recorded. */
export interface DecisionTold {
  readonly question: string
  readonly decision: string
  readonly reasoning: string
}

export interface OutcomeTold {
  readonly headline: string | null
  /** Markdown. */
  readonly paragraphs: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** Whole sentences for the person. */
  readonly remarks: readonly string[]
  /** To be copied as they stand. */
  readonly commands: readonly string[]
  /** What each of them is for, in the same order. */
  readonly uses?: readonly string[]
  /** What was decided, for lists of decisions. */
  readonly decision: string | null
  /** Each on its own, where there are several; the first is `decision`. */
  readonly decisions?: readonly string[]
  /** Why, in the words of whoever settled it; absent where nobody gave a reason. */
  readonly because?: string
  /** What is to be done next, and by whom. */
  readonly followUps?: readonly { readonly action: string; readonly owner: string }[]
  /** The same, worked out: one text each, in the order of the work, with the name of its file. In place of what follow-ups say. */
  readonly issues?: readonly { readonly file: string; readonly title: string; readonly body: string }[]
  /** How the dissents that stood to the end were answered, by their ids. */
  readonly dissents?: readonly {
    readonly id: string
    readonly answer: DissentAnswer
    readonly reason: string
  }[]
  /** The commits that the meeting made; `branch` is its own where it left one, else the person's. */
  readonly commits?: readonly { readonly hash: string; readonly branch: string | null }[]
  /** What it cites, and what was found there. */
  readonly sources?: readonly Cited[]
  /** What makes the result worth less than it looks, in words. */
  readonly degraded: readonly string[]
  /** Stands alone on the last line of what a command prints when the meeting has concluded, for programs that wait for it. */
  readonly lastLine?: string | null
}

export const nothingTold: OutcomeTold = {
  headline: null,
  paragraphs: [],
  facts: [],
  remarks: [],
  commands: [],
  decision: null,
  degraded: [],
}

/** Everything that was decided. */
export function decisionsOf(told: Pick<OutcomeTold, 'decision' | 'decisions'> | null): readonly string[] {
  const { decision = null, decisions = [] } = told ?? {}
  if (decisions.length > 0) return decisions
  return decision ? [decision] : []
}
