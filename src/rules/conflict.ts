// Do two lines about one subject contradict each other? A rough test for rehearsals: other numbers, or one negation.

import { significantWords } from './kept-words.js'

export interface SaidLine {
  readonly text: string
}

const denial = /\b(?:not|never|cannot|don't|doesn't|won't|isn't)\b/i

/** The first two lines that share their subject and contradict each other. `about` holds the words that they were found by. */
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

/** All lines hold search words, so these alone prove nothing: two thirds of the shorter line's words must be shared, others among them. */
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
