// Errors: what happened, to which thing, and what to do next. One family: whatever parley throws on purpose is a `ParleyError`.
//
// A code is for programs, a hint tells the person what to do. One table gives every code its kind of fault; a surface derives
// its exit code or its HTTP status from that kind, so a new code cannot be forgotten anywhere.

import type { Spending } from './agents.js'

/** What kind of fault it is: exit codes and HTTP statuses follow from it. */
export type Fault =
  /** The request is wrong; nothing was done. */
  | 'usage'
  /** It names something that is not there. */
  | 'unknown'
  /** The caller has not sent the token. */
  | 'no-token'
  /** The caller is not allowed to do this. */
  | 'forbidden'
  | 'too-long'
  /** A limit on how much may run at once is reached. */
  | 'limit'
  /** A rule of order forbids it. */
  | 'rule'
  /** Something outside is not as it should be: a meeting's state, a file, git, a backend, the server. */
  | 'state'
  /** An unexpected error. */
  | 'unforeseen'

/** Upper case: from the command and the engine. Lower case: refusals of the hall and the server, as HTTP clients see them. */
const faults = {
  USAGE: 'usage',
  DIVERGED: 'state',
  DAMAGED: 'state',
  HELD: 'state',
  OTHER_VERSION: 'state',
  'WRITE-BOUNDARY-VIOLATION': 'rule',
  BACKEND: 'state',
  AGENTS: 'usage',
  NO_BACKEND: 'state',
  NO_AGENTS: 'usage',
  ALREADY_SAID: 'state',
  ALREADY_SERVED: 'state',
  BUSY: 'state',
  CANNOT_LISTEN: 'state',
  DISK: 'state',
  EDITOR: 'state',
  ENDED: 'state',
  EXISTS: 'state',
  EXPORT: 'state',
  GATES: 'state',
  FOLDER_GONE: 'state',
  GIT: 'state',
  GITHUB: 'state',
  GONE: 'state',
  JOURNAL_GONE: 'state',
  LEFT: 'state',
  LIBRARY: 'state',
  LINK: 'state',
  LOCKED: 'state',
  NAME: 'state',
  NESTED: 'usage',
  NOT_IN_TURN: 'state',
  NOT_RECORDED: 'state',
  NO_ANSWER: 'state',
  NO_COMMIT: 'state',
  NO_COUNCIL: 'state',
  NO_PROTOCOL: 'state',
  NO_QUESTION: 'state',
  NO_SERVER: 'state',
  NO_SUCH_CALL: 'state',
  NO_SOURCE: 'state',
  NO_WORKER: 'state',
  OUTSIDE_WORKSPACE: 'state',
  OUT_OF_STEP: 'state',
  OVERTAKEN: 'state',
  PAD: 'state',
  PERSON_ONLY: 'rule',
  PROJECT: 'state',
  RECORDING: 'state',
  SEAT: 'state',
  SERVER_GONE: 'state',
  SILENT: 'state',
  STALE: 'state',
  STATE: 'state',
  TOOLBOX: 'state',
  TOO_LONG: 'usage',
  UNGUARDED: 'state',
  WHICH_QUESTION: 'state',
  WORKTREE: 'state',
  'bad-request': 'usage',
  'unknown-project': 'unknown',
  'unknown-meeting': 'unknown',
  'unknown-worker': 'unknown',
  'unknown-document': 'unknown',
  'unknown-path': 'unknown',
  'no-token': 'no-token',
  forbidden: 'forbidden',
  'wrong-state': 'state',
  busy: 'state',
  closing: 'state',
  'name-taken': 'state',
  'not-possible': 'state',
  'cap-reached': 'limit',
  'too-long': 'too-long',
  unforeseen: 'unforeseen',
} as const satisfies Readonly<Record<string, Fault>>

export type ErrorCode = keyof typeof faults

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(faults, code)
}

export abstract class ParleyError extends Error {
  abstract readonly code: ErrorCode
  /** What the person can do now; printed under the message. */
  readonly hint: string = ''
  /** The field of a request that is meant, where one is. */
  readonly field: string | undefined = undefined

  get fault(): Fault {
    return faults[this.code]
  }
}

/** The command or the configuration is wrong; nothing was done. */
export class WrongUsage extends ParleyError {
  override readonly name = 'WrongUsage'
  readonly code = 'USAGE'
  override readonly hint: string
  override readonly field: string | undefined

  constructor(message: string, hint = '', field?: string) {
    super(message)
    this.hint = hint
    this.field = field
  }
}

