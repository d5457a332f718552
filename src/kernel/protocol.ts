// Protocol: the procedure of a meeting, from its first step to its last. It acts only through its `Meeting`.

import type { ZodType } from 'zod'
import type { SeatCost } from '../rules/money.js'
import type { CutShort, Grant, Seat, ToolUse, Usage } from './agents.js'
import type { FailureKind } from './errors.js'
import type { Answer, AnswerAhead, Question } from './question.js'
import type { World } from './world.js'

export interface Protocol<Input = unknown, Outcome = unknown> {
  readonly name: string
  /** Raised whenever the steps of `run` change: journals of another version are read, and not gone on with. */
  readonly version: number
  readonly input: ZodType<Input>
  /** One line for lists: what this meeting is about. */
  title(input: Input): string
  /** The only paths it may write: exact, or with `*` for one name and `**` for any depth. */
  boundary(input: Input, id: string): readonly string[]
  /**
   * The text of a document of its with the boxes open again that people tick when something is done: such a tick is no edit. Every
   * other change is one, and so is any change of a document where this is left out.
   */
  unticked?(path: string, text: string): string
  run(meeting: Meeting, input: Input): Promise<Outcome>
}

/** What a procedure may do. Every call is a step with a key in the journal; on replay its recorded result comes back. */
export interface Meeting {
  /** The meeting's id: journals, documents and branches are named after it. */
  readonly id: string
  /** One seat takes one turn. Rejects when it cannot; on resume such a step is tried again. */
  speak(seat: Seat, prompt: SeatPrompt, options: SpeakOptions): Promise<Said>
  speak<T, Raw>(seat: Seat, prompt: SeatPrompt, options: StructuredOptions<T, Raw>): Promise<Said<T>>
  /** The same for a procedure that can go on without the turn: a failure is recorded and returned as a result. */
  trySpeak(seat: Seat, prompt: SeatPrompt, options: SpeakOptions): Promise<Said | NotSaid>
  trySpeak<T, Raw>(
    seat: Seat,
    prompt: SeatPrompt,
    options: StructuredOptions<T, Raw>,
  ): Promise<Said<T> | NotSaid>
  /** Waits for the person. `ahead`: what they answered to this question when they opened the meeting; then nobody is asked. */
  ask(question: Question, ahead?: AnswerAhead): Promise<Answer>
  /** Branches at the same time, bounded; results by name. */
  together<T>(branches: Readonly<Record<string, (branch: Meeting) => Promise<T>>>): Promise<Record<string, T>>
  /** Writes a whole file inside the boundary. Returns the text as written: secrets are masked. */
  write(path: string, text: string, options?: WriteOptions): Promise<string>
  /**
   * Changes a file that several meetings share: read, changed and replaced while no other process does the same. `change` must
   * recognise its own earlier change, since after a crash it may run again on its own result. The plan is recorded before the write.
   */
  revise<T>(path: string, change: (text: string | null) => Revision<T>): Promise<T>
  /** Removes a file inside the boundary that this meeting wrote. */
  remove(path: string): Promise<void>
  /** Any other effect or observation; its result is recorded and must be JSON. One that takes long ends when `signal` does, by rejecting. */
  act<T>(
    name: string,
    effect: (world: World, signal: AbortSignal) => Promise<T>,
    options?: ActOptions,
  ): Promise<T>
  /** Names the part of the procedure that begins here; later keys begin with it. */
  phase(name: string): Promise<void>
  /** A notice for the journal and for watchers. */
  note(kind: string, data: unknown): Promise<void>
  /** ISO time, recorded. */
  now(): Promise<string>
  /** Six random letters and digits, recorded. */
  token(): Promise<string>
  /** Marks that make the result worth less, by what the turns so far say of themselves: `unguarded:SEAT`, `tree-changed`. */
  degraded(): readonly string[]
  /** What each seat has cost so far, recorded: failed calls and those of earlier runs among it. */
  costs(): Promise<readonly SeatCost[]>
  /** `sha256:` and the hash of the journal's last line now, recorded: the record of a meeting names it, so that it vouches for the journal. */
  journalHash(): Promise<string>
  /** Stops here until somebody resumes the meeting; then returns. */
  pause(reason: string): Promise<void>
  /** Stops here because of a rule, with the rule's line; returns when somebody resumes the meeting. */
  halt(line: string, why?: HaltReason): Promise<void>
  /** Ends for good without an outcome. */
  abort(reason: string): Promise<never>
  /** Masks secrets; text without any comes back as it is. Pure: not a step. */
  scrub(text: string): Promise<string>
  /** SHA-256 in hex. Pure: not a step. */
  digest(text: string): string
  /**
   * SHA-256 of a file as this meeting's `write` left it last, by the journal; null before. Not a step: a fold of the steps before it. A
   * later parley may render a recorded text otherwise; what lies on disk is compared with this.
   */
  writtenAs(path: string): string | null
  /** Tokens so far, and what the ceiling leaves. Not a step: a fold of the steps before it. */
  readonly spent: Spent
}

