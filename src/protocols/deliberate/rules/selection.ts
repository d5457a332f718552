// Selection: who sits at the table. Scores propose; an explicit wish of the person beats any of them.

import type { Scored } from './scoring.js'

/** How many may sit at the table; an audit looks through fewer. */
export const cap = 7
export const lensCap = 5

export const leastSeated = 3
const worthIt = 4

/** By total, then semantic, then keyword, then the order given, which is the roster's. */
export function byTotal(scores: readonly Scored[]): Scored[] {
  return scores.toSorted(
    (one, other) => other.total - one.total || other.semantic - one.semantic || other.keyword - one.keyword,
  )
}

/** Who is worth it sits, and the next up to the least number. */
export function selectedIds(scores: readonly Scored[], most: number = cap): string[] {
  const wanted = Math.max(scores.filter(({ total }) => total >= worthIt).length, leastSeated)
  return byTotal(scores)
    .slice(0, Math.min(wanted, most))
    .map(({ id }) => id)
}

/** Quick and auto take the first three, whatever their scores. */
export function firstThree(scores: readonly Scored[]): string[] {
  return byTotal(scores)
    .slice(0, leastSeated)
    .map(({ id }) => id)
}

export type Adjustment =
  | { readonly kind: 'add'; readonly id: string }
  | { readonly kind: 'remove'; readonly id: string }

export type Adjusted =
  | { readonly kind: 'selected'; readonly ids: readonly string[] }
  /** For the body of the next question. */
  | { readonly kind: 'refused'; readonly why: string }

/** The person may go below the least number, but two must stay: nobody deliberates alone. */
export function adjust(selected: readonly string[], change: Adjustment): Adjusted {
  const { kind, id } = change
  if (kind === 'add') {
    if (selected.includes(id)) return { kind: 'selected', ids: selected }
    if (selected.length >= cap)
      return { kind: 'refused', why: `All ${cap} slots are taken: somebody has to leave first.` }
    return { kind: 'selected', ids: [...selected, id] }
  }
  if (selected.length <= 2)
    return { kind: 'refused', why: 'Two members are the least: nobody can be removed.' }
  return { kind: 'selected', ids: selected.filter((one) => one !== id) }
}
