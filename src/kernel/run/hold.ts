// Holding a meeting: takes the lease, replays what is recorded, goes on, and says how it ended.
//
//   H1  A meeting has one holder at a time; it ends with its process.
//   H2  A journal of another version of its protocol is never continued.
//   H3  A procedure that ends before its record does has diverged.
//   H4  A run that broke leaves a `failed` line where it can, and can be resumed.
//   H5  However a run ends, its voices are closed and its lease is given back.

import {
  CannotGoOn,
  Damaged,
  Diverged,
  messageOf,
  OtherVersion,
  OutsideBoundary,
  ParleyError,
} from '../errors.js'
import type { Journal, Lease } from '../line/journal.js'
import type { Line } from '../line/line.js'
import type { Opened, RunFailed } from '../line/line-data.js'
import { masked, plainJson } from '../line/masks.js'
import { Tape } from '../line/tape.js'
import type { Protocol } from '../protocol.js'
import type { Question } from '../question.js'
import type { Deps } from './deps.js'
import { Strand } from './meeting.js'
import type { Recorded } from './replay.js'
import { restoreDocuments } from './restore.js'
import { Session } from './session.js'
import { Pausing, type Stop, Stopped } from './signals.js'

export type Ending = (
  | { readonly kind: 'concluded'; readonly outcome: unknown }
  | Exclude<Stop, { kind: 'unrecorded' }>
  | { readonly kind: 'failed'; readonly error: unknown }
) & {
  /** A line that a crash left half-written at the end of the journal, and where that text is kept. */
  readonly torn?: Lease['torn']
}

/** Writes the first line. The journal must be empty: an id is used once. */
export async function open(journal: Journal, opened: Opened, now: Date): Promise<void> {
  const lease = await journal.lease()
  try {
    if (lease.lines.length > 0) throw new CannotGoOn('EXISTS', `Meeting ${opened.id} is already open.`)
    await lease.append(1, { at: now.toISOString(), kind: 'opened', key: '', data: opened })
  } finally {
    await lease.release()
  }
}

/** Goes on from wherever the meeting stands until it concludes or stops. */
export function hold(
  journal: Journal,
  protocol: Protocol,
  deps: Deps,
  fork?: readonly Line[],
): Promise<Ending> {
  return holdWith(journal, async () => ({ protocol, deps, fork }))
}

/** What a run needs besides its journal. */
export interface Needs {
  readonly protocol: Protocol
  readonly deps: Deps
  /** The lines of the source that a fork replays. */
  readonly fork: readonly Line[] | undefined
  /** Other voices from here on than the journal names: recorded first, so that the next run has them too. */
  readonly voices?: unknown
}

/** The same, where what it needs is made from its lines: voices, say. All of them were checked. */
export async function holdWith(
  journal: Journal,
  needs: (lines: readonly Line[]) => Promise<Needs>,
): Promise<Ending> {
  const lease = await journal.lease()
  try {
    const { protocol, deps, ...more } = await needs(lease.lines)
    return await run(lease, protocol, deps, more)
  } finally {
    await lease.release()
  }
}

export function openedIn(lines: readonly Line[]): Opened {
  const [first] = lines
  if (first?.kind !== 'opened') throw new Damaged(1, 'it does not open a meeting')
  return first.data
}

/** The outcome of a concluded meeting. */
export function outcomeIn(lines: readonly Line[]): unknown {
  const last = lines.at(-1)
  return last?.kind === 'concluded' ? last.data.outcome : undefined
}

/** The question that waits for the person, if one does: the first that was asked, or the one with this id. */
export function openQuestion(
  lines: readonly Line[],
  id?: string,
): { question: Question; key: string } | undefined {
  const answered = new Set(lines.flatMap((line) => (line.kind === 'answered' ? [line.key] : [])))
  for (const { kind, key, data: question } of lines) {
    if (kind !== 'asked' || answered.has(key)) continue
    if (id === undefined || question.id === id) return { question, key }
  }
  return undefined
}

/** The input, parsed by its protocol; refuses a journal of another version. */
export function inputOf(protocol: Protocol, opened: Opened): unknown {
  mustBeSameVersion(protocol, opened)
  return recordedInput(protocol, opened.input)
}

/** Of another version are other steps: its journal can be read, and nothing can be added to it (H2). */
export function mustBeSameVersion({ version }: Protocol, opened: Opened): void {
  if (opened.version !== version) throw new OtherVersion(opened, version)
}

/** Whoever wrote the journal wrote its input too, so one that does not fit its protocol is damage. */
export function recordedInput(protocol: Protocol, input: unknown): unknown {
  const read = protocol.input.safeParse(input)
  if (read.success) return read.data
  throw new Damaged(1, `what the meeting was opened with does not fit ${protocol.name}`)
}

