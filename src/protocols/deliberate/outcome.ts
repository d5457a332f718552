// What a session comes to, for lists, programs and the last words at a screen.

import { milestoneTitle } from './documents/issue-set.js'
import { outcomeTitle } from './rules/degraded.js'
import type { Tally } from './rules/verification.js'
import type { Audited, Sitting, Work } from './sitting.js'

export interface Outcome {
  readonly session: string
  readonly mode: string
  readonly title: string
  readonly degraded: readonly string[]
  readonly members: readonly string[]
  readonly absent: readonly { readonly member: string; readonly where: string; readonly reason: string }[]
  readonly phase: string
  readonly status: string
  readonly action: string | null
  readonly documents: Readonly<Record<string, string>>
  readonly commits: readonly CommitMade[]
  readonly export: {
    readonly state: 'done' | 'undone'
    readonly reason: string | null
    readonly repository: string | null
    readonly milestone: string | null
    readonly issues: readonly { readonly item: string; readonly number: number; readonly url: string }[]
  } | null
  readonly audit: Audited | null
  readonly work: Work | null
  readonly verification: Tally | null
  readonly remarks: readonly string[]
}

type CommitMade =
  | { readonly subject: string; readonly hash: string }
  | { readonly subject: string; readonly skipped: string }

export function outcomeOf(sitting: Sitting): Outcome {
  const { input, session, marks, seated, absent, stand, documents, commits, remarks } = sitting
  return {
    session,
    mode: input.mode,
    title: outcomeTitle(input.idea, marks),
    degraded: [...new Set<string>([...marks, ...sitting.meeting.degraded()])],
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
    export: exportOf(sitting),
    audit: sitting.audit,
    work: sitting.work,
    verification: sitting.verification,
    remarks,
  }
}

function exportOf({ stand, exported, exportReason, repository, input }: Sitting): Outcome['export'] {
  if (stand.exported === null) return null
  const done = stand.exported === 'done'
  return {
    state: stand.exported,
    reason: exportReason,
    repository,
    milestone: done ? milestoneTitle(input.idea) : null,
    issues: exported.map(({ item, number, url }) => ({ item, number, url })),
  }
}
