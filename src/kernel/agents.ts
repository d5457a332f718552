// Agents: the port behind which any mind holds a seat. A backend opens a voice; a voice says one reply to one prompt.

import type { Desk } from './desk.js'

export interface Seat {
  readonly id: string
  readonly name: string
  readonly role: string
  /** Who this seat is, in prose; part of the system text. */
  readonly persona: string
}

export interface Health {
  readonly ready: boolean
  /** What was found, or what is missing and how to get it. */
  readonly detail: string
}

export interface Backend {
  readonly name: string
  /** Whether it can speak now. Never rejects, sends no text of the user's anywhere. */
  check(): Promise<Health>
  open(seat: Seat, room: Room): Promise<Voice>
}

export interface Voice {
  /**
   * One reply to one prompt. A refusal is a reply; only a backend that cannot answer rejects, with `BackendFailed`.
   * Never called again before the last call has settled.
   */
  say(prompt: Prompt, options: SayOptions): Promise<Reply>
  /** Output tokens that each request may take to think, beside those of `maxOutput`; none unless given. */
  readonly thinking?: number
  /** Frees what the voice holds. Safe to call twice. */
  close(): Promise<void>
}

/** What a voice is told of the meeting when it is opened. */
export interface Room {
  /** The absolute folder where this seat looks around. */
  readonly cwd: string
  /** What this seat was asked and said so far, oldest first: the conversation that the voice goes on with. */
  readonly history: readonly Exchange[]
  /** The session id that the last reply of this seat carried, if its backend issues any. */
  readonly session?: string
  /** Every call of the meeting that was already answered or given up, in order: a script finds its place by it. */
  readonly past: readonly PastCall[]
}

export interface Exchange {
  readonly prompt: string
  readonly reply: string
}

export interface PastCall {
  readonly seat: string
  readonly call: string
  /** How often the voice was called for it: once, and once more for each retry and repair. */
  readonly says: number
}

export interface Prompt {
  /** The id of the call, stable for ever: scripts and rehearsals answer by it. */
  readonly call: string
  /** Persona and rules of speech: the same for every call of this seat in this meeting. */
  readonly system: string
  /** What to answer now: everything, when the conversation is new; else only what happened since this seat last spoke. */
  readonly text: string
  /** The JSON schema that the reply must fit, when a structured reply is wanted. */
  readonly schema?: JsonSchema
  /** What a rehearsal says here, from what it finds at its desk. */
  readonly rehearse?: Rehearse
}

export type JsonSchema = Readonly<Record<string, unknown>>
export type Rehearse<T = unknown> = (desk: Desk) => T

export interface SayOptions {
  readonly signal: AbortSignal
  /** The tools granted for this call, and no others. The backend enforces the grant; the prompt only mentions it. */
  readonly tools: readonly Tool[]
  /** The most output tokens that the words of one request may cost. A reply that uses tools takes several requests. */
  readonly maxOutput: number
  /**
   * Asked before each request of a reply but the first: whether the token ceiling has room for it. `spent` is what the reply cost so
   * far, `reads` what the request will read. A voice that gets `false` sends no further request.
   */
  readonly mayStep: (spent: Usage, reads: number) => boolean
  /** Text as it comes. Optional for a backend that cannot stream. */
  readonly onText: (piece: string) => void
  readonly onTool: (event: ToolEvent) => void
}

export interface Reply {
  /** What was said. Empty when there is nothing but `value`. */
  readonly text: string
  /** A structured reply, unchecked. */
  readonly value?: unknown
  readonly usage: Usage
  /** The model as the provider reported it. */
  readonly model?: string
  readonly session?: string
  readonly tools: readonly ToolUse[]
  /** Why the reply is not whole: it reached its token limit, or a filter ended it. */
  readonly cutOff?: CutOff
  /** Words before the last tool result, such as "Let me look at the code first." */
  readonly aside?: string
  /** What the model thought, where it or its provider shows that. */
  readonly thinking?: string
}

export type CutOff = 'length' | 'filter'

export interface Usage {
  readonly input: number
  readonly output: number
  /** Input tokens that the provider read from its cache. */
  readonly cached?: number
  /** True where the provider gave no count and a tokenizer was asked. */
  readonly estimated: boolean
}

/** A tool that a seat may use: built for one call, confined to one folder, never shared between meetings. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  /** Whether it can change anything. */
  readonly writes: boolean
  /** What the seat is told. A refusal is a result with `ok: false`, and nothing was touched. */
  run(input: unknown, signal: AbortSignal): Promise<ToolResult>
}

export interface ToolResult {
  readonly ok: boolean
  readonly output: string
}

export interface ToolUse {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly ok: boolean
  readonly output: string
  /** How many characters of the reply had been said when it was used; absent where that is not known. */
  readonly at?: number
}

export type ToolEvent =
  | { readonly kind: 'use'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly kind: 'result'
      readonly id: string
      readonly name: string
      readonly ok: boolean
      readonly output: string
    }

/** Which of our own tools a call may use, and where. Folders are seen from the workspace; `root` defaults to it. */
export type Grant =
  /** No tools. `root` is where the seat's voice stands, when later turns of the seat will work there. */
  | { readonly kind: 'none'; readonly root?: string }
  | { readonly kind: 'read'; readonly root?: string }
  /** `reads` are folders outside `root`, as they are seen from it, whose files may be read besides. */
  | { readonly kind: 'work'; readonly root: string; readonly reads?: readonly string[] }
  /** Tools that those who hold the meeting make for it: `of` says which, in plain data, so that the record can hold it. */
  | { readonly kind: 'tools'; readonly root: string; readonly of: Readonly<Record<string, unknown>> }

export const nothing: Grant = { kind: 'none' }
