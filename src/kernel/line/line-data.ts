// Line data: what each kind of journal line holds. Runs in the browser too; `line-checks.ts` checks that a line read from outside holds it.

import type { CutShort, Guard, Isolation, ToolUse, Usage } from '../agents.js'
import type { HaltReason, NotSaid } from '../protocol.js'
import type { Answer, Question } from '../question.js'

export const kinds = [
  'opened',
  'phase',
  'turn',
  'asked',
  'answered',
  'wrote',
  'acted',
  'noted',
  'paused',
  'halted',
  'failed',
  'aborted',
  'concluded',
] as const
export type Kind = (typeof kinds)[number]

/** The data of each kind of line. */
export interface LineData {
  readonly opened: Opened
  readonly phase: { readonly name: string }
  readonly turn: TurnData
  readonly asked: Question
  readonly answered: Answer
  readonly wrote: WroteData
  readonly acted: ActedData
  readonly noted: NotedData
  readonly paused: PausedData
  readonly halted: HaltedData
  readonly failed: TurnFailed | RunFailed
  readonly aborted: AbortedData
  readonly concluded: { readonly outcome: unknown }
}

export interface Opened {
  readonly id: string
  readonly protocol: string
  readonly version: number
  /** The release of parley that opened it. */
  readonly parley: string
  readonly title: string
  readonly input: unknown
  /** Which backends the seats had when it was opened; a resume uses the same. */
  readonly agents: unknown
  /** A digest of the request that a client may send twice, so that it opens one meeting, also after a restart. */
  readonly request?: string
  readonly forkedFrom?: ForkedFrom
}

/** The lines of another meeting that a fork begins with. */
export interface ForkedFrom {
  readonly id: string
  readonly at: number
  /** The hash of line `at`, so that the fork replays those lines and no others. */
  readonly hash: string
}

export interface TurnData {
  readonly seat: string
  readonly call: string
  readonly text: string
  /** A structured reply. */
  readonly value?: unknown
  readonly draft?: boolean
  /** Why the text is incomplete: the reply reached its token limit, or a filter ended it. */
  readonly cutOff?: CutShort
  /** The reply was too long for a line and was cut: the whole of it is kept beside the journal. */
  readonly whole?: Whole
  /** What the procedure wanted kept of the part that was cut, such as a dissent. */
  readonly beyond?: string
  readonly receipt: Receipt
  readonly from?: TakenFrom
}

/** A text of which only the beginning is in the line. */
export interface Whole {
  readonly sha256: string
  readonly chars: number
}

export interface Receipt {
  readonly seat: string
  readonly backend: string
  /** As the provider reported it. */
  readonly model: string | null
  /** SHA-256 of what was sent: system text, then prompt. */
  readonly prompt: string
  readonly tools: readonly ToolUse[]
  readonly tokens: Usage
  /** In millionths of a dollar; absent where the price was not known, or nobody was paid. */
  readonly cost?: number
  readonly ms: number
  /** How often the voice was called: once, plus once for each retry and repair. */
  readonly attempts: number
  readonly session?: string
  /** A new conversation was started for this turn. */
  readonly fresh?: boolean
  /** The old conversation had become too long for the model. */
  readonly outgrown?: boolean
  /** Text before the last tool result, or around a structured reply. Other seats do not see it. */
  readonly aside?: string
  /** The model's reasoning, where it or its provider shows it. */
  readonly thinking?: string
  /** Tools that reach the web were offered for this turn. */
  readonly web?: boolean
  /** What kept the seat's own program within its grant; absent for a backend whose every tool is ours. */
  readonly guard?: Guard
  /** Of words that a host brought: whether it says that a context of its own spoke. */
  readonly isolation?: Isolation
  /** The host's program that brought the words, as it names itself. */
  readonly client?: string
  /** With this turn more was spent than a ceiling allows. */
  readonly overrun?: boolean
  /** Files that changed during the turn, and no tool that was reported explains it. */
  readonly changed?: readonly string[]
}

/** The line of the source journal that a fork took over; its cost is not counted again. */
export interface TakenFrom {
  readonly id: string
  readonly n: number
}

export interface WroteData {
  /** Relative to the workspace. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  /** Secrets in it were masked. */
  readonly masked?: boolean
  /** This meeting's parts of a file that several meetings share. */
  readonly parts?: readonly string[]
  readonly removed?: boolean
  /** What a revision returned to the procedure. */
  readonly result?: unknown
}

export interface ActedData {
  readonly name: string
  readonly result: unknown
}

/** A note of the protocol, or an aside of the kernel. A replay skips asides. */
export type NotedData = Note | Aside

export interface Note {
  readonly kind: string
  readonly data: unknown
  readonly aside?: false
}

export type Aside =
  | { readonly kind: 'plan'; readonly data: Plan; readonly aside: true }
  | { readonly kind: 'begun'; readonly data: Begun; readonly aside: true }
  | { readonly kind: 'agent-notice'; readonly data: AgentNotice; readonly aside: true }
  | { readonly kind: 'voices'; readonly data: { readonly agents: unknown }; readonly aside: true }

/** What a revision is about to write. It is recorded first, so that a reader knows what a crash interrupted. */
export interface Plan {
  readonly path: string
  /** SHA-256 of the file before, null where there was none. */
  readonly before: string | null
  readonly after: string
  readonly result: unknown
}

/** A live turn is about to be made. */
export interface Begun {
  readonly seat: string
  readonly call: string
}

/** What the program of a seat said beside its reply, such as a warning. */
export interface AgentNotice {
  readonly seat: string
  readonly text: string
}

export interface PausedData {
  readonly reason: string
  /** The person stopped the run in the middle of a step, which is made again: this line is none of its procedure. */
  readonly unplanned?: boolean
}

export interface HaltedData extends Partial<HaltReason> {
  /** The rule's own words. */
  readonly line: string
  /** A write outside the boundary, not a step of the procedure. */
  readonly unplanned?: boolean
}

/** A failed turn. It has a seat; the failure of a whole run has none: `'seat' in data` tells them apart. */
export interface TurnFailed {
  /** Whether the procedure took it as a result; otherwise a resume tries the turn again. */
  readonly result: boolean
  readonly seat: string
  readonly call: string
  readonly cause: NotSaid['cause']
  readonly message: string
  /** The beginning of what came, where nobody has seen it: of a draft, or in place of a structure. */
  readonly began?: string
  readonly partial: string
  /** Of a partial text that was too long for a line: what the whole was. It is kept beside the journal. */
  readonly whole?: Whole
  readonly tokens: Usage
  /** Absent where no voice was found. */
  readonly backend?: string
  /** In millionths of a dollar, as in a receipt. */
  readonly cost?: number
  /** Which limit left no room, where it was not the one on tokens. */
  readonly over?: 'cost'
  /** The ceiling that would have had room for the call: in tokens, or in millionths of a dollar. */
  readonly needs?: number
  /** How often the voice was called. */
  readonly says: number
  /** A new conversation was started, but this turn failed in it too. */
  readonly fresh?: boolean
  readonly tools?: readonly ToolUse[]
  /** As in a receipt. */
  readonly changed?: readonly string[]
  readonly from?: TakenFrom
}

/** What ended a run before its procedure did. */
export interface RunFailed {
  readonly message: string
  readonly code: string
}

export interface AbortedData {
  readonly reason: string
  readonly moved?: readonly MovedDocument[]
}
/** A document of an aborted meeting: where it was, where it is now, and its SHA-256 there (null when it could not be read). */
export interface MovedDocument {
  readonly path: string
  readonly to: string
  readonly sha256: string | null
}
