// Which session is meant by a word on the command line.

import type { IndexEntry } from '../documents/index-file.js'
import { msOf } from '../documents/time.js'

export type Match =
  | { readonly kind: 'one'; readonly entry: IndexEntry }
  | { readonly kind: 'none' }
  /** Newest first, to be picked from. */
  | { readonly kind: 'several'; readonly entries: readonly IndexEntry[] }

/** An exact slug or id first, else the beginning of one, in any case; archived sessions are not looked at. */
export function matching(word: string, entries: readonly IndexEntry[]): Match {
  const wanted = word.trim().toLowerCase()
  const open = newestFirst(entries.filter(({ status }) => status !== 'archived'))
  const names = ({ id, slug }: IndexEntry) => [id.toLowerCase(), slug.toLowerCase()]
  const exact = open.filter((entry) => names(entry).includes(wanted))
  const found =
    exact.length > 0
      ? exact
      : open.filter((entry) => wanted !== '' && names(entry).some((name) => name.startsWith(wanted)))
  const [entry] = found
  if (entry === undefined) return { kind: 'none' }
  return found.length === 1 ? { kind: 'one', entry } : { kind: 'several', entries: found }
}

/** Sessions under way, newest first: the first is what a bare `--resume` goes on with. */
export function activeSessions(entries: readonly IndexEntry[]): IndexEntry[] {
  return newestFirst(entries.filter(({ status }) => status === 'active'))
}

export function newestFirst(entries: readonly IndexEntry[]): IndexEntry[] {
  return entries.toSorted((one, other) => (msOf(other.updated) ?? 0) - (msOf(one.updated) ?? 0))
}
