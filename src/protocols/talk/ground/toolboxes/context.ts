// What the tools of one talk are built from. Made anew for every session; nothing in it is shared between talks.

import type { Tool } from '../../../../kernel/agents.js'
import type { CommandRules } from '../../../../workspace/command-rules.js'
import type { TalkDecision } from '../../documents/decisions.js'
import type { MeetingId } from '../../documents/ids.js'
import type { MemoryScope } from '../../documents/memory.js'
import type { WorkerPackage } from '../packages.js'
import type { Locks } from '../ports.js'

export interface TalkTools {
  readonly worker: WorkerPackage
  readonly project: string
  readonly meetingId: MeetingId
  readonly home: string
  /** The activity worktree: where artifacts are read and written. */
  readonly activity: string
  readonly integration: string
  /** How programs that the worker starts are confined. */
  readonly commands?: CommandRules
  readonly locks: Locks
  /** Characters of all three memories together; the default when left out. */
  readonly memoryLimit?: number
  /** Scopes of memory that this session read before these tools were built. */
  readonly alreadyRead?: readonly MemoryScope[]
  /** Files that hold secrets and may be read all the same, by the person's own settings. */
  readonly secretFiles?: readonly string[]
  /** Tools that reach the web; none where it is switched off. */
  web?(): Promise<readonly Tool[]>
  /** ISO time in UTC. */
  now(): string
  /** Masks secrets. */
  scrub(text: string): Promise<string>
  /** The same, and the kinds of secrets that were masked. */
  scrubbed(text: string): Promise<{ readonly text: string; readonly kinds: readonly string[] }>
  /** Commits what was written to the integration worktree. Called while the project's lock is held. */
  commitIntegration(message: string): Promise<void>
  /** Told after the fact, for the journal and the feed. */
  onEvent(event: TalkToolEvent): void
}

/** Paths are relative to `.lore/`. */
export type TalkToolEvent =
  | { readonly kind: 'artifact'; readonly path: string; readonly change: 'created' | 'changed' }
  | { readonly kind: 'linked'; readonly path: string }
  | { readonly kind: 'progress'; readonly summary: string }
  | { readonly kind: 'decision'; readonly decision: TalkDecision }
  | { readonly kind: 'requested'; readonly id: MeetingId; readonly worker: string }
