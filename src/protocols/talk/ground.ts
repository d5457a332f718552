// `Ground`: everything that the procedure of a talk does to its project, as a port. Every call is safe to run again.
//
// Whoever implements it takes the locks: nothing here is called while a model talks except by the worker's own tools.

import type { TalkDecision } from './documents/decisions.js'
import type { Memory, MemoryScope } from './documents/memory.js'

export interface Ground {
  /** Writes the artifact on the integration branch with status open, or moves the request there; committed when it returns. */
  announce(at: string): Promise<void>
  /** Cuts the branch and checks it out. */
  branch(): Promise<void>
  /** Resolves the worker's prompt, tools and limits. Rejects when it cannot have what its package declares. */
  activate(): Promise<Activation>
  /** Undoes a failed opening: removes the worktree and the empty branch, and puts the artifact back as it was. */
  undo(): Promise<void>
  /** What may have changed since the last turn: the memory, if its mark is not `known`, and the session that the artifact names. */
  look(known: string): Promise<Look>
  /**
   * What changed in the person's own tree since the last `look`, and the command that brings back what was there; empty where that look
   * is not known any more. The person may have changed it themselves: they work on while a talk goes on.
   */
  ownTree(): Promise<OwnTree>
  /** Commits what the worker changed, and says what the talk has changed so far. */
  keep(message: string): Promise<readonly Change[]>
  /** Changes the artifact in the copy that counts now. */
  edit(change: (text: string) => string): Promise<void>
  decisions(): Promise<readonly TalkDecision[]>
  /** Whether the artifact stands on the integration branch. */
  lasts(): Promise<boolean>
  /** One commit on the integration branch, or nothing at all. The worktree and the branch stay until `remove`. */
  merge(message: string): Promise<Merge>
  /** Removes the worktree, and the branch when `tip` is its last commit and merged. Says what is kept, and why. */
  remove(tip: string | null): Promise<readonly Kept[]>
  /** The artifact in the copy that counts now. */
  read(): Promise<string>
  /** Merges a branch that could not be merged before. `artifact` is the text that is kept, and loses its mark of a pending merge. */
  mergeAgain(message: string, at: string, artifact: string): Promise<Merge>
  /** The person says that they merged the branch by hand. `artifact` as above. */
  settled(at: string, artifact: string): Promise<Merge>
  /** Records on the integration branch that the talk is closed and its branch waits, and asks the manager for help once. */
  pend(pending: {
    readonly at: string
    readonly cause: string
    readonly files: readonly string[]
  }): Promise<Asked>
  /** Files a request for another talk with the same worker. */
  request(ask: {
    readonly at: string
    readonly agenda: string
    readonly referenced: readonly string[]
  }): Promise<Asked>
  /** Removes the machine-local state of the talk. */
  tidy(): Promise<void>
}

export interface Activation {
  readonly system: string
  readonly tools: readonly string[]
  readonly maxOutput: number | null
  readonly timeoutMs: number | null
  readonly memoryLimit: number | null
  /** Open talks, requests and pending merges, for the manager; null for every other worker. */
  readonly digest: string | null
  /** Why programs that the worker starts are not in a sandbox; absent where they are, and where it can start none. */
  readonly unguarded?: string
}

export interface OwnTree {
  readonly changes: readonly string[]
  /** Null where nothing that was there is gone or changed. */
  readonly bringBack: string | null
}

export interface Look {
  readonly session: string | null
  /** Changes when the memory does. */
  readonly mark: string
  /** Null when the mark is the known one. */
  readonly memory: Readonly<Record<MemoryScope, Memory>> | null
}

export interface Change {
  /** Relative to the project. */
  readonly path: string
  readonly change: 'added' | 'changed' | 'deleted'
}

/** `tip` is the last commit of the talk's branch, where it has one. */
export type Merge =
  | {
      readonly kind: 'merged'
      readonly commit: string
      readonly settled: readonly string[]
      readonly tip: string | null
    }
  | { readonly kind: 'nothing'; readonly tip: string | null }
  | { readonly kind: 'pending'; readonly cause: string; readonly files: readonly string[] }

export interface Kept {
  readonly what: 'worktree' | 'branch'
  readonly why: string
}

export interface Asked {
  /** The id of the request. */
  readonly id: string
}