/** Something the meeting needs is not as it should be; the message says what, the hint says how to fix it. */
export class CannotGoOn extends ParleyError {
  override readonly name = 'CannotGoOn'
  readonly code: ErrorCode
  override readonly hint: string

  override readonly field: string | undefined

  constructor(code: ErrorCode, message: string, hint = '', field?: string) {
    super(message)
    this.code = code
    this.hint = hint
    this.field = field
  }
}

/** The procedure and its journal disagree: replay called for a step that was not recorded there. */
export class Diverged extends ParleyError {
  override readonly name = 'Diverged'
  readonly code = 'DIVERGED'
  override readonly hint = 'Finish this meeting with the parley that opened it, or fork it before this line.'
  readonly line: number

  constructor(at: { line: number; recorded: string; called: string }) {
    super(`Line ${at.line} of the journal records ${at.recorded}, but the protocol now calls ${at.called}.`)
    this.line = at.line
  }
}

/** A file has more bytes than are read of its kind. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ParleyError && error.code === 'TOO_LONG'
}

/** A journal whose hashes do not match its lines. It can still be read, but not resumed. */
export class Damaged extends ParleyError {
  override readonly name = 'Damaged'
  readonly code = 'DAMAGED'
  override readonly hint =
    'It can still be read: `parley show ID`. To go on, `parley fork ID --at N` before that line.'
  readonly line: number

  constructor(line: number, what: string) {
    super(`Line ${line} of the journal is damaged: ${what}.`)
    this.line = line
  }
}

/** Another process holds the meeting. */
export class Held extends ParleyError {
  override readonly name = 'Held'
  readonly code = 'HELD'
  override readonly hint: string

  constructor(id: string, owner: { pid: number; since: string }) {
    super(`This meeting is held by pid ${owner.pid} since ${minuteOf(owner.since)}.`)
    this.hint = `What it asks is answered there. Watch it with \`parley watch ${id}\`, or end that process first.`
  }
}

/** A time as people read it, to the minute; as it is where it is none. */
function minuteOf(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  const form = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return date.toLocaleString('en-GB', form)
}

/** The journal was written by another version of its protocol: it can be read, not continued. */
export class OtherVersion extends ParleyError {
  override readonly name = 'OtherVersion'
  readonly code = 'OTHER_VERSION'
  override readonly hint =
    'Read it with `parley show ID` or `parley export ID`, and begin a new meeting with what it came to.'

  constructor(journal: { protocol: string; version: number }, ours: number) {
    super(
      `Another version of parley opened this meeting (${journal.protocol} ${journal.version}; here is ${ours}): it can be read, not continued.`,
    )
  }
}

/** A write to a path that this protocol may not write. */
export class OutsideBoundary extends ParleyError {
  override readonly name = 'OutsideBoundary'
  readonly code = 'WRITE-BOUNDARY-VIOLATION'
  readonly path: string
  /** The path and the reason, without the HALT line around them. */
  readonly detail: string

  constructor(path: string, why: string) {
    super(`HALT condition=WRITE-BOUNDARY-VIOLATION agent=— fr=FR-MTG-31 detail=${path} ${why}`)
    this.path = path
    this.detail = `${path} ${why}`
  }
}

/**
 * How a seat's backend failed; the kernel decides what is tried again. `broken`: the server failed, fell silent or broke off.
 * `overlong`: the conversation is longer than the model can read. `refused`: the model or a filter before it withheld the reply.
 */
export type FailureKind =
  | 'failed'
  | 'expired'
  | 'rate-limited'
  | 'broken'
  | 'timeout'
  | 'interrupted'
  | 'overlong'
  | 'refused'

export class BackendFailed extends ParleyError {
  override readonly name = 'BackendFailed'
  readonly code = 'BACKEND'
  readonly kind: FailureKind
  readonly retryAfterMs: number | undefined
  /** The text that arrived before the failure. */
  readonly partial: string | undefined
  /** The tokens that the failed call used. */
  readonly usage: Spending | undefined
  /** Files that changed meanwhile, unexplained. */
  readonly changed: readonly string[] | undefined

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      retryAfterMs?: number
      partial?: string
      usage?: Spending
      changed?: readonly string[]
    } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
    this.partial = more.partial
    this.usage = more.usage
    this.changed = more.changed
  }
}

/** A code that HTTP clients know. */
export type RefusalCode = Extract<ErrorCode, Lowercase<ErrorCode>>

/** A request that is refused; nothing was done. */
export class Refused extends ParleyError {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  override readonly hint: string
  override readonly field: string | undefined

  constructor(code: RefusalCode, message: string, hint = '', field?: string) {
    super(message)
    this.code = code
    this.hint = hint
    this.field = field
  }
}

/** The message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