async function run(
  lease: Lease,
  protocol: Protocol,
  deps: Deps,
  { fork, voices }: Pick<Needs, 'fork' | 'voices'>,
): Promise<Ending> {
  const opened = openedIn(lease.lines)
  const input = inputOf(protocol, opened)
  const source = fork && opened.forkedFrom ? { tape: new Tape(fork), id: opened.forkedFrom.id } : undefined
  const boundary = protocol.boundary(input, opened.id)
  const session = new Session({
    id: opened.id,
    deps,
    boundary,
    lease,
    tape: new Tape(lease.lines),
    ...(source ? { source } : {}),
  })
  const torn = lease.torn ? { torn: lease.torn } : {}
  const last = lease.lines.at(-1)
  if (last?.kind === 'aborted') throw ended(opened.id, 'aborted')
  await deps.documents.sweep(written(lease.lines))
  await restore(session, { id: opened.id, lines: lease.lines, protocol, input })
  try {
    if (last?.kind === 'concluded') return { kind: 'concluded', outcome: outcomeIn(lease.lines), ...torn }
    return { ...(await proceed(session, protocol, input, voices)), ...torn }
  } finally {
    await session.conversations.close()
    await session.keepSummary()
  }
}

/** By the number of the line that it follows: voices may change at every resume. */
async function rememberVoices(session: Session, agents: unknown): Promise<void> {
  const data = { kind: 'voices', data: { agents }, aside: true } as const
  await session.record({ kind: 'noted', key: `voices:${session.nextLine}`, data })
}

/** Runs before anything new happens, so that no later step depends on a document that is missing. */
async function restore(session: Session, recorded: Recorded): Promise<void> {
  if (recorded.lines.length === 1) return
  const restoration = await restoreDocuments(recorded, session.deps)
  if (restoration) session.show({ type: 'documents', ...restoration })
}

async function proceed(
  session: Session,
  protocol: Protocol,
  input: unknown,
  voices: unknown,
): Promise<Ending> {
  try {
    if (voices !== undefined) await rememberVoices(session, voices)
    const outcome = plainJson(await protocol.run(new Strand(session), input))
    const left = session.tape.leftOver ?? session.source?.tape.leftOver
    if (left)
      throw new Diverged({ line: left.n, recorded: `${left.kind} ${left.key}`, called: 'nothing more' })
    await session.record({ kind: 'concluded', key: '', data: { outcome } })
    return { kind: 'concluded', outcome }
  } catch (error) {
    return await stopped(session, error).catch(
      (broke: unknown) => ({ kind: 'failed', error: broke }) as const,
    )
  }
}

/**
 * A stop is recorded with its own line, if it has one; a forbidden write is recorded as a halt; a divergence, or a run that was
 * told to stop, leaves the journal unchanged; everything else is recorded as a failure.
 */
async function stopped(session: Session, error: unknown): Promise<Ending> {
  const { reason } = session.deps.signal
  if (reason instanceof Pausing && !isStop(error)) return pausedBy(session, reason)
  if (error instanceof Stopped && error.stop.kind !== 'unrecorded') {
    if (error.line) await session.record(error.line)
    return error.stop
  }
  if (session.deps.signal.aborted) return { kind: 'interrupted' }
  if (error instanceof Diverged) return { kind: 'failed', error }
  if (error instanceof OutsideBoundary) {
    const { message: line, code: rule, detail: reason } = error
    const data = { line, rule, reason, unplanned: true }
    await session.record({ kind: 'halted', key: 'boundary', data })
    return { kind: 'halted', line: error.message }
  }
  const data = await failure(session, error)
  await session.record({ kind: 'failed', key: '', data }).catch(() => {})
  return { kind: 'failed', error }
}

/** A stop of the procedure's own, which came before the person's. */
function isStop(error: unknown): boolean {
  return error instanceof Stopped && error.stop.kind !== 'interrupted' && error.stop.kind !== 'unrecorded'
}

/** The step under way left no line: it is made again when the meeting goes on. */
async function pausedBy(session: Session, { message: reason }: Pausing): Promise<Ending> {
  await session.record({ kind: 'paused', key: 'stopped', data: { reason, unplanned: true } })
  return { kind: 'paused', reason }
}

async function failure(session: Session, error: unknown): Promise<RunFailed> {
  const code = error instanceof ParleyError ? error.code : 'UNFORESEEN'
  const masking = session.masking()
  const message = await masked(masking.at('what went wrong'), messageOf(error))
  return masking.on({ message, code })
}

function written(lines: readonly Line[]): readonly string[] {
  const paths = lines.flatMap((line) => (line.kind === 'wrote' ? [line.data.path] : []))
  return [...new Set(paths)]
}

function ended(id: string, state: string): ParleyError {
  return new CannotGoOn(
    'ENDED',
    `Meeting ${id} is ${state}; it cannot go on.`,
    `\`parley fork ${id} --at N\` branches off it.`,
  )
}
