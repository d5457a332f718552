// Conflict: do two lines about the same thing say different things? A cheap look, for rehearsals: numbers that differ, or a plain not.

import { significantWords } from './kept-words.js'

export interface SaidLine {
  readonly text: string
}

const denial = /\b(?:not|never|no|none|without|cannot|don't|doesn't|won't|isn't)\b/i

/** The first two lines that share their subject and differ in what they say of it. `about` is what all of them were found by. */
export function conflictAmong<T extends SaidLine>(
  lines: readonly T[],
  about: string,
): readonly [T, T] | undefined {
  const known = significantWords(about)
  for (const [at, one] of lines.entries()) {
    const other = lines.slice(at + 1).find((later) => differ(one.text, later.text, known))
    if (other) return [one, other]
  }
  return undefined
}

function differ(one: string, other: string, about: ReadonlySet<string>): boolean {
  const shared = [...significantWords(one)].filter((word) => significantWords(other).has(word))
  if (shared.length < 2 || shared.every((word) => !about.has(word))) return false
  return denial.test(one) !== denial.test(other) || numbersDiffer(one, other)
}

function numbersDiffer(one: string, other: string): boolean {
  const [ours, theirs] = [numbersIn(one), numbersIn(other)]
  return ours.length > 0 && theirs.length > 0 && !ours.some((number) => theirs.includes(number))
}

function numbersIn(text: string): string[] {
  return [...text.matchAll(/\b\d+(?:\.\d+)?\b/g)].map((match) => match[0])
}
