// Items: what stands in a transcript, one after another.

import type { Tally } from './emitted.js'

export type Item = Turn | Aside | PhaseMark | RoundMark | Notice | Choice | Wrote | Stop

export interface Turn {
  readonly kind: 'turn'
  readonly key: string
  /** The journal line that vouches for it. */
  readonly n: number
  readonly at: string
  /** Null for the person and for the meeting's own facilitator. */
  readonly seat: string | null
  readonly name: string
  readonly role: string
  /** As the meeting itself counts it: `turn 12`. */
  readonly label: string
  readonly phase: string
  readonly round: number
  readonly text: string
  readonly cost: TurnCost | null
  readonly tools: readonly ToolCall[]
  readonly cited: readonly Cited[]
  readonly tally: Tally | null
  /** Why it broke off, for words that are not whole. */
  readonly broken: string | null
}

export interface TurnCost {
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  readonly model: string | null
  readonly backend: string
  readonly attempts: number
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly ok: boolean
  readonly output: string
}

/** A structured reply: meant for the procedure, kept for the reader who wants it. */
export interface Aside {
  readonly kind: 'aside'
  readonly key: string
  readonly n: number
  readonly seat: string
  readonly name: string
  readonly call: string
  readonly value: unknown
  readonly cost: TurnCost
}

export interface PhaseMark {
  readonly kind: 'phase'
  readonly key: string
  readonly n: number
  readonly name: string
  readonly skipped: string | null
}

export interface RoundMark {
  readonly kind: 'round'
  readonly key: string
  readonly n: number
  readonly round: number
}

export interface Notice {
  readonly kind: 'notice'
  readonly key: string
  readonly n: number
  readonly degree: 'info' | 'warning' | 'critical'
  readonly text: string
}

/** A question and what the person chose. */
export interface Choice {
  readonly kind: 'choice'
  readonly key: string
  readonly n: number
  readonly at: string
  readonly title: string
  readonly chosen: string
  readonly by: 'person' | 'answers' | 'default'
}

export interface Wrote {
  readonly kind: 'wrote'
  readonly key: string
  readonly n: number
  readonly path: string
  readonly removed: boolean
  readonly masked: boolean
}

export interface Stop {
  readonly kind: 'stop'
  readonly key: string
  readonly n: number
  readonly at: string
  readonly word: 'paused' | 'halted' | 'aborted' | 'failed' | 'concluded'
  readonly text: string
}

export interface Cited {
  readonly ref: string
  readonly path: string | null
  readonly state: 'verified' | 'unverified' | 'broken'
  readonly reason: string
}

export interface Cost {
  readonly n: number
  readonly seat: string
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  readonly model: string | null
  readonly backend: string | null
  /** All tokens of the meeting up to here. */
  readonly total: number
}

export interface Pin {
  readonly id: string
  readonly intent: string
  readonly content: string
  readonly type: string
  readonly by: string
  /** The item of the transcript that it comes from. */
  readonly from: string
  readonly revisions: number
}
