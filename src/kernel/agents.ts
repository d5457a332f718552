// Agents: the port through which any model or program takes a seat. A backend opens a voice; a voice gives one reply to one prompt.

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
  /** The code of the refusal, where it is not simply that these agents cannot be had. */
  readonly code?: 'UNGUARDED'
}

export interface Backend {
  readonly name: string
  /** Whether it can speak now. Never rejects, and sends no text of the user's anywhere. */
  check(): Promise<Health>
  open(seat: Seat, room: Room): Promise<Voice>
  /** How long a call may take, where it is not for the settings to say: a host answers when its person is back. */
  readonly timeoutMs?: number
  /** False where no mind chooses among the tools that are granted: a script uses those that it names. */
  readonly choosesTools?: false
  /** Ends what it keeps running between calls. Called once, when the run of the meeting is over. */
  close?(): Promise<void>
}

export interface Voice {
  /**
   * One reply to one prompt. A refusal is a reply; only a backend that cannot answer rejects, with `BackendFailed`.
   * Never called again before the last call has settled.
   */
  say(prompt: Prompt, options: SayOptions): Promise<Reply>
  /** Output tokens that each request may use for reasoning, in addition to `maxOutput`. Default: none. */
  readonly thinking?: number
  /** Frees what the voice holds. Safe to call twice. */
  close(): Promise<void>
}

/** What a voice is told of the meeting when it is opened. */
export interface Room {
  /** The absolute folder where this seat looks around. */
  readonly cwd: string
  /** The meeting's id; programs that speak for the seat are told it. */
  readonly meeting?: string
  /** What this seat was asked and said so far, oldest first: the conversation that the voice goes on with. */
  readonly history: readonly Exchange[]
  /** The session id that the last reply of this seat carried, if its backend issues any. */
  readonly session?: string
  /** Every call of the meeting that was answered or has failed, in order: a script finds its position by it. */
  readonly past: readonly PastCall[]
}

export interface Exchange {
  readonly prompt: string
  readonly reply: string
}

export interface PastCall {
  readonly seat: string
  readonly call: string
  /** How often the voice was called for it: once, plus once for each retry and repair. */
  readonly says: number
}

export interface Prompt {
  /** The id of the call. It never changes: scripts look up their reply by it. */
  readonly call: string
  /** Persona and rules of speech: the same for every call of this seat in this meeting. */
  readonly system: string
  /** What to answer now. In a new conversation it holds everything, later only what happened since this seat last spoke. */
  readonly text: string
  /** The JSON schema that the reply must fit, when a structured reply is wanted. */
  readonly schema?: JsonSchema
}

export type JsonSchema = Readonly<Record<string, unknown>>

export interface SayOptions {
  readonly signal: AbortSignal
  /** The tools granted for this call, and no others. The backend enforces the grant; the prompt only mentions it. */
  readonly tools: readonly Tool[]
  /** What `tools` came from, for a voice whose program has tools of its own. Absent: what the tools themselves say. */
  readonly grant?: Grant
  /** The most output tokens that one request may produce, without reasoning. A reply that uses tools takes several requests. */
  readonly maxOutput: number
  /**
   * Called before each request of a reply except the first: do the ceilings allow it? `spent` is what the reply cost so
   * far, `reads` what the request will read. A voice that gets `false` sends no further request.
   */
  readonly mayStep: (spent: Spending, reads: number) => boolean
  /** Called with each piece of text as it arrives. A backend that cannot stream need not call it. */
  readonly onText: (piece: string) => void
  readonly onTool: (event: ToolEvent) => void
  /** Called with what the program says beside its reply, such as a warning. */
  readonly onNotice?: (text: string) => void
}

export interface Reply {
  /** The text of the reply. Empty when there is only a `value`. */
  readonly text: string
  /** A structured reply, not validated yet. */
  readonly value?: unknown
  readonly usage: Spending
  /** The model as the provider reported it. */
  readonly model?: string
  readonly session?: string
  readonly tools: readonly ToolUse[]
  /** Why the reply is incomplete: it reached its token limit, or a filter ended it. */
  readonly cutOff?: CutOff
  /** Words before the last tool result, such as "Let me look at the code first." */
  readonly aside?: string
  /** The model's reasoning, where it or its provider shows it. */
  readonly thinking?: string
  /** What kept a program with tools of its own from doing more than was granted. */
  readonly guard?: Guard
  /** Of words that a host brought: whether it says that a context of its own spoke. */
  readonly isolation?: Isolation
  /** The program that brought the words, as it names itself. */
  readonly client?: string
  /** Files of the workspace that changed during the reply although no tool that was reported explains it: the person may be editing. */
  readonly changed?: readonly string[]
}

