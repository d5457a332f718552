// What a session comes to, for lists, programs and the last words at a screen.

import type { Mark } from './rules/degraded.js'
import { isRehearsed, outcomeTitle } from './rules/degraded.js'
import type { Sitting } from './sitting.js'

export interface Outcome {
  readonly session: string
  readonly mode: string
  readonly title: string
  readonly rehearsed: boolean
  readonly degraded: readonly Mark[]
  readonly members: readonly string[]
  readonly absent: readonly { readonly member: string; readonly where: string; readonly reason: string }[]
  readonly phase: string
  readonly status: string
  readonly action: string | null
  readonly documents: Readonly<Record<string, string>>
  readonly commits: readonly CommitMade[]
  readonly remarks: readonly string[]
}

type CommitMade =
  | { readonly subject: string; readonly hash: string }
  | { readonly subject: string; readonly skipped: string }

export function outcomeOf({
  input,
  session,
  marks,
  seated,
  absent,
  stand,
  documents,
  commits,
  remarks,
}: Sitting): Outcome {
  return {
    session,
    mode: input.mode,
    title: outcomeTitle(input.idea, marks),
    rehearsed: isRehearsed(marks),
    degraded: marks,
    members: seated,
    absent: [...absent].map(([member, { where, reason }]) => ({ member, where, reason })),
    phase: stand.phase,
    status: stand.status,
    action: stand.action,
    documents: Object.fromEntries(documents),
    commits: commits.flatMap(({ subject, commit }): CommitMade[] => {
      if (commit.kind === 'committed') return [{ subject, hash: commit.hash }]
      return commit.kind === 'skipped' ? [{ subject, skipped: commit.why }] : []
    }),
    remarks,
  }
}
