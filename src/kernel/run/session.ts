// Session: one run of one meeting: its lease, its tape, its conversations and its ledger.
//
//   S1  After the run was told to stop, nothing more is recorded; after its lease is lost, no call and no effect begins.
//   S2  Watchers and the summary cannot break a meeting: a line is recorded before they are told of it.

import type { SeatCost } from '../../rules/money.js'
import type { PageRead, ToolResult } from '../agents.js'
import { Ledger } from '../cost/ledger.js'
import { seatCosts } from '../cost/paid.js'
import type { Lease } from '../line/journal.js'
import type { Content, Kind, Line, LineOf } from '../line/line.js'
import type { Plan, Receipt } from '../line/line-data.js'
import { Masking } from '../line/masks.js'
import { pagesOf } from '../line/pages.js'
import type { Tape } from '../line/tape.js'
import type { Answer } from '../question.js'
import { Conversations } from '../turn/conversation.js'
import type { World } from '../world.js'
import type { Asked } from './asked.js'
import type { Deps } from './deps.js'
import type { MeetingEvent } from './events.js'
import { Stopped } from './signals.js'

const begun = '/begun'

/** The key of the aside that announces a turn. */
export function begunKey(key: string): string {
  return key + begun
}

/** Called by a replay for each recorded document, with what the procedure renders now. */
export interface Replaying {
  wrote(recorded: LineOf<'wrote'>, text: string): Promise<void>
  revised?(
    recorded: LineOf<'wrote'>,
    change: (text: string | null) => { readonly text: string },
  ): Promise<void>
  /** A recorded call of a seat, before it becomes part of the conversation, with what the procedure asks now. */
  spoke?(recorded: LineOf<'turn' | 'failed'>, asked: Asked, session: Session): Promise<void>
}

