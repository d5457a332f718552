// Session: one run of one meeting: its lease, its tape, its conversations and its ledger.

import { Conversations } from './conversation.js'
import type { Deps } from './deps.js'
import type { Lease } from './journal.js'
import { Ledger } from './ledger.js'
import type { Kind, Line } from './line.js'
import { empty, fold, type Summary } from './summary.js'
import type { Tape } from './tape.js'

export class Session {
  readonly id: string
  readonly deps: Deps
  readonly boundary: readonly string[]
  /** What was recorded before this run. */
  readonly tape: Tape
  /** For a fork: the steps of the meeting it leaves, taken over one by one into this journal. */
  readonly source: { readonly tape: Tape; readonly id: string } | undefined
  /** For a verification: told of every recorded write with the text that the procedure renders now. */
  readonly rewrote: ((recorded: Line, text: string) => Promise<void>) | undefined
  readonly conversations = new Conversations()
  readonly ledger: Ledger
  readonly #lease: Lease
  #summary: Summary
  #next: number
  #tail: Promise<unknown> = Promise.resolve()

  constructor(of: {
    id: string
    deps: Deps
    boundary: readonly string[]
    lease: Lease
    tape: Tape
    source?: { tape: Tape; id: string }
    rewrote?: (recorded: Line, text: string) => Promise<void>
  }) {
    this.id = of.id
    this.deps = of.deps
    this.boundary = of.boundary
    this.tape = of.tape
    this.source = of.source
    this.rewrote = of.rewrote
    this.ledger = new Ledger(of.deps.ceiling)
    this.#lease = of.lease
    this.#summary = of.lease.lines.reduce(fold, empty)
    this.#next = of.lease.lines.length + 1
  }

  get summary(): Summary {
    return this.#summary
  }

  /** Appends in the order of the calls, also when branches call at the same time. */
  record(kind: Kind, key: string, data: unknown): Promise<Line> {
    const appended = this.#tail.then(() => this.#append(kind, key, data))
    this.#tail = appended.catch(() => {})
    return appended
  }

  /** Takes a step of the meeting that this one was forked from into this journal; its turns cost nothing again. */
  takeOver(line: Line): Promise<Line> {
    const from = { id: this.source?.id ?? '', n: line.n }
    const data = line.kind === 'turn' ? { ...(line.data as object), from } : line.data
    return this.record(line.kind, line.key, data)
  }

  async keepSummary(): Promise<void> {
    await this.deps.keepSummary(this.#summary)
  }

  async #append(kind: Kind, key: string, data: unknown): Promise<Line> {
    const line = await this.#lease.append(this.#next, { at: this.deps.now().toISOString(), kind, key, data })
    this.#next++
    this.#summary = fold(this.#summary, line)
    this.deps.observe({ type: 'line', line })
    return line
  }
}
