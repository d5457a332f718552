// Story: what people see of a journal. Every surface is a rendering of this one fold; it runs in the browser too.

import type { CutShort, ToolUse } from '../kernel/agents.js'
import type { Opened, Whole } from '../kernel/line/line-data.js'
import { empty, type Summary } from '../kernel/line/summary.js'
import type { Question } from '../kernel/question.js'
import type { MoneyPaid } from '../rules/money.js'
import type { Drawing } from './drawings.js'
import type { Cited, Item, Tally, TurnCost } from './items.js'
import type { DecisionTold, DissentAnswer, OutcomeTold } from './outcome.js'
import type { ProposalTold } from './proposals.js'

export interface Story {
  /** What lists show of it: where it stands, what it cost, what makes its result worth less. */
  readonly summary: Summary
  readonly opened: Opened | null
  readonly person: string
  readonly faces: readonly Face[]
  readonly items: readonly Item[]
  readonly round: number
  /** Where everybody stood at the end of each round. */
  readonly rounds: readonly RoundRows[]
  readonly dissents: readonly Dissent[]
  /** What is on the table, and how it ended. */
  readonly proposals: readonly Proposal[]
  /** What was recorded as settled on the way, where a protocol records that. */
  readonly decisions: readonly DecisionTold[]
  /** The open questions of the summary, whole. */
  readonly questions: readonly OpenQuestion[]
  readonly pins: readonly Pin[]
  /** What it lays before the reader beside the words, by id, in the order in which they first came. */
  readonly drawings: ReadonlyMap<string, Drawing>
  /** What it wrote and did not remove again, by path. */
  readonly documents: ReadonlyMap<string, Document>
  readonly costs: readonly Cost[]
  readonly ceiling: number | null
  /** In millionths of a dollar. */
  readonly costCeiling: number | null
  /** The ceiling that would have had room for the call that was refused last, in tokens or millionths of a dollar; null where none was. */
  readonly lacked: number | null
  /** Who speaks for each seat, and what that costs where it is known; null where the journal does not say. */
  readonly voices: Voices | null
  readonly citations: Tally
  /** Where it stands, in a sentence, for whoever comes back to it; null where its protocol says none. */
  readonly recap: string | null
  /** Null until it is concluded. */
  readonly outcome: OutcomeTold | null
  /** What was said last, by a seat or by the person, without the marks in it. */
  readonly lastWords: string | null
  /** Drafts of turns that the procedure has yet to judge, by seat. */
  readonly pending: ReadonlyMap<string, Pending>
  /** What was found where a turn on its way cites something. */
  readonly checked: readonly Cited[]
}

export interface Voices {
  readonly default: string
  readonly seats: Readonly<Record<string, unknown>>
  /** By voice; null where it has an unknown one, absent where it costs nothing. */
  readonly prices: Readonly<Record<string, unknown>>
}

export interface Face {
  readonly id: string
  readonly name: string
  readonly role: string
  /** It may be called on, and takes part only if it is. */
  readonly candidate?: boolean
}

export interface RoundRows {
  readonly round: number
  readonly rows: readonly Row[]
}

/** Where one seat stands at the end of a round. */
export interface Row {
  readonly seat: string
  readonly position: string
  readonly stands: Stands
  /** Ids of its dissents that stand at the end of this round, whether it repeated them or not. */
  readonly open: readonly string[]
  /** In its own words: what it objects to, why it withdrew, or what it said on changing its position; empty where it said nothing. */
  readonly because: string
  /** The item to go to; null when it did not speak. */
  readonly turn: string | null
}

/** A dissent counts before anything else, a withdrawal before a change. */
export type Stands = 'absent' | 'dissents' | 'withdrew' | 'changed' | 'stands'

export interface Dissent {
  readonly id: string
  readonly seat: string | null
  readonly name: string
  readonly qualifier: string
  readonly text: string
  readonly round: number
  /** Where it was said, in words: `round 1`, `turn 3`. */
  readonly where: string
  readonly state: 'stands' | 'withdrawn'
  /** Why it was withdrawn, or how it was answered in the end; null while nothing is said to it. */
  readonly end: {
    readonly kind: DissentAnswer | 'withdrawn'
    readonly reason: string
    readonly turn: string | null
    /** Where it was withdrawn, in words. */
    readonly where: string | null
  } | null
  /** The item where it was said. */
  readonly turn: string
}

