// The bytes of a journal as lines: every complete line with its hash checked. Damage is named with its line (JF2), and the journal of
// another meeting is damage at the first (JF6).

import { isUtf8 } from 'node:buffer'
import { lstatSync } from 'node:fs'
import { Damaged } from '../kernel/errors.js'
import { unseal } from '../kernel/line/hash.js'
import type { Line } from '../kernel/line/line.js'
import { lineEnd, mostOfJournal } from './journal-tail.js'
import { bytesOfPlain } from './plain-files.js'

export function vouchedFor(bytes: Buffer, id: string, to = Number.POSITIVE_INFINITY): Line[] {
  const { lines, stump } = wholeLines(bytes, id, to)
  if (stump.length > 0 && lines.length < to) throw new Damaged(lines.length + 1, 'it is cut off')
  return lines
}

export function readBytes(file: string): Buffer {
  const long = tooLong(file)
  if (long !== null) throw long
  return bytesOfPlain(file, mostOfJournal) ?? Buffer.alloc(0)
}

/** Null for a journal whose text can be held. */
export function tooLong(file: string): Damaged | null {
  const size = lstatSync(file, { throwIfNoEntry: false })?.size ?? 0
  return size > mostOfJournal ? new Damaged(1, `it has ${size} bytes, and no journal is so long`) : null
}

/** Every complete line up to number `to`, with its hash checked, and the text after the last line end. `size` is the bytes up to there. */
export function wholeLines(
  bytes: Buffer,
  id: string,
  to = Number.POSITIVE_INFINITY,
): { lines: Line[]; stump: Buffer; size: number } {
  const size = bytes.lastIndexOf(lineEnd) + 1
  const whole = bytes.subarray(0, size)
  const text = whole.toString('utf8')
  // All invalid UTF-8 bytes decode to the same character, so a hash of the text could not tell them apart.
  const broken = isUtf8(whole) ? Number.POSITIVE_INFINITY : firstBroken(whole)
  const lines: Line[] = []
  let prev = ''
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0 && lines.length < to; end = text.indexOf('\n', at)) {
    if (lines.length + 1 === broken) throw new Damaged(broken, 'it is not UTF-8')
    const line = unseal(text.slice(at, end), lines.length + 1, prev)
    if (line.n === 1) mustOpen(line, id)
    lines.push(line)
    prev = line.hash
    at = end + 1
  }
  return { lines, stump: bytes.subarray(size), size }
}

/** Two folders with the journal of one meeting would both write its documents, so only the one of its own name counts (JF6). */
function mustOpen(line: Line, id: string): void {
  if (line.kind === 'opened' && line.data.id !== id) throw new Damaged(1, copyOf(line.data.id, id))
}

export function copyOf(opened: string, id: string): string {
  return `it opens the meeting ${opened}, but is kept in the folder ${id}: the folder was copied or renamed`
}

function firstBroken(whole: Buffer): number {
  let n = 1
  for (let at = 0; ; n++) {
    const end = whole.indexOf(lineEnd, at) + 1
    if (!isUtf8(whole.subarray(at, end))) return n
    at = end
  }
}
