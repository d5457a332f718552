// Line ranges: which lines of a file a reference names. `a.ts:3-7,500` names two ranges, and both are meant.

import { countOf } from './counts.js'

export interface LineRange {
  readonly from: number
  readonly to: number
}

/** Ranges in a list such as `3, 5-9 and 12`. */
export function rangesIn(list: string): LineRange[] {
  return [...list.matchAll(EACH)].map(([, from, to]) => rangeOf(from, to))
}

/** Ranges that follow a first one directly: `,500`, `,L7-L9`. Behind a blank only what cannot be a count: `, 20-30`. */
export function moreRangesAt(
  line: string,
  at: number,
): { readonly text: string; readonly ranges: LineRange[] } {
  let end = at
  for (let match = matchAt(line, end); match; match = matchAt(line, end)) end += match[0].length
  const text = line.slice(at, end)
  return { text, ranges: rangesIn(text) }
}

export function rangeOf(from: string | undefined, to: string | undefined): LineRange {
  const first = countOf(from)!
  return { from: first, to: countOf(to) ?? first }
}

const EACH = /(\d+)(?:\s?(?:-|–|—|to|through)\s?L?(\d+))?/g
const MORE = /(?:,\s?L?\d+[-–]L?\d+|,L?\d+)(?![\p{L}\p{N}_])/uy

function matchAt(line: string, at: number): RegExpExecArray | null {
  MORE.lastIndex = at
  return MORE.exec(line)
}
