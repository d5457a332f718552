// Items: what stands in a story, one after another, in the order in which it happened.

import type { ToolUse } from '../kernel/agents.js'
import type { AnsweredBy, Question } from '../kernel/question.js'
import type { MoneyPaid } from '../rules/money.js'
import type { Part } from './parts.js'

export type Item =
  | Turn
  | Reply
  | Phase
  | Round
  | OpeningWords
  | Asked
  | Answered
  | Notice
  | TranscriptLine
  | Missed
  | Wrote
  | Stop

interface Placed {
  /** Names the item in its story: `n12`; `n12r` or `n12s0` where a line makes another one. */
  readonly key: string
  /** The journal line that vouches for it. */
  readonly n: number
  readonly at: string
}

export interface Turn extends Placed {
  readonly kind: 'turn'
  /** Null for the person and for a protocol's own facilitator. */
  readonly seat: string | null
  readonly name: string
  readonly role: string
  /** As the meeting itself counts it: `turn 12`. */
  readonly label: string
  readonly phase: string
  readonly round: number
  /** Markdown, as it was said. */
  readonly text: string
  readonly parts: readonly Part[]
  /** What was said before a tool was used, where the protocol shows that. */
  readonly aside?: string
  /** As it stands in the transcript of a protocol that prints one to the letter. */
  readonly verbatim: string | null
  /** The same without the lines that only machines read, where it has such lines. */
  readonly shown?: string
  /** The transcript shows less of it than was said. */
  readonly abridged?: boolean
  readonly cost: TurnCost | null
  readonly tools: readonly ToolUse[]
  readonly cited: readonly Cited[]
  readonly tally: Tally | null
  /** Why it broke off, for words that are not whole. */
  readonly broken: string | null
}

export interface TurnCost {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly estimated: boolean
  readonly money: MoneyPaid
  readonly model: string | null
  readonly backend: string
  readonly ms: number
  readonly attempts: number
}

/** A reference that was checked, and what was found there. */
export interface Cited {
  readonly ref: string
  readonly path: string | null
  /** The same as it is seen from the project, where that differs. */
  readonly place?: string
  /** First and last line, from 1, where lines are cited. */
  readonly range: { readonly from: number; readonly to: number } | null
  /** Further ranges, where several are cited. */
  readonly more?: readonly { readonly from: number; readonly to: number }[]
  /** SHA-256 of the file as it was when it was checked, where the journal says so. */
  readonly sha256: string | null
  /** The commit that held these bytes then, and the path from the repository's top, where the journal says so. */
  readonly commit?: { readonly hash: string; readonly path: string } | null
  /** The words that were quoted from it. */
  readonly quotes?: readonly string[]
  readonly state: 'verified' | 'unverified' | 'broken'
  readonly reason: string
}

export interface Tally {
  readonly verified: number
  readonly unverified: number
  readonly broken: number
}

/** A structured reply: meant for the procedure, kept for the reader who wants it. */
export interface Reply extends Placed {
  readonly kind: 'reply'
  readonly seat: string
  readonly name: string
  readonly role: string
  readonly call: string
  readonly value: unknown
  /** What it says, as Markdown, where the protocol can tell it in words. */
  readonly words: string | null
  readonly cost: TurnCost
  readonly tools: readonly ToolUse[]
  readonly cited: readonly Cited[]
}

export interface Phase extends Placed {
  readonly kind: 'phase'
  readonly name: string
  readonly label: string
  /** Why it was passed over. */
  readonly skipped: string | null
  /** Says nothing that the rest of the page does not. */
  readonly quiet: boolean
}

export interface Round extends Placed {
  readonly kind: 'round'
  readonly round: number
  /** The phase that it is, where a protocol calls each of its rounds a phase. */
  readonly phase: string | null
}

/** What the person said when the meeting was opened, until an answer holds the same words. */
export interface OpeningWords extends Placed {
  readonly kind: 'opening'
  readonly name: string
  readonly text: string
}

export interface Asked extends Placed {
  readonly kind: 'asked'
  readonly question: Question
  /** Its words stand in the thread already, as what a seat said. */
  readonly said: boolean
}

export interface Answered extends Placed {
  readonly kind: 'answered'
  /** The question's id. */
  readonly question: string
  /** The question's title, where it is known. */
  readonly title: string
  /** The key that was chosen, and what it is called. */
  readonly choose: string
  readonly chosen: string
  readonly text: string | null
  readonly by: AnsweredBy
  /** Who gave it, where the journal says so. */
  readonly name: string | null
  /** Its words come again as a turn that the meeting makes of them. */
  readonly repeated: boolean
  /** Talking is all that this answer is: there is no choice worth a word. */
  readonly talk: boolean
  /** It was given when the meeting was opened: nobody was asked here. */
  readonly settled: boolean
}

export interface Notice extends Placed {
  readonly kind: 'notice'
  readonly degree: Degree
  readonly text: string
  /** What the journal calls the note. */
  readonly note: string
  /** To the letter, for terminals. */
  readonly verbatim: string | null
  /** Said beside the transcript, of which it is no part. */
  readonly beside: boolean
  /** The same on one line, for surfaces that draw the rest; `id` is the drawing's. */
  readonly drawn?: { readonly id: string; readonly line: string }
}

export type Degree = 'info' | 'warning' | 'critical'

/** A line of a transcript that is printed to the letter; what it says stands in other items too. */
export interface TranscriptLine extends Placed {
  readonly kind: 'line'
  readonly of: 'phase' | 'citations' | 'cost'
  readonly verbatim: string
  /** What it says, for people. */
  readonly words?: string
}

/** A turn that came to nothing. */
export interface Missed extends Placed {
  readonly kind: 'missed'
  readonly seat: string
  readonly name: string
  readonly reason: string
  /** The procedure went on without it; otherwise the run broke off here. */
  readonly survived: boolean
}

export interface Wrote extends Placed {
  readonly kind: 'wrote'
  readonly path: string
  readonly removed: boolean
  readonly masked: boolean
  /** A file that the meeting works with and does not leave. */
  readonly working: boolean
}

export interface Stop extends Placed {
  readonly kind: 'stop'
  readonly word: 'paused' | 'halted' | 'aborted' | 'failed' | 'concluded'
  /** As it is recorded: the reason, or the line of the rule. */
  readonly text: string
  /** The same for people. */
  readonly words: string
}
