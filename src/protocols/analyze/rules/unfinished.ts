// What its owner looks at in a document before it is final, as far as code can tell. What is missing is a known issue: nothing that was
// signed off is changed for it.

import type { Artifact } from './artifacts.js'
import { all, type Store } from './records.js'

export interface Unfinished {
  readonly artifact: Artifact
  readonly why: string
}

/** Of the documents that are there. */
export function unfinished(store: Store, written: ReadonlySet<string>): Unfinished[] {
  const found: Unfinished[] = [
    ...named('requirements-spec.md', 'no journey is told for', withoutJourney(store)),
    ...(isSaid(store, 'exclusion')
      ? []
      : [{ artifact: 'requirements-spec.md' as const, why: 'nothing is said to stay out' }]),
    ...named('architecture-overview.md', 'not decided yet:', undecided(store)),
    ...named('interface-spec.md', 'no error path is named for', withoutErrors(store)),
    ...named('module-design.md', 'the review agrees with decisions that are not there:', strayReviews(store)),
  ]
  return found.filter(({ artifact }) => written.has(artifact))
}

function named(artifact: Artifact, what: string, names: readonly string[]): Unfinished[] {
  return names.length === 0 ? [] : [{ artifact, why: `${what} ${names.join(', ')}` }]
}

function isSaid(store: Store, type: 'journey' | 'exclusion'): boolean {
  return all(store, type).length > 0 || [...store.none.keys()].includes(type)
}

function withoutJourney(store: Store): string[] {
  if (isSaid(store, 'journey') && all(store, 'journey').length === 0) return []
  const told = new Set(all(store, 'journey').map(({ data }) => data.user))
  return all(store, 'user-type')
    .filter(({ id }) => !told.has(id))
    .map(({ data }) => data.name)
}

/** Steps that do not come after every step that they wait for. */
export function outOfOrder(store: Store): string[] {
  const steps = all(store, 'step')
  const orders = new Map(steps.map(({ id, data }) => [id, data.order]))
  return steps
    .filter(({ data }) => (data.depends_on ?? []).some((id) => (orders.get(id) ?? Infinity) >= data.order))
    .map(({ id }) => id)
}

function undecided(store: Store): string[] {
  return all(store, 'decision')
    .filter(({ data }) => data.selected === undefined)
    .map(({ id }) => id)
}

function withoutErrors(store: Store): string[] {
  return all(store, 'interface')
    .filter(({ data }) => data.errors.length === 0)
    .map(({ id }) => id)
}

function strayReviews(store: Store): string[] {
  return all(store, 'design-review')
    .flatMap(({ data }) => data.agrees_with)
    .filter((id) => !store.records.has(id))
}
