// What the tools of one talk are built from. Made anew for every session; nothing in it is shared between talks.

import type { Tool } from '../../../../kernel/agents.js'
import type { CommandRules } from '../../../../workspace/command-rules.js'
import type { MeetingId } from '../../documents/ids.js'
import type { MemoryScope } from '../../documents/memory.js'
import type { Change } from '../../ground.js'
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
  /** Told after the fact that something has changed, and which artifact where it was one. */
  changed(artifact?: Change): void
}
