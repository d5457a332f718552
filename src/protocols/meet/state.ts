// MeetState: what a chartered meeting knows while it runs. It follows from what recorded steps returned, so a replay rebuilds it.
//
// Only `say` and `emit` add to the transcript, and what they add is shown and saved in the same order. Turn numbers have no gap, and
// the running total never falls.

import type { Meeting, NotSaid, Said } from '../../kernel/protocol.js'
import type { Page } from '../../rules/citation-check.js'
import type { CiteRules } from '../../rules/cite-or-flag.js'
import { citeRules } from '../../rules/cite-or-flag.js'
import { costCheckDue } from '../../rules/cost-cadence.js'
import { type HaltCondition, haltFor } from '../../rules/halt-event.js'
import { type Phase, phaseMarker } from '../../rules/lifecycle.js'
import { addAll } from '../../rules/lists.js'
import type { LoopTurn } from '../../rules/loop-detector.js'
import { accumulate, type CapState, spokenBy } from '../../rules/per-agent-cap.js'
import { EMPTY_LEDGER, type Ledger } from '../../rules/raise-hand.js'
import type { Pin } from '../../rules/scratchpad.js'
import { embed } from '../../text/embedded.js'
import type { Template } from './documents/closing.js'
import type { Sidecar } from './documents/memory-manifest.js'
import type { ItemDraft } from './drafts.js'
import { slugOfId } from './identity.js'
import type { Input, Invitee } from './input.js'
import { News } from './news.js'
import { withoutLabel } from './notices.js'
import type { Proposal, SettledState, Table } from './rules/table.js'
import { type Emitted, headerOf, type NewTurn, noteOf, type ToldLine } from './turn-note.js'

/** A proposal, and what became of it. */
export interface SettledProposal extends Proposal {
  readonly state: SettledState
  readonly why: string
}

/** How a discussion ended. */
export type EndedBy = 'wrap-up' | 'max-turns' | 'token-ceiling' | 'cost-ceiling' | 'no-voice' | 'all-passed'

export interface Citations {
  verified: number
  unverified: number
  broken: number
}

export class MeetState {
  readonly meeting: Meeting
  readonly input: Input
  /** The most that the meeting may read and write, in tokens. */
  readonly ceiling: number | null
  readonly cite: CiteRules
  /** Every line of the transcript, in order. */
  readonly transcript: string[] = []
  readonly turns: Emitted[] = []
  readonly preludes: {
    readonly seat: string
    readonly text: string
    outcomes: string
    readonly bullets: readonly string[]
    readonly sources: readonly string[]
    /** Each bullet with what came of checking it. */
    readonly claims: readonly string[]
  }[] = []
  pins: readonly Pin[] = []
  readonly loop: LoopTurn[] = []
  readonly news: News
  /** What was proposed, and who stands where. */
  table: Table = []
  /** What became of each proposal at CLOSE. */
  settled: readonly SettledProposal[] = []
  /** What the person said before the drafts. */
  lastWord: string | null = null
  /** The template of the closing part, once it was read. */
  template: Template = { title: '', headings: [] }
  readonly degraded: string[] = []
  readonly citations: Citations = { verified: 0, unverified: 0, broken: 0 }
  readonly seenRefs = new Set<string>()
  /** What tools fetched so far. */
  readonly pages: Page[] = []
  /** Some seat was offered, or used, a tool that reaches the web. */
  hadWeb = false
  readonly notReached: string[] = []
  readonly handsForPerson: string[] = []
  /** Output tokens by speaker, drafts included. */
  readonly outputBy = new Map<string, number>()
  readonly voices = new Map<string, { backend: string; model: string | null }>()
  readonly absent = new Set<string>()
  readonly failedInARow = new Map<string, number>()
  /** What a seat's own memory held when the meeting opened. */
  readonly memories = new Map<string, string>()
  readonly sidecars = new Map<string, readonly Sidecar[]>()
  /** Paths of the memory files that each seat was shown. */
  readonly memoryFiles = new Map<string, readonly string[]>()
  /** What the workspace looked like after the last call. */
  tree: Readonly<Record<string, string>> = {}
  phase: Phase = 'INVITE'
  round = 0
  t = 0
  spoken = 0
  caps: CapState = []
  ledger: Ledger = EMPTY_LEDGER
  discussTurns = 0
  /** Why a seat has no prelude, by its id. */
  readonly unprepared = new Map<string, string>()
  sinceYield = 0
  lastWasPerson = false
  endedBy: EndedBy = 'wrap-up'
  wrapUp = false
  unattended = false
  /** Every item that was drafted, also those dropped later: a memory may refer to one. */
  allItems: readonly ItemDraft[] = []
  linesRemoved = 0
  /** Drafted items and decisions that named no turn of this meeting. */
  leftOut = 0
  estimated = false
  readonly #ids = new Map<string, number>()
  #degradedTold = 0

  constructor(meeting: Meeting, input: Input) {
    this.meeting = meeting
    const { left, input: read, output } = meeting.spent
    this.ceiling = left === null ? null : left + read + output
    this.input = { ...input, slug: slugOfId(meeting.id, input) }
    this.news = new News(input.person.name)
    this.cite = citeRules({
      roots: [...input.citeRoots.filter(isFolder), '.gaia/artifacts'],
      endings: moreEndings,
      files: input.citeRoots.filter((place) => !isFolder(place)),
    })
  }

  seat(id: string): Invitee {
    const seat = this.input.seats.find((known) => known.id === id)
    if (!seat) throw new Error(`No seat ${id} in this meeting.`)
    return seat
  }

