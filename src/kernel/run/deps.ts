// What a meeting needs from outside, all of it as ports. `parley.ts` provides the real ones, tests their own.

import type { Price } from '../../rules/money.js'
import type { Backend, Grant, Seat, Tool } from '../agents.js'
import type { Line } from '../line/line.js'
import type { Answer, Question } from '../question.js'
import type { World } from '../world.js'
import type { Documents } from './documents.js'
import type { MeetingEvent } from './events.js'

export interface Deps {
  readonly world: World
  readonly documents: Documents
  backendFor(seat: Seat): Promise<Backend>
  toolsFor(grant: Grant): readonly Tool[] | Promise<readonly Tool[]>
  /** The absolute folder that seats may read. */
  readonly cwd: string
  /** Masks secrets. `kinds` names what was found; it is empty when the text is unchanged. */
  scrub(text: string): Promise<{ readonly text: string; readonly kinds: readonly string[] }>
  /** Removes this machine's folders from what a voice, a tool or an error said. Absent: texts stay as they are. */
  withoutFolders?(text: string): string
  /** The text of a page that another meeting here has read, by its id and the page's SHA-256: a fork takes its source's pages over. */
  pageOf?(id: string, sha256: string): Promise<string | null>
  now(): Date
  random(): string
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** The person's answer, or undefined where nobody is there to give one. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  /** The person's name, where it is known: their answers are recorded under it. */
  person(): Promise<string | undefined>
  observe(event: MeetingEvent): void
  /** Saves a summary of these lines (the whole journal) for lists. It can be derived again, so a failure loses nothing. */
  keepSummary(lines: readonly Line[]): Promise<void>
  /** Ends the run at once; what is under way is not recorded. */
  readonly signal: AbortSignal
  /** Ends the run gently: what is under way is finished and recorded, nothing new begins. */
  readonly drain?: AbortSignal
  /** Ends the current turn and keeps what was said. A new signal is requested for each turn. */
  turnSignal?(seat: Seat): AbortSignal
  readonly ceiling: number | null
  /** What calls cost in money; without it nothing is known of that. */
  readonly money?: Money
  readonly timeoutMs: number
}

export interface Money {
  /** The most that the meeting may cost, in millionths of a dollar. */
  readonly ceiling: number | null
  /** Null where it is not known, and where nobody is paid. */
  priceOf(seat: Seat): Price | null
  /** Throws where the price of the seat's voice is not known: a ceiling could not be kept. */
  mustKnow(seat: Seat): void
  /** No voice whose price is known costs more than this. */
  readonly dearest: Price
}
