// Which session is meant by a word on the command line.

import type { Status } from './status.js'

interface Entry {
  readonly id: string
  readonly slug: string
  readonly status: Status
  readonly finished: boolean
  readonly touched: number | null
}

export type Match<T> =
  | { readonly kind: 'one'; readonly entry: T }
  | { readonly kind: 'none' }
  /** Newest first, to be picked from. */
  | { readonly kind: 'several'; readonly entries: readonly T[] }

/** An exact slug or id first, else the beginning of one, in any case. */
export function matching<T extends Entry>(word: string, entries: readonly T[]): Match<T> {
  const wanted = word.trim().toLowerCase()
  const sorted = newestFirst(entries)
  const names = ({ id, slug }: Entry) => [id.toLowerCase(), slug.toLowerCase()]
  const exact = sorted.filter((entry) => names(entry).includes(wanted))
  const found =
    exact.length > 0
      ? exact
      : sorted.filter((entry) => wanted !== '' && names(entry).some((name) => name.startsWith(wanted)))
  const [entry] = found
  if (entry === undefined) return { kind: 'none' }
  return found.length === 1 ? { kind: 'one', entry } : { kind: 'several', entries: found }
}

/** Sessions under way, newest first: the first is what a bare `--resume` goes on with. */
export function activeSessions<T extends Entry>(entries: readonly T[]): T[] {
  return newestFirst(entries.filter(({ finished }) => !finished))
}

export function newestFirst<T extends Pick<Entry, 'touched'>>(entries: readonly T[]): T[] {
  return entries.toSorted((one, other) => (other.touched ?? 0) - (one.touched ?? 0))
}
