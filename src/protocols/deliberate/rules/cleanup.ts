// Staleness: which sessions nobody has touched for long, and what each answer about one changes.

import type { EntryChange, IndexEntry, SessionStatus } from '../documents/index-file.js'
import { msOf } from '../documents/time.js'

const day = 24 * 60 * 60 * 1000

/** More than 7 days for an active one, more than 14 for a completed one; or set so by an earlier cleanup. */
export function isStale({ status, updated }: IndexEntry, now: number): boolean {
  if (status === 'stale') return true
  const at = msOf(updated)
  if (at === null || status === 'archived') return false
  return now - at > (status === 'active' ? 7 : 14) * day
}

/** Remembers what it was, so that keeping it can give that back. */
export function staleChange({ id, status, stale_from: from }: IndexEntry): EntryChange {
  return { id, status: 'stale', stale_from: status === 'stale' ? from : status }
}

export type CleanupChoice = 'archive-delete' | 'delete' | 'skip' | 'keep'

export type Cleaned =
  | { readonly kind: 'change'; readonly change: EntryChange }
  /** Folder, links and entries go; the journal stays. */
  | { readonly kind: 'delete'; readonly archiveFirst: boolean }

/** `now` as the index writes times. */
export function cleanupOf(entry: IndexEntry, choice: CleanupChoice, now: string): Cleaned {
  if (choice === 'delete' || choice === 'archive-delete')
    return { kind: 'delete', archiveFirst: choice === 'archive-delete' }
  if (choice === 'skip') return { kind: 'change', change: staleChange(entry) }
  return {
    kind: 'change',
    change: { id: entry.id, status: statusBefore(entry), stale_from: null, updated: now },
  }
}

function statusBefore({ status, stale_from: from }: IndexEntry): SessionStatus {
  if (status !== 'stale') return status
  return from === 'completed' ? 'completed' : 'active'
}
