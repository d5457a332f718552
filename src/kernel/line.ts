// A journal line: one JSON object, sealed by a hash and chained to the line before.
//
//   J1  Lines are numbered from 1 without a gap, and each carries the hash of the line before.
//   J2  A line's hash is the SHA-256 of its own bytes without the hash field, so any changed byte shows.
//   J3  A line is on disk before anything outside the journal depends on it. (Kept by the journal's implementation.)
//   J4  Only an answer makes a line in the person's name. (Kept by the meeting: `answered` has no other writer.)

import * as crypto from 'node:crypto'
import { createHash } from 'node:crypto'
import { Damaged } from './errors.js'

export const kinds = [
  'opened',
  'phase',
  'turn',
  'asked',
  'answered',
  'wrote',
  'acted',
  'noted',
  'paused',
  'halted',
  'failed',
  'aborted',
  'concluded',
] as const
export type Kind = (typeof kinds)[number]

/** What a caller appends; the journal adds the number and the chain. */
export interface Entry {
  readonly at: string
  readonly kind: Kind
  readonly key: string
  readonly data: unknown
}

export interface Line extends Entry {
  readonly n: number
  readonly prev: string
  readonly hash: string
}

/** The text of a sealed line, without its line end. */
export function seal(entry: Entry, n: number, prev: string): { line: Line; text: string } {
  const { at, kind, key, data } = entry
  const body = JSON.stringify({ n, at, kind, key, data: data ?? null, prev })
  const hash = sha256(body)
  const text = `${body.slice(0, -1)},"hash":"${hash}"}`
  return { line: { n, at, kind, key, data: data ?? null, prev, hash }, text }
}

/** Reads the line that should be number `n`; refuses one whose bytes, number or chain do not hold. */
export function unseal(text: string, n: number, prev: string): Line {
  const line = parse(text, n)
  const end = text.length - hashField
  if (!text.startsWith(',"hash":"', end)) throw new Damaged(n, 'it does not end in its hash')
  if (sha256(`${text.slice(0, end)}}`) !== line.hash) throw new Damaged(n, 'its hash does not match its text')
  if (line.n !== n) throw new Damaged(n, `it calls itself line ${line.n}`)
  if (line.prev !== prev) throw new Damaged(n, 'it does not follow the line before')
  return line
}

/** Reads a line for display, without vouching for it. */
export function parse(text: string, n: number): Line {
  const value = json(text, n)
  if (!isLine(value)) throw new Damaged(n, 'it is not a journal line')
  return value
}

export function sha256(text: string | Uint8Array): string {
  return oneShot ? oneShot('sha256', text, 'hex') : createHash('sha256').update(text).digest('hex')
}

// `,"hash":"` + 64 hex digits + `"}`
const hashField = 9 + 64 + 2

// crypto.hash is three times faster on short lines, and older than every Node we support except 20.11 and below.
const oneShot = (crypto as { hash?: (name: string, data: string | Uint8Array, encoding: 'hex') => string })
  .hash

function json(text: string, n: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Damaged(n, 'it is not JSON')
  }
}

function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  return (
    Number.isInteger(line['n']) &&
    typeof line['at'] === 'string' &&
    typeof line['key'] === 'string' &&
    typeof line['prev'] === 'string' &&
    typeof line['hash'] === 'string' &&
    kinds.includes(line['kind'] as Kind)
  )
}
