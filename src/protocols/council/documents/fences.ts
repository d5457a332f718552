// Fences of a council's texts: what is in a fence is never read as structure.

import { fencesIn } from '../../../text/fences.js'

export interface FenceLine {
  readonly text: string
  /** Inside a fence, or one of its two ends. */
  readonly fenced: boolean
}

export interface Fenced {
  readonly lines: readonly FenceLine[]
  /** The line that would close a fence left open. */
  readonly open: string | null
}

export function markFences(text: string): Fenced {
  const lines = text.split('\n')
  const { code, open } = fencesIn(lines)
  return { lines: lines.map((line, at) => ({ text: line, fenced: code[at]! })), open }
}

/** The lines that are not code, with their numbers from 0. */
export function proseLines(text: string): { readonly text: string; readonly at: number }[] {
  return markFences(text).lines.flatMap(({ text: line, fenced }, at) => (fenced ? [] : [{ text: line, at }]))
}
