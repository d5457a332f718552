// Origin: whether a journal was written by this person's parley. The chain of hashes shows that a journal is consistent in itself, but
// anybody can make such a chain; a seal under the person's secret nobody else can make.
//
//   O1  Every appended line carries a seal: an HMAC of the line's hash and the meeting's id under the person's secret.
//   O2  A journal is the person's own when every line has their seal; lines before an adoption need none, since its hash covers them.
//   O3  Nothing is appended to any other journal except its adoption.

import { Foreign } from './errors.js'
import type { Line } from './line.js'

/** The person's secret, as journals use it. The secret itself never leaves the implementation. */
export interface Seals {
  /** The seal of this text, in hex. The secret is made where there is none yet. */
  make(text: string): string
  /** Whether this is the person's seal of this text. Makes no secret. */
  fits(text: string, mac: string | undefined): boolean
  /** Nobody but the person can write where these journals lie: lines from before seals count as theirs. */
  readonly ownFolder?: boolean
}

export type Origin =
  /** Written by this person's parley; `adopted` is the line with which they took over what came before it. */
  | { readonly kind: 'sealed'; readonly adopted: number | null }
  /** In the person's own folder, with lines from before seals. */
  | { readonly kind: 'kept' }
  /** `line` is the last one without the person's seal; `mixed`: other lines have it, so this one was changed or added by somebody else. */
  | { readonly kind: 'foreign'; readonly line: number; readonly mixed: boolean }

/** What is sealed of a line. The id is the name under which the journal is kept, so a copy under another name is foreign (O1). */
export function lineSeal(id: string, hash: string): string {
  return `parley line\n${id}\n${hash}`
}

export function isSealed(line: Pick<Line, 'hash' | 'mac'>, id: string, seals: Seals): boolean {
  return seals.fits(lineSeal(id, line.hash), line.mac)
}

/** Of lines whose chain of hashes was checked. */
export function originOf(
  lines: readonly Pick<Line, 'n' | 'kind' | 'hash' | 'mac'>[],
  id: string,
  seals: Seals,
): Origin {
  let kept = false
  for (const line of lines.toReversed()) {
    if (line.mac === undefined && seals.ownFolder) kept = true
    else if (!isSealed(line, id, seals))
      return { kind: 'foreign', line: line.n, mixed: lines.some((other) => isSealed(other, id, seals)) }
    else if (line.kind === 'adopted') return { kind: 'sealed', adopted: line.n }
  }
  return kept ? { kind: 'kept' } : { kind: 'sealed', adopted: null }
}

/** Refuses a meeting that is not the person's own. */
export function mustBeOwn(id: string, { kind }: Origin): void {
  if (kind === 'foreign') throw new Foreign(id)
}
