// Selection: who sits at the table. Scores propose; an explicit wish of the person beats any of them.

import type { SelectionRule } from '../documents/theme-shape.js'
import type { Scored } from './scoring.js'

/** By total, then semantic, then keyword, then the order given, which is the roster's. */
export function byTotal(scores: readonly Scored[]): Scored[] {
  return scores.toSorted(
    (one, other) => other.total - one.total || other.semantic - one.semantic || other.keyword - one.keyword,
  )
}

/** Who is certain sits, then the next up to the least number, then who is worth it up to the cap. */
export function selectedIds(scores: readonly Scored[], rule: SelectionRule): string[] {
  const sorted = byTotal(scores)
  const reaching = (least: number) => sorted.filter(({ total }) => total >= least).length
  const wanted = Math.max(reaching(rule.autoInclude), reaching(rule.include), rule.min)
  return sorted.slice(0, Math.min(wanted, rule.cap)).map(({ id }) => id)
}

/** Quick and auto take the first three, whatever their scores. */
export function firstThree(scores: readonly Scored[]): string[] {
  return byTotal(scores)
    .slice(0, 3)
    .map(({ id }) => id)
}

/** The theme's groups that nobody selected belongs to. It is said in the question and changes nothing. */
export function groupsMissing(
  selected: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(groups)
    .filter(([, ids]) => !ids.some((id) => selected.includes(id)))
    .map(([group]) => group)
}

export type Adjustment =
  | { readonly kind: 'add'; readonly id: string }
  | { readonly kind: 'remove'; readonly id: string }

export type Adjusted =
  | { readonly kind: 'selected'; readonly ids: readonly string[] }
  /** For the body of the next question. */
  | { readonly kind: 'refused'; readonly why: string }

/** The person may go below the theme's least number, but two must stay: nobody deliberates alone. */
export function adjust(selected: readonly string[], change: Adjustment, cap: number): Adjusted {
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
