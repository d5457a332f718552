// What a meeting needs from outside, all of it by ports. `parley.ts` gives the real ones, tests their own.

import type { Backend, Grant, Seat, Tool } from './agents.js'
import type { Documents } from './documents.js'
import type { Line } from './line.js'
import type { Answer, Question } from './question.js'
import type { Restoration } from './restoration.js'
import type { World } from './world.js'

export interface Deps {
  readonly world: World
  readonly documents: Documents
  backendFor(seat: Seat): Promise<Backend>
  toolsFor(grant: Grant): readonly Tool[] | Promise<readonly Tool[]>
  /** Where a seat looks around, absolute. */
  readonly cwd: string
  /** Masks secrets. `kinds` names what was found; empty when the text came back as it was. */
  scrub(text: string): Promise<{ readonly text: string; readonly kinds: readonly string[] }>
  /** Takes the folders of this machine out of what a voice, a tool or an error said; absent where nobody minds. */
  withoutFolders?(text: string): string
  countTokens(text: string): Promise<number>
  now(): Date
  random(): string
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** The person's answer, or undefined where nobody is there to give one. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  /** What the person is called, where that is known: an answer of theirs is recorded under it. */
  person(): Promise<string | undefined>
  observe(event: MeetingEvent): void
  /** Keeps a summary of these lines, which are all of the journal, for lists. It is derived: a failure here loses nothing. */
  keepSummary(lines: readonly Line[]): Promise<void>
  /** Where the journal is kept, in words that a person can follow. */
  readonly journalAt: string
  /** Ends the run where it stands; what is under way is not recorded. */
  readonly signal: AbortSignal
  /** Ends the run gently: what is under way is finished and recorded, nothing new begins. */
  readonly drain?: AbortSignal
  /** Ends the turn under way and keeps what was said; asked for anew for each turn. */
  turnSignal?(seat: Seat): AbortSignal
  readonly ceiling: number | null
  readonly timeoutMs: number
}

/** What belongs to one call of a seat, as it happens. */
export type TurnEvent = Exclude<MeetingEvent, { readonly type: 'line' | 'documents' }>

/** What those watching see. `line` is the record itself; everything else is fleeting. */
export type MeetingEvent =
  | { readonly type: 'line'; readonly line: Line }
  /** Before a resume goes on: which of its documents were missing or changed, and what became of them. */
  | ({ readonly type: 'documents' } & Restoration)
  | {
      readonly type: 'speaking'
      readonly key: string
      readonly seat: string
      readonly call: string
      readonly draft: boolean
    }
  | { readonly type: 'text'; readonly key: string; readonly seat: string; readonly text: string }
  | {
      readonly type: 'tool'
      readonly key: string
      readonly seat: string
      readonly id: string
      readonly name: string
      readonly input?: unknown
      readonly ok?: boolean
      readonly output?: string
    }
  | {
      readonly type: 'retrying'
      readonly key: string
      readonly seat: string
      readonly reason: string
      readonly waitMs: number
      /** Which try it will be, of how many. */
      readonly attempt: number
      readonly of: number
    }