/**
 * `sandbox`: the operating system. `mode`: a mode of the program itself, set and read back. `watch`: nothing; changes are only noticed
 * afterwards, because the person said that this is enough.
 */
export type Guard = 'sandbox' | 'mode' | 'watch'

/** As the host declares it; nobody can check it. `shared`: the context that spoke had seen other seats. */
export type Isolation = 'alone' | 'shared'

export type CutOff = 'length' | 'filter'
/** Why recorded words are incomplete; `overlong`: they were longer than a line may hold, and parley cut them. */
export type CutShort = CutOff | 'overlong'

export interface Usage {
  readonly input: number
  readonly output: number
  /** Input tokens that the provider read from its cache. */
  readonly cached?: number
  /** Input tokens that the provider wrote to its cache, which some charge more for. */
  readonly written?: number
  /** True where the provider gave no count and it was estimated. */
  readonly estimated: boolean
}

/** What a voice reports of a whole reply. */
export interface Spending extends Usage {
  /** The same by request, where it took several: a provider may have other rates for a request that reads much. */
  readonly requests?: readonly Usage[]
}

/** A tool that a seat may use: built for one call, confined to one folder, never shared between meetings. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  /** Whether it can change anything. */
  readonly writes: boolean
  /** It reaches the web. */
  readonly web?: boolean
  /** What the seat is told. A refusal is a result with `ok: false`, and nothing was touched. */
  run(input: unknown, signal: AbortSignal): Promise<ToolResult>
}

export interface ToolResult {
  readonly ok: boolean
  readonly output: string
  /** The kinds of secrets that were masked in the output. */
  readonly masked?: readonly string[]
  /** The web page that it read, with its whole text, which is kept before the seat is told; null where there is no such page. */
  readonly page?: PageRead & { readonly text?: string | null }
}

/** What is recorded of a web page that a tool of ours read. */
export interface PageRead {
  readonly url: string
  /** Where redirects led. */
  readonly finalUrl: string
  readonly title: string
  /** When, in UTC. */
  readonly at: string
  readonly status: number
  readonly type: string
  /** Of the text that is kept. */
  readonly characters: number
  /** Of the text that is kept beside the journal; null where there is none. */
  readonly sha256: string | null
  /** Only the beginning of the text is kept. */
  readonly cut: boolean
}

export interface ToolUse {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly ok: boolean
  readonly output: string
  /** How many characters of the reply came before this use; absent where that is not known. */
  readonly at?: number
  /** Of an output of which only the beginning is on record: what the whole was. */
  readonly whole?: { readonly sha256: string; readonly chars: number }
  /** The web page that it read. */
  readonly page?: PageRead
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

/** Which of our own tools a call may use, and where. Folders are relative to the workspace; `root` defaults to it. */
export type Grant =
  /** No tools. `root` is the working folder of the seat's voice, when later turns of the seat will work there. */
  | { readonly kind: 'none'; readonly root?: string; readonly branch?: string }
  /** `web`: also tools that reach the web, where the person has not switched them off. */
  | { readonly kind: 'read'; readonly root?: string; readonly web?: boolean }
  /**
   * `reads` are folders outside `root`, relative to it, whose files may also be read. `branch`: the root must really be the worktree of
   * that branch when the call is made, whatever the record says; without it the work is done in place, where no repository is.
   */
  | {
      readonly kind: 'work'
      readonly root: string
      readonly reads?: readonly string[]
      readonly branch?: string
      /** As with `read`. Only where the person asked for it: a page could tell a seat what to write. */
      readonly web?: boolean
    }
  /** Tools that the program holding the meeting makes for it. `of` says which, as plain data, so that the journal can hold it. */
  | { readonly kind: 'tools'; readonly root: string; readonly of: Readonly<Record<string, unknown>> }

export const nothing: Grant = { kind: 'none' }

/** The call may reach the web. */
export function hasWeb(grant: Grant | undefined): boolean {
  return (grant?.kind === 'read' || grant?.kind === 'work') && grant.web === true
}
