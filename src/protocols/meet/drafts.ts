// Drafts: what CLOSE proposes and REVIEW decides about.

import type { Pin, PinDisposition } from '../../rules/scratchpad.js'
import type { MemoryDraft } from '../../text/agent-memory.js'

export interface ItemDraft {
  readonly key: string
  readonly type: string
  readonly priority: string
  readonly assignee: string
  readonly context_for_target: string
  readonly acceptance: string
  readonly turns: readonly number[]
  readonly pins: readonly string[]
}

/** A drafted item that cannot be filed. */
export interface LeftOut {
  readonly key: string
  readonly text: string
  readonly why: string
}

export interface DraftedItems {
  readonly items: readonly ItemDraft[]
  readonly left: readonly LeftOut[]
  /** Why there is no draft; null when there is one, also an empty one. */
  readonly failed: string | null
}

export interface SeatMemory {
  readonly seat: string
  readonly draft: MemoryDraft
}

export interface NotesDraft {
  readonly summary: string
  readonly closing: string
  readonly decisions: readonly string[]
  readonly risks: readonly string[]
  readonly openQuestions: readonly string[]
}

export interface Drafts {
  readonly pins: readonly (Pin & { disposition: PinDisposition })[]
  readonly items: readonly ItemDraft[]
  /** Shown before the review, and not filed. */
  readonly left: readonly LeftOut[]
  readonly itemsFailed: string | null
  readonly memories: readonly SeatMemory[]
  readonly notes: NotesDraft
}