/** A proposal, and the item where it was made. */
export interface Proposal extends ProposalTold {
  readonly at: string | null
}

export interface OpenQuestion {
  readonly key: string
  readonly n: number
  readonly question: Question
}

export interface Pin {
  readonly id: string
  readonly intent: string
  readonly content: string
  readonly type: string
  readonly by: string
  /** The item that it comes from. */
  readonly from: string
  readonly revisions: number
}

export const documentKinds = [
  'notes',
  'record',
  'memory',
  'artifact',
  'pad',
  'action-items',
  'session',
  'other',
] as const
export type DocumentKind = (typeof documentKinds)[number]

export interface Document {
  readonly path: string
  readonly kind: DocumentKind
  readonly title: string
  /** The last line that wrote it, and when. */
  readonly line: number
  readonly at: string
  readonly working: boolean
}

/** One call of a seat. */
export interface Cost {
  readonly n: number
  readonly at: string
  readonly seat: string
  readonly call: string
  readonly model: string | null
  readonly backend: string | null
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly estimated: boolean
  readonly money: MoneyPaid
  readonly ms: number
  /** Nothing came of it. */
  readonly failed: boolean
  /** A fork took it over; it was paid for elsewhere. */
  readonly taken: boolean
  /** All tokens of the meeting up to here. */
  readonly total: number
}

export interface Pending extends TurnCost {
  readonly tools: readonly ToolUse[]
  /** The last draft, when it was a structured reply. */
  readonly value: unknown
  /** Why the words of the last draft are not whole. */
  readonly cutOff: CutShort | undefined
  readonly whole: Whole | undefined
}

/** A story that is being told: what the fold appends to. */
export type Draft = { -readonly [K in keyof Story]: Writable<Story[K]> }
type Writable<T> = T extends readonly (infer U)[]
  ? U[]
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T

export function blank(): Draft {
  return copyOf(untold)
}

/** A draft of its own to go on with; the items themselves are shared, since none is ever changed in place. */
export function copyOf(story: Story): Draft {
  return {
    ...story,
    faces: [...story.faces],
    items: [...story.items],
    rounds: [...story.rounds],
    dissents: [...story.dissents],
    proposals: [...story.proposals],
    decisions: [...story.decisions],
    questions: [...story.questions],
    pins: [...story.pins],
    costs: [...story.costs],
    checked: [...story.checked],
    drawings: new Map(story.drawings),
    documents: new Map(story.documents),
    pending: new Map(story.pending),
  }
}

export const untold: Story = {
  summary: empty,
  opened: null,
  person: 'You',
  faces: [],
  items: [],
  round: 0,
  rounds: [],
  dissents: [],
  proposals: [],
  decisions: [],
  questions: [],
  pins: [],
  drawings: new Map(),
  documents: new Map(),
  costs: [],
  ceiling: null,
  costCeiling: null,
  lacked: null,
  voices: null,
  citations: { verified: 0, unverified: 0, broken: 0 },
  recap: null,
  outcome: null,
  lastWords: null,
  pending: new Map(),
  checked: [],
}

/** The story under the title that the meeting has now: the person may change that of a talk in its file. */
export function titled(story: Story, title: string | undefined): Story {
  return title === undefined ? story : { ...story, summary: { ...story.summary, title } }
}

/** Those who take part: of candidates the ones who were seated, and whoever has been called on. */
export function atTable({
  faces,
  costs,
  drawings,
}: Pick<Story, 'faces' | 'costs' | 'drawings'>): readonly Face[] {
  const called = costs.map(({ seat }) => seat)
  const seated = [...drawings.values()].flatMap((drawing) =>
    drawing.kind === 'scores' ? drawing.rows.flatMap(({ seat, taken }) => (taken ? [seat] : [])) : [],
  )
  const part = new Set([...called, ...seated])
  return faces.filter(({ id, candidate = false }) => !candidate || part.has(id))
}

export function faceOf({ faces }: Pick<Story, 'faces'>, seat: string): Face {
  return faces.find(({ id }) => id === seat) ?? { id: seat, name: seat, role: '' }
}

/** The recap as every surface says it. */
export function recapWords(recap: string): string {
  return `Where you left off. ${recap}`
}
