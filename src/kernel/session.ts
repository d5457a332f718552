// Session: one run of one meeting: its lease, its tape, its conversations and its ledger.
//
//   S1  Once the run was told to stop, nothing more is recorded; once its lease is lost, no call and no effect begins.
//   S2  Those who watch, and the summary, cannot break a meeting: a line is recorded before they hear of it.

import { Conversations } from './conversation.js'
import type { Deps, MeetingEvent } from './deps.js'
import type { Lease } from './journal.js'
import { Ledger } from './ledger.js'
import type { Content, Kind, Line, LineOf } from './line.js'
import type { Plan } from './line-data.js'
import { Stopped } from './signals.js'
import type { Tape } from './tape.js'

const begun = '/begun'

/** The key of the aside that announces a turn. */
export function begunKey(key: string): string {
  return key + begun
}

/** What a replay that acts on nothing wants to hear of recorded documents: what the procedure makes of them now. */
export interface Replaying {
  wrote(recorded: LineOf<'wrote'>, text: string): Promise<void>
  revised?(
    recorded: LineOf<'wrote'>,
    change: (text: string | null) => { readonly text: string },
  ): Promise<void>
}

export class Session {
  readonly id: string
  /** Of the protocol, as the journal was opened with it. */
  readonly version: number
  readonly deps: Deps
  readonly boundary: readonly string[]
  /** What was recorded before this run. */
  readonly tape: Tape
  /** For a fork: the steps of the meeting it leaves, taken over one by one into this journal. */
  readonly source: { readonly tape: Tape; readonly id: string } | undefined
  /** Set for a run over the record alone: whatever is new ends it. */
  readonly replaying: Replaying | undefined
  readonly conversations: Conversations
  readonly ledger: Ledger
  readonly #lease: Lease
  /** All that is on disk, in order. */
  readonly #lines: Line[]
  readonly #recorded: number
  readonly #begun = new Set<string>()
  readonly #plans: ReadonlyMap<string, Plan>
  #tail: Promise<unknown> = Promise.resolve()
  #asking: Promise<unknown> = Promise.resolve()
  #aborted: Stopped | undefined

  constructor(of: {
    id: string
    deps: Deps
    boundary: readonly string[]
    lease: Lease
    tape: Tape
    source?: { tape: Tape; id: string }
    replaying?: Replaying
  }) {
    this.id = of.id
    this.deps = of.deps
    this.boundary = of.boundary
    this.tape = of.tape
    this.source = of.source
    this.replaying = of.replaying
    this.conversations = new Conversations(of.lease.lines)
    this.ledger = ledgerAfter(of.lease.lines, of.deps.ceiling)
    this.#lease = of.lease
    this.#lines = [...of.lease.lines]
    this.#recorded = of.lease.lines.length
    this.version = versionIn(of.lease.lines)
    for (const { key } of of.lease.lines) if (key.endsWith(begun)) this.#begun.add(key)
    this.#plans = new Map(of.lease.lines.flatMap(planIn))
  }

  /** What an earlier run had planned under this key last. */
  planned(key: string): Plan | undefined {
    return this.#plans.get(key)
  }

  /** Whether an earlier run had begun this turn, and ended before its line. */
  wasBegun(key: string): boolean {
    return this.#begun.has(begunKey(key))
  }

  /** The number that the next line will have, or a lower one while others are being appended. */
  get nextLine(): number {
    return this.#lines.length + 1
  }

  /** Whether this run appended the line, and did not find it. */
  isNew(n: number): boolean {
    return n > this.#recorded
  }

  /** A run that was told to stop records no more, wherever its branches stand; a replay never does. */
  goOn(): void {
    if (this.replaying) throw new Stopped({ kind: 'unrecorded' })
    if (this.deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    if (this.#aborted) throw this.#aborted
  }

  /** Asked before each single call: one whose meeting another process has taken over would act beside it. */
  mayAct(): void {
    this.goOn()
    this.#lease.check()
  }

  /** Asked before anything new begins: a run that is to end soon finishes what is under way, and begins nothing. */
  mayBegin(): void {
    this.mayAct()
    if (this.deps.drain?.aborted) throw new Stopped({ kind: 'interrupted' })
  }

  /** The procedure gave the meeting up in one branch: the others take no new step. */
  abort(stopped: Stopped): never {
    this.#aborted = stopped
    throw stopped
  }

  /** One line after another, in the order in which the branches ask for them: two appends at once would race for a number. */
  record<K extends Kind>(content: Content<K>): Promise<LineOf<K>> {
    return this.#inOrder(() => this.#append(content))
  }

  /** One question at a time is put to the person, also when several branches ask. */
  putInTurn<T>(ask: () => Promise<T>): Promise<T> {
    const asked = this.#asking.then(ask)
    this.#asking = asked.catch(() => {})
    return asked
  }

  /** Takes a step of the meeting that this one was forked from into this journal; its turns cost nothing again. */
  takeOver(line: Line, key: string): Promise<Line> {
    const from = { id: this.source?.id ?? '', n: line.n }
    if (line.kind === 'turn') return this.record({ kind: 'turn', key, data: { ...line.data, from } })
    if (line.kind === 'failed' && 'seat' in line.data)
      return this.record({ kind: 'failed', key, data: { ...line.data, from } })
    return this.record({ kind: line.kind, key, data: line.data })
  }

  /** For what came from a voice, a tool or an error: without secrets, and without the folders of this machine. */
  scrubSaid(text: string): Promise<{ readonly text: string }> {
    const { scrub, withoutFolders } = this.deps
    return scrub(withoutFolders?.(text) ?? text)
  }

  /** Between two lines, so that it is the summary of the journal as it stands on disk. */
  keepSummary(): Promise<void> {
    return this.#inOrder(() => this.deps.keepSummary(this.#lines)).catch(() => {})
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => {})
    return done
  }

  async #append<K extends Kind>(content: Content<K>): Promise<LineOf<K>> {
    if (this.deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    const line = await this.#lease.append(this.nextLine, { at: this.deps.now().toISOString(), ...content })
    this.#lines.push(line as Line)
    this.show({ type: 'line', line })
    return line
  }

  /** A watcher that failed reads the journal again (S2): the line is recorded already. */
  show(event: MeetingEvent): void {
    try {
      this.deps.observe(event)
    } catch {}
  }
}

function versionIn([first]: readonly Line[]): number {
  return first?.kind === 'opened' ? first.data.version : 0
}

function planIn(line: Line): [string, Plan][] {
  if (line.kind !== 'noted' || !line.data.aside || line.data.kind !== 'plan') return []
  return [[line.key, line.data.data]]
}

/** What the tape will not bring back, because it was no result, was paid for all the same. */
function ledgerAfter(lines: readonly Line[], ceiling: number | null): Ledger {
  const ledger = new Ledger(ceiling)
  for (const { kind, data } of lines)
    if (kind === 'failed' && 'seat' in data && !data.result) ledger.addInVain(data.tokens)
  return ledger
}