  muted(id: string): boolean {
    return spokenBy(this.caps, id).muted
  }

  maySpeak(id: string): boolean {
    return !this.muted(id) && !this.absent.has(id)
  }

  /** Opens a phase. Its marker is in the transcript also when the phase is skipped. */
  async enter(phase: Phase, skippedBecause?: string): Promise<void> {
    this.phase = phase
    await this.meeting.phase(phase)
    await this.say(phaseMarker(phase, skippedBecause), {
      what: 'phase',
      phase,
      skipped: skippedBecause ?? null,
    })
  }

  /** A line of the transcript that is not a turn, and its content as fields. */
  async say(line: string, told: ToldLine): Promise<void> {
    addAll(this.transcript, [...line.split('\n'), ''])
    await this.meeting.note('line', { text: line, ...told, ...this.#newlyDegraded() })
  }

  /** A notice for those watching; not part of the transcript. */
  async notice(text: string, degree: 'INFO' | 'WARNING' | 'CRITICAL' = 'INFO'): Promise<void> {
    await this.meeting.note('notice', { degree, text: withoutLabel(text), ...this.#newlyDegraded() })
  }

  /** Adds a turn to the transcript with its header, and counts it. */
  async emit(turn: NewTurn): Promise<Emitted> {
    const counted = turn.kind !== 'charter'
    if (counted) this.t++
    this.spoken += turn.cost
    const emitted: Emitted = {
      ...turn,
      t: counted ? this.t : 0,
      id: this.#nextId(turn),
      round: this.#roundOf(turn),
      total: this.spoken,
      // Embedded here and not only in the notes, so that what was shown and what is saved are the same text.
      shown: embed(turn.shown),
    }
    const block = `${headerOf(emitted, turn)}\n${emitted.shown}`
    addAll(this.transcript, [...block.split('\n'), ''])
    this.turns.push(emitted)
    if (turn.phase === 'DISCUSS') this.#countDiscuss(turn)
    await this.meeting.note('emitted', { ...noteOf(emitted, turn), ...this.#newlyDegraded() })
    return emitted
  }

  /** Counts what a seat spoke against its cap. Gives the line that mutes it, once. */
  charge(seat: string, tokens: number): string | undefined {
    const { state, mutedLine } = accumulate(this.caps, seat, tokens, this.input.perAgentCap)
    this.caps = state
    return mutedLine
  }

  async costCheck(): Promise<void> {
    if (!costCheckDue(this.t)) return
    const { input } = this.meeting.spent
    const ceiling = this.ceiling ?? '—'
    await this.say(
      `[cost-check turn=${this.t} running-total=${this.spoken} tokens input=${input} ceiling=${ceiling}]`,
      { what: 'cost-check', turn: this.t, total: this.spoken, input, ceiling: this.ceiling },
    )
  }

  degrade(what: string): void {
    if (!this.degraded.includes(what)) this.degraded.push(what)
  }

  /** Stops by one of the rules of these meetings. Lines at fault are named in words; the line of the rule only counts them. */
  halt(rule: HaltCondition, detail: string, seat?: string, faults: readonly string[] = []): Promise<void> {
    const reason = [detail, faults.join('; ')].filter((part) => part !== '').join(': ')
    return this.meeting.halt(haltFor(rule, detail, seat), { rule, reason, ...(seat ? { seat } : {}) })
  }

  /** Records the cost of a call and which backend answered, and that the seat now knows the news. */
  heard(seat: Invitee, reply: Said<unknown> | NotSaid): void {
    this.outputBy.set(seat.id, (this.outputBy.get(seat.id) ?? 0) + reply.usage.output)
    if (reply.usage.estimated) this.estimated = true
    if (reply.kind === 'not-said') return
    this.voices.set(seat.id, { backend: reply.backend, model: reply.model })
    if (reply.web || reply.tools.some(({ name }) => /web|fetch|browse/i.test(name))) this.hadWeb = true
    if (this.input.noWeb && unkept.has(reply.backend)) this.degrade(`web-unenforced:${seat.id}`)
    this.news.heardBy(seat.id)
  }

  /** Reasons, new since the last note, why the result is degraded: the next note tells them to whoever watches. */
  #newlyDegraded(): { readonly degraded?: readonly string[] } {
    const news = this.degraded.slice(this.#degradedTold)
    this.#degradedTold = this.degraded.length
    return news.length > 0 ? { degraded: news } : {}
  }

  #countDiscuss(turn: NewTurn): void {
    this.discussTurns++
    this.sinceYield++
    this.lastWasPerson = turn.kind === 'person'
  }

  #roundOf(turn: NewTurn): number {
    return turn.phase === 'DISCUSS' ? Math.max(1, this.round) : turn.phase === 'REVIEW' ? this.round : 0
  }

  #nextId(turn: NewTurn): string {
    const letter =
      turn.kind === 'charter' ? 'c' : turn.phase === 'RESEARCH' ? 'r' : turn.phase === 'DISCUSS' ? 'd' : 'x'
    const n = (this.#ids.get(letter) ?? 0) + 1
    this.#ids.set(letter, n)
    return `${letter}${n}`
  }
}

/** Backends whose programs parley cannot keep from the web. */
const unkept = new Set(['host', 'command'])

const moreEndings = [
  '.tsx',
  '.jsx',
  '.mjs',
  '.go',
  '.rs',
  '.java',
  '.kt',
  '.swift',
  '.rb',
  '.c',
  '.h',
  '.cpp',
  '.cs',
  '.toml',
  '.txt',
  '.html',
  '.css',
]

function isFolder(place: string): boolean {
  return place.endsWith('/')
}
