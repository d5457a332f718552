// Git for talks: types. The person's branch is only read; the integration branch and the branches of talks are written.

import type { MeetingId } from '../../documents/ids.js'

/** `path` is the person's checkout. Its repository is used, its files are not touched. */
export interface TalkProject {
  readonly home: string
  readonly name: string
  readonly path: string
  /** `claude`, unless configured. The integration branch is `<prefix>/main`. */
  readonly prefix: string
  /** From the configuration; detected when it is not set. */
  readonly defaultBranch?: string
}

export interface Integration {
  readonly branch: string
  /** Absolute. */
  readonly folder: string
}

export interface Activity {
  readonly id: MeetingId
  readonly branch: string
  /** Absolute. */
  readonly folder: string
}

export type Squash =
  | {
      readonly kind: 'merged'
      readonly commit: string
      /** `.lore/` paths in conflict, settled in favour of the talk. */
      readonly settled: readonly string[]
      /** The tip of the talk's branch that was merged; null when the branch is gone. */
      readonly tip: string | null
    }
  /** The integration branch holds everything already. */
  | { readonly kind: 'nothing'; readonly tip: string | null }
  /** Nothing was touched; the branch is as it was. */
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** Nothing was touched: git is in the middle of something that a person began. */
  | { readonly kind: 'blocked'; readonly why: string }

export type Sync =
  | { readonly kind: 'same' | 'forwarded' | 'merged'; readonly commit: string }
  /** A talk has a branch of its own open: the integration branch stays where it is until that is merged. */
  | { readonly kind: 'talking'; readonly id: MeetingId }
  /** The integration branch stays where it is. */
  | { readonly kind: 'waiting'; readonly why: string }

export interface ActivityFound extends Activity {
  /** Whether its worktree is there. */
  readonly worktree: boolean
  /** Commits that the integration branch does not have. */
  readonly ahead: number
}
