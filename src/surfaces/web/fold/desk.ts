// Desk: a room, and the same room while it is brought up to date. What enters a transcript from more than one place is made here.

import type { Line } from '../../../kernel/line.js'
import type { Question } from '../../../kernel/question.js'
import { empty, type Summary } from '../../../kernel/summary.js'
import type { Tally } from './emitted.js'
import type { Face } from './face.js'
import type { Cited, Cost, Item, Pin, ToolCall, Turn } from './items.js'

export interface Room {
  readonly summary: Summary
  readonly faces: readonly Face[]
  readonly person: string
  readonly items: readonly Item[]
  readonly costs: readonly Cost[]
  readonly pins: readonly Pin[]
  readonly questions: readonly OpenQuestion[]
  /** Paths that it wrote and did not remove again. */
  readonly documents: readonly string[]
  readonly ceiling: number | null
  readonly phase: string
  readonly round: number
  readonly citations: Tally
  /** What is known of a turn before it is let through, by seat. */
  readonly pending: ReadonlyMap<string, Pending>
  readonly checked: readonly Cited[]
}

export interface OpenQuestion {
  readonly key: string
  readonly n: number
  readonly question: Question
}

/** Drafts of a turn that the procedure has yet to judge. */
export interface Pending {
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  readonly model: string | null
  readonly backend: string
  readonly tools: readonly ToolCall[]
  readonly attempts: number
  readonly value: unknown
}

/** A room that is being brought up to date: the arrays are its own. */
export type Desk = { -readonly [K in keyof Room]: Writable<Room[K]> }
type Writable<T> = T extends readonly (infer U)[]
  ? U[]
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T

export const emptyRoom: Room = {
  summary: empty,
  faces: [],
  person: 'You',
  items: [],
  costs: [],
  pins: [],
  questions: [],
  documents: [],
  ceiling: null,
  phase: '',
  round: 0,
  citations: { verified: 0, unverified: 0, broken: 0 },
  pending: new Map(),
  checked: [],
}

export function notice(line: Line, text: string, degree: 'info' | 'warning' | 'critical' = 'info'): Item {
  return { kind: 'notice', key: `n${line.n}`, n: line.n, degree, text }
}

/** What the person said, as a turn without a hue and without a cost. */
export function ownWords(desk: Desk, line: Line, text: string, role: string): Turn {
  return {
    kind: 'turn',
    key: `n${line.n}`,
    n: line.n,
    at: line.at,
    seat: null,
    name: desk.person,
    role,
    label: '',
    phase: desk.phase,
    round: desk.round,
    text,
    cost: null,
    tools: [],
    cited: [],
    tally: null,
    broken: null,
  }
}
