// Where a session stands, for lists: one rule for a folder with a journal here and for one without.

import type { SessionFile } from '../documents/session-file.js'

export type Status = 'active' | 'completed' | 'archived' | 'stale'

const day = 24 * 60 * 60 * 1000
const results = ['plan.md', 'meeting-notes.md', 'audit/report.md']

/** As `session.md` says; where it says nothing, a paper that ends a session tells it. */
export function isFinished({ status, archived }: SessionFile, paths: readonly string[]): boolean {
  if (archived !== null || status !== null) return status !== 'active'
  return results.some((path) => paths.includes(path))
}

/** Stale: nobody has touched an active one for more than 7 days, or a completed one for more than 14. */
export function statusOf(
  { archived, status }: SessionFile,
  finished: boolean,
  touched: number | null,
  now: number,
): Status {
  if (archived !== null || status === 'archived') return 'archived'
  if (touched !== null && now - touched > (finished ? 14 : 7) * day) return 'stale'
  return finished ? 'completed' : 'active'
}
