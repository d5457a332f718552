// Conflict and agreement: do two lines about the same thing say the same of it? A cheap look, for rehearsals: numbers, or a plain not.

import { significantWords } from './kept-words.js'

export interface SaidLine {
  readonly text: string
}

const denial = /\b(?:not|never|cannot|don't|doesn't|won't|isn't)\b/i

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

/** The first two lines that share their subject and do not differ in what they say of it. */
export function agreementAmong<T extends SaidLine>(
  lines: readonly T[],
  about: string,
): readonly [T, T] | undefined {
  const known = significantWords(about)
  for (const [at, one] of lines.entries()) {
    const same = (later: T) =>
      sharesSubject(one.text, later.text, known) && !differ(one.text, later.text, known)
    const other = lines.slice(at + 1).find(same)
    if (other) return [one, other]
  }
  return undefined
}

/** Lines found by the same words share those: a subject is those and more, and two thirds of what the shorter line is about. */
function sharesSubject(one: string, other: string, about: ReadonlySet<string>): boolean {
  const [here, there] = [significantWords(one), significantWords(other)]
  const shared = [...here].filter((word) => there.has(word))
  const known = shared.filter((word) => about.has(word)).length
  return known > 0 && known < shared.length && shared.length * 3 >= 2 * Math.min(here.size, there.size)
}

function differ(one: string, other: string, about: ReadonlySet<string>): boolean {
  if (!sharesSubject(one, other, about)) return false
  return denial.test(one) !== denial.test(other) || numbersDiffer(one, other)
}

function numbersDiffer(one: string, other: string): boolean {
  const [ours, theirs] = [numbersIn(one), numbersIn(other)]
  return ours.length > 0 && theirs.length > 0 && !ours.some((number) => theirs.includes(number))
}

function numbersIn(text: string): string[] {
  return [...text.matchAll(/\b\d+(?:\.\d+)?\b/g)].map((match) => match[0])
}