/** Why a rule stopped a meeting, as data for surfaces; the line is the rule's own text. */
export interface HaltReason {
  readonly reason: string
  /** The rule that stopped it, where it has a name. */
  readonly rule?: string
  /** Of a ceiling: which one, where it was not the one on tokens. */
  readonly over?: 'cost'
  /** The seat that caused it. */
  readonly seat?: string
}

export interface SeatPrompt {
  readonly system: string
  /** Everything this seat must know, for a conversation that begins here. */
  readonly full: string
  /** What happened since this seat last spoke, for a conversation that continues. */
  readonly since?: string
}

export interface SpeakOptions extends CallOptions {
  /** None: the reply is text. Declared, so that the compiler never accepts options with a schema here. */
  readonly schema?: never
}

export interface StructuredOptions<T, Raw = T> extends CallOptions {
  readonly schema: ZodType<T, Raw>
  /** Reads a structured reply from text that is not JSON; undefined when it cannot. JSON needs no reader. */
  readonly fromText?: (text: string) => unknown
}

export interface CallOptions {
  /** The call's stable id. */
  readonly id: string
  readonly tools?: Grant
  readonly maxOutput?: number
  readonly timeoutMs?: number
  /** Tokens that must stay free under the ceiling after this call. */
  readonly keepFree?: { readonly input: number; readonly output: number }
  /** Watchers do not see a draft until the procedure has judged it. */
  readonly draft?: boolean
  /** Every failure is a result, including those that would stop the run, such as settings without a usable backend. */
  readonly lenient?: boolean
  /**
   * The person is waiting for this turn: it is lenient, and one that a crash cut off is not silently made again, but
   * comes back as interrupted.
   */
  readonly live?: boolean
  /** Of `trySpeak`: only a spent ceiling is a result. Any other failure rejects, as with `speak`, and is tried again on resume. */
  readonly must?: boolean
  /** The session to continue, when it is not the one that this seat's last reply carried. */
  readonly session?: string
  /** A single call outside the seat's conversation: it neither sees nor extends it. */
  readonly apart?: boolean
  /**
   * What must not be lost of a reply in words that is too long for a line: taken from the whole, and recorded beside what is kept of
   * it. Pure, and never called for a reply that is kept whole.
   */
  readonly beyond?: (kept: string, whole: string) => string
  /** The attempt that failed, when this is the same call once more: it then costs less than a first attempt may. */
  readonly after?: NotSaid | undefined
}

export interface Said<T = string> {
  readonly kind: 'said'
  /** The text; for a structured reply without text, its JSON. */
  readonly text: string
  readonly value: T
  readonly usage: Usage
  readonly tools: readonly ToolUse[]
  /** Tools that reach the web were offered. */
  readonly web: boolean
  /** Text before the last tool result; may be empty. Other seats do not see it. */
  readonly aside: string
  readonly backend: string
  readonly model: string | null
  /** The number of its journal line. */
  readonly line: number
  readonly session: string | null
  /** The conversation had expired, and a new one was started for this turn. */
  readonly renewed: boolean
  /** It was not expired, but had become too long for the model. */
  readonly outgrown: boolean
  /** Why the text is incomplete; null when it is complete. */
  readonly cutOff: CutShort | null
  /** What the procedure wanted kept from beyond the cut; empty unless the reply was too long. */
  readonly beyond: string
}

/** Why a turn failed: the kind of failure of the backend, or the reason why the kernel rejected the reply. */
export type FailureCause = FailureKind | 'empty' | 'invalid' | 'ceiling'

export interface NotSaid {
  readonly kind: 'not-said'
  readonly cause: FailureCause
  /** Which limit left no room, for a `ceiling` that is not the one on tokens. */
  readonly over?: 'cost'
  readonly reason: string
  /** The beginning of what came, where nobody has seen it: of a draft, or in place of a structure. Else empty. */
  readonly began: string
  /** The text before the interruption, for an interrupted turn. */
  readonly partial: string
  /** The tools that the seat had used until then. */
  readonly tools: readonly ToolUse[]
  /** The conversation had expired; the next turn starts a new one. */
  readonly renewed: boolean
  readonly usage: Usage
}

export interface WriteOptions {
  /** For a file that several meetings share: the parts of it that are this meeting's, which `verify` looks for. */
  readonly parts?: readonly string[]
}

export interface Revision<T> {
  readonly text: string
  /** Recorded, and returned by a replay. */
  readonly result: T
  /** This meeting's parts of the file; `verify` looks for them. */
  readonly parts: readonly string[]
}

export interface ActOptions {
  /** An effect tied to this meeting's own id: a fork does it again under its own. */
  readonly redo?: boolean
  /** The result holds text of files that anybody may have changed: its secrets are masked, and told under this name. */
  readonly foreign?: string
}

export interface Spent {
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  /** Null without a ceiling. */
  readonly left: number | null
  /** In millionths of a dollar, of the calls whose price was known; null when there was none. */
  readonly cost: number | null
  /** What a ceiling on money leaves, in millionths of a dollar; null without one. */
  readonly costLeft: number | null
}