export class Session {
  readonly id: string
  readonly deps: Deps
  readonly boundary: readonly string[]
  /** What was recorded before this run. */
  readonly tape: Tape
  readonly isFork: boolean
  /** For a fork: the steps of its source, copied one by one into this journal. */
  readonly source: { readonly tape: Tape; readonly id: string } | undefined
  /** Set for a replay: any new step ends it. */
  readonly replaying: Replaying | undefined
  /** Marks that turns gave to the result, each with the first line that gave it. */
  readonly #marks = new Map<string, number>()
  /** By client, the seats for which one context of a host spoke, each with the line where it first did. */
  readonly #shared = new Map<string, Map<string, number>>()
  #relayed = 0
  /** Paths that the procedure is about to write or has written, one after another: a seat that spoke meanwhile did not change them. */
  readonly writing: string[] = []
  /** By path, the hash of what the procedure wrote there last. */
  readonly written = new Map<string, string>()
  readonly conversations: Conversations
  readonly ledger: Ledger
  readonly #lease: Lease
  /** All recorded lines, in order. */
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
    const [opened] = of.lease.lines
    this.isFork = opened?.kind === 'opened' && opened.data.forkedFrom !== undefined
    this.replaying = of.replaying
    this.conversations = new Conversations(of.lease.lines)
    this.ledger = ledgerAfter(of.lease.lines, of.deps)
    this.#lease = of.lease
    this.#lines = [...of.lease.lines]
    this.#recorded = of.lease.lines.length
    for (const { key } of of.lease.lines) if (key.endsWith(begun)) this.#begun.add(key)
    this.#plans = new Map(of.lease.lines.flatMap(planIn))
  }

  /**
   * Every mark so far, in the order of the lines that gave them: branches that spoke at the same time are replayed one after another, and
   * documents must list the same. Counts are known only when they are asked for.
   */
  marks(): readonly string[] {
    const given = [...this.#marks].toSorted(([, one], [, other]) => one - other).map(([mark]) => mark)
    return [...given, ...(this.#relayed > 0 ? [`relayed-answers:${this.#relayed}`] : [])]
  }

  mark(mark: string, line: number): void {
    this.#marks.set(mark, Math.min(line, this.#marks.get(mark) ?? line))
  }

  /** A client that spoke for several seats in one context is one mind, whatever the seats are called. */
  heardFrom({ backend, isolation, model, seat }: Receipt, line: number): void {
    if (backend !== 'host' || isolation !== 'shared') return
    const [client = ''] = (model ?? '').split(' · ')
    const seats = this.#shared.get(client) ?? new Map<string, number>()
    this.#shared.set(client, seats.set(seat, Math.min(line, seats.get(seat) ?? line)))
    const [, second] = [...seats.values()].toSorted((one, other) => one - other)
    if (second !== undefined) this.mark('one-mind', second)
  }

  answered(answer: Answer): Answer {
    if (answer.by === 'relayed') this.#relayed += 1
    return answer
  }

  /** The last plan that an earlier run recorded under this key. */
  planned(key: string): Plan | undefined {
    return this.#plans.get(key)
  }

  /** Whether an earlier run began this turn and ended before it was recorded. */
  wasBegun(key: string): boolean {
    return this.#begun.has(begunKey(key))
  }

  /** The number of the next line, or a lower one while other lines are being appended. */
  get nextLine(): number {
    return this.#lines.length + 1
  }

  /** The hash of the last line that is recorded; empty before the first. */
  get lastHash(): string {
    return this.#lines.at(-1)?.hash ?? ''
  }

  /** Whether this run appended the line; false when an earlier run did. */
  isNew(n: number): boolean {
    return n > this.#recorded
  }

  /** Throws when the run was told to stop or is a replay: neither may record anything. */
  goOn(): void {
    if (this.replaying) throw new Stopped({ kind: 'unrecorded' })
    if (this.deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
    if (this.#aborted) throw this.#aborted
  }

  /** Checked before each call: a run whose meeting another process has taken over must not act at the same time. */
  mayAct(): void {
    this.goOn()
    this.#lease.check()
  }

  /** Whether no other process has taken the meeting over. */
  isHeld(): boolean {
    try {
      this.#lease.check()
      return true
    } catch {
      return false
    }
  }

  /** Checked before anything new begins: a run that ends gently finishes what is under way and starts nothing. */
  mayBegin(): void {
    this.mayAct()
    if (this.deps.drain?.aborted) throw new Stopped({ kind: 'interrupted' })
  }

  /** One branch aborted the meeting: the others take no new step. */
  abort(stopped: Stopped): never {
    this.#aborted = stopped
    throw stopped
  }

  /** Appends one line after another, in the order of the requests: two appends at once would race for a number. */
  record<K extends Kind>(content: Content<K>): Promise<LineOf<K>> {
    if (content.kind === 'wrote') this.writing.push((content as Content<'wrote'>).data.path)
    return this.#inOrder(() => this.#append(content))
  }

  /** The person is asked one question at a time, even when several branches ask. */
  putInTurn<T>(ask: () => Promise<T>): Promise<T> {
    const asked = this.#asking.then(ask)
    this.#asking = asked.catch(() => {})
    return asked
  }

  /** Keeps a text beside the journal; the line that names it comes after it. */
  keep(text: string): Promise<string> {
    return this.#lease.keep(text)
  }

  /** What a step may look at: also the pages of this meeting. */
  get world(): World {
    return { ...this.deps.world, page: (hash) => this.#lease.kept(hash, 'page') }
  }

  /** Keeps the text of a page that was read; what is left says which page it was. */
  async keepPage({ text, ...page }: NonNullable<ToolResult['page']>): Promise<PageRead> {
    if (text === undefined || text === null) return page
    return { ...page, sha256: await this.#lease.keep(text, 'page') }
  }

  /** Copies a step of the source of a fork into this journal; the cost of its turns is not counted again. */
  async takeOver(line: Line, key: string): Promise<Line> {
    const from = { id: this.source?.id ?? '', n: line.n }
    await this.#takePages(line, from.id)
    if (line.kind === 'turn') return this.record({ kind: 'turn', key, data: { ...line.data, from } })
    if (line.kind === 'failed' && 'seat' in line.data)
      return this.record({ kind: 'failed', key, data: { ...line.data, from } })
    return this.record({ kind: line.kind, key, data: line.data })
  }

  /** Pages that the line names are on disk before it is, as in the source. One that is gone there is found missing by a verification. */
  async #takePages(line: Line, id: string): Promise<void> {
    for (const { sha256 } of pagesOf(line)) {
      const text = sha256 === null ? null : ((await this.deps.pageOf?.(id, sha256)) ?? null)
      if (text !== null) await this.#lease.keep(text, 'page')
    }
  }

  /** What each seat has cost until now, by the lines. */
  get costs(): readonly SeatCost[] {
    return seatCosts(this.#lines)
  }

  /** For the texts of one line that came from a voice, a tool or an error: also without this machine's folders. */
  masking(): Masking {
    const { scrub, withoutFolders } = this.deps
    return new Masking((text) => scrub(withoutFolders?.(text) ?? text))
  }

  /** Runs between two appends, so that the summary describes the journal on disk. */
  keepSummary(): Promise<void> {
    return this.#inOrder(() => this.deps.keepSummary(this.#lines)).catch(() => {})
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => {})
    return done
  }

  async #append<K extends Kind>(content: Content<K>): Promise<LineOf<K>> {
    if (this.deps.signal.aborted && !isLastWord(content)) throw new Stopped({ kind: 'interrupted' })
    const line = await this.#lease.append(this.nextLine, { at: this.deps.now().toISOString(), ...content })
    this.#lines.push(line as Line)
    this.show({ type: 'line', line })
    return line
  }

  /** A watcher's error is ignored (S2): the line is recorded already, and the watcher can read the journal again. */
  show(event: MeetingEvent): void {
    try {
      this.deps.observe(event)
    } catch {}
  }
}

function planIn(line: Line): [string, Plan][] {
  if (line.kind !== 'noted' || !line.data.aside || line.data.kind !== 'plan') return []
  return [[line.key, line.data.data]]
}

/** Failed turns are not on the tape, but their cost counts against the ceilings. */
function ledgerAfter(lines: readonly Line[], { ceiling, money }: Deps): Ledger {
  const ledger = new Ledger(ceiling, money?.ceiling ?? null)
  for (const { kind, data } of lines)
    if (kind === 'failed' && 'seat' in data && !data.result) ledger.addInVain(data.tokens, data.cost)
  return ledger
}

/** Why a run rests that the person stopped: the only line that it writes after that. */
function isLastWord({ kind, data }: Content<Kind>): boolean {
  return kind === 'paused' && 'unplanned' in data && data.unplanned === true
}
