// A journal line: one JSON object of thirteen kinds, each with data of its own. Parsed once where it is read; runs in the browser too.

import { Damaged } from '../errors.js'
import { dataFault } from './line-checks.js'
import { type Kind, kinds, type LineData } from './line-data.js'

export { type Kind, kinds } from './line-data.js'

/** What a meeting asks to be recorded: what happened, without the time. */
export interface Content<K extends Kind> {
  readonly kind: K
  /** Which step of the procedure it belongs to. */
  readonly key: string
  readonly data: LineData[K]
}

/** What a caller appends; the journal adds the number and the chain. */
export interface EntryOf<K extends Kind> extends Content<K> {
  readonly at: string
}

interface ChainedLine<K extends Kind> extends EntryOf<K> {
  readonly n: number
  readonly prev: string
  readonly hash: string
}

/** A line of one kind; of several kinds, the union of their lines, so that `kind` tells which. */
export type LineOf<K extends Kind> = K extends Kind ? ChainedLine<K> : never

export type Entry = { readonly [K in Kind]: EntryOf<K> }[Kind]
export type Line = LineOf<Kind>

export function isOf<K extends Kind>(line: Line, kinds: readonly K[]): line is LineOf<K> {
  return kinds.some((kind) => kind === line.kind)
}

/** Parses a line without checking its hash (`unseal` does that). A line that does not fit its kind is damage. */
export function parse(text: string, n: number): Line {
  return lineFrom(json(text, n), n)
}

/** Checks a line that came as JSON over HTTP. `n` is its expected number, for the message. */
export function lineFrom(value: unknown, n: number): Line {
  if (!isEnvelope(value)) throw new Damaged(n, 'it is not a journal line')
  const fault = dataFault(value.kind, value.data)
  if (fault !== undefined) throw new Damaged(n, fault)
  return value as Line
}

function json(text: string, n: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Damaged(n, 'it is not JSON')
  }
}

interface Envelope {
  readonly kind: Kind
  readonly data: unknown
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  return (
    Number.isInteger(line['n']) &&
    isTime(line['at']) &&
    typeof line['key'] === 'string' &&
    typeof line['prev'] === 'string' &&
    typeof line['hash'] === 'string' &&
    known.has(line['kind'])
  )
}

const known: ReadonlySet<unknown> = new Set(kinds)

/** In this one form: `Date.parse` takes a comment with anything in it, which would reach a terminal. */
function isTime(value: unknown): boolean {
  return typeof value === 'string' && isoTime.test(value) && !Number.isNaN(Date.parse(value))
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
