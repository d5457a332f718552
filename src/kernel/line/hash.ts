// Chaining: a line carries the hash of its own text and of the line before, so that any changed byte is detected.
//
//   J1  Lines are numbered from 1 without a gap, and each carries the hash of the line before.
//   J2  A line's hash is the SHA-256 of its own bytes without the hash field, so any changed byte is detected.
//   J3  A line is on disk before anything outside the journal depends on it. (Kept by the journal's implementation.)
//   J4  Only an answer makes a line in the person's name. (Kept by the meeting: `answered` has no other writer.)

import * as crypto from 'node:crypto'
import { createHash } from 'node:crypto'
import { Damaged } from '../errors.js'
import { type EntryOf, type Kind, type Line, type LineOf, parse } from './line.js'

/** The text of a line, without its line end. */
export function seal<K extends Kind>(
  entry: EntryOf<K>,
  n: number,
  prev: string,
): { line: LineOf<K>; text: string } {
  const { at, kind, key, data } = entry
  const body = JSON.stringify({ n, at, kind, key, data, prev })
  const hash = sha256(body)
  const line = { n, at, kind, key, data, prev, hash }
  return { line: line as LineOf<K>, text: `${body.slice(0, -1)},"hash":"${hash}"}` }
}

/** Reads the line that should be number `n`; refuses one whose hash, number or link to the line before does not fit. */
export function unseal(text: string, n: number, prev: string): Line {
  const line = parse(text, n)
  const end = text.length - hashField
  if (!text.startsWith(',"hash":"', end)) throw new Damaged(n, 'it does not end in its hash')
  if (sha256(`${text.slice(0, end)}}`) !== line.hash) throw new Damaged(n, 'its hash does not match its text')
  if (line.n !== n) throw new Damaged(n, `it calls itself line ${line.n}`)
  if (line.prev !== prev) throw new Damaged(n, 'it does not follow the line before')
  return line
}

export function sha256(text: string | Uint8Array): string {
  return oneShot ? oneShot('sha256', text, 'hex') : createHash('sha256').update(text).digest('hex')
}

// What a line's hash does not cover: `,"hash":"` + 64 hex digits + `"}`
const hashField = 9 + 64 + 2

// crypto.hash is three times faster on short lines, and older than every Node we support except 20.11 and below.
const oneShot = (crypto as { hash?: (name: string, data: string | Uint8Array, encoding: 'hex') => string })
  .hash
