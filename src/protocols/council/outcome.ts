// Outcome of a council session: what it came to, where it is written, and what the person can do with it.

import type { CheckedSource } from '../../kernel/run/sources.js'
import type { Commit } from '../../kernel/world.js'
import type { StopReason } from './rules/stop.js'
import type { SettledDissent } from './synthesis.js'

export interface Outcome {
  readonly id: string
  readonly mode: 'meeting' | 'work'
  readonly title: string
  readonly recommendation: string
  /** Why, as it stands in the record. Only of a session that leaves no files: there is no record to read it in. */
  readonly reasoning?: string
  readonly followUps: readonly { readonly action: string; readonly owner: string }[]
  /** Paths relative to the project's root; null for a session that leaves no files. */
  readonly record: string | null
  readonly archive: string | null
  readonly topics: readonly string[]
  /** The commit of the audit trail on the main tree's branch. */
  readonly commit: Commit
  /** Sentences for the person: a commit that was skipped, a dissent that had to be restored, a topic that was refused. */
  readonly remarks: readonly string[]
  readonly work: WorkOutcome | null
  /** Every dissent with its words and how it ended. */
  readonly dissents: readonly SettledDissent[]
  /** Everything that the record cites, and what was found there. */
  readonly sources: readonly CheckedSource[]
  /** Marks that make the result worth less than it looks; absent where there is none. */
  readonly degraded?: readonly string[]
}

export interface WorkOutcome {
  readonly stop: StopReason
  readonly turns: number
  /** Null where there is no repository and the work was done in place. */
  readonly branch: string | null
  readonly worktree: string | null
  readonly commit: Commit
  /** Commits on the branch that the main tree does not have. */
  readonly ahead: number
  /** Commands to print exactly as they are; none when there is nothing to merge or nothing to remove. */
  readonly handOver: readonly string[]
}
