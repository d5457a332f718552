// Errors: what happened, to which thing, and what to do next. A code is for programs, a hint is the way out.

export abstract class ParleyError extends Error {
  abstract readonly code: string
  /** What the person can do now; printed under the message. */
  readonly hint: string = ''
  /** The exit code of a command that ends on this error. */
  readonly exit: 1 | 2 | 3 | 4 = 1
}

/** The command or the configuration is wrong; nothing was done. */
export class WrongUsage extends ParleyError {
  override readonly name = 'WrongUsage'
  readonly code = 'USAGE'
  override readonly exit = 2
  override readonly hint: string

  constructor(message: string, hint = '') {
    super(message)
    this.hint = hint
  }
}

/** Something the meeting needs is not as it should be; the message says what, the hint says how to mend it. */
export class CannotGoOn extends ParleyError {
  override readonly name = 'CannotGoOn'
  readonly code: string
  override readonly hint: string

  constructor(code: string, message: string, hint = '') {
    super(message)
    this.code = code
    this.hint = hint
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

/** A journal whose bytes cannot be vouched for. It can still be read; it is not resumed. */
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

/** Another process has the meeting. */
export class Held extends ParleyError {
  override readonly name = 'Held'
  readonly code = 'HELD'
  override readonly hint = 'Watch it with `parley watch ID`, or end that process first.'

  constructor(owner: { pid: number; since: string }) {
    super(`This meeting is held by pid ${owner.pid} since ${owner.since}.`)
  }
}

/** The journal was written by another version of its protocol: it can be read, not continued. */
export class OtherVersion extends ParleyError {
  override readonly name = 'OtherVersion'
  readonly code = 'OTHER_VERSION'
  override readonly hint = 'It can be read: `parley show ID`, `parley export ID`.'

  constructor(journal: { protocol: string; version: number; parley: string }, ours: number) {
    super(
      `This meeting was opened with ${journal.protocol} version ${journal.version}; this parley has version ${ours}. ` +
        `parley ${journal.parley} can finish it.`,
    )
  }
}

/** A write that no meeting of this protocol may make. */
export class OutsideBoundary extends ParleyError {
  override readonly name = 'OutsideBoundary'
  readonly code = 'WRITE-BOUNDARY-VIOLATION'
  override readonly exit = 4
  readonly path: string

  constructor(path: string, why: string) {
    super(`HALT condition=WRITE-BOUNDARY-VIOLATION agent=— fr=FR-MTG-31 detail=${path} ${why}`)
    this.path = path
  }
}

/** How a seat's backend failed; the kernel decides what is tried again. */
export type FailureKind = 'failed' | 'expired' | 'rate-limited' | 'timeout' | 'interrupted'

export class BackendFailed extends ParleyError {
  override readonly name = 'BackendFailed'
  readonly code = 'BACKEND'
  readonly kind: FailureKind
  readonly retryAfterMs: number | undefined
  /** What was said before it broke off. */
  readonly partial: string | undefined

  constructor(kind: FailureKind, message: string, more: { retryAfterMs?: number; partial?: string } = {}) {
    super(message)
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
    this.partial = more.partial
  }
}

/** What a failure says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
