// What surfaces are shown of talks, of requests for them and of workers.

/** A meeting of a registered project. */
export interface MeetingRef {
  readonly project: string
  readonly id: string
}

export function keyOf({ project, id }: MeetingRef): string {
  return `${project}/${id}`
}

export interface TalkView {
  readonly worker: string
  readonly workerTitle: string
  readonly agenda: string
  readonly referenced: readonly string[]
  readonly linked: readonly string[]
  readonly branch: string
  readonly state: 'requested' | 'open' | 'closed' | 'declined'
  readonly notes: {
    readonly state: 'pending' | 'done' | 'failed'
    readonly text: string
    readonly reason: string | null
  }
  readonly merge: {
    readonly state: 'none' | 'done' | 'pending'
    readonly files: readonly string[]
    /** What a person does by hand, step by step. */
    readonly howTo: readonly HowToStep[] | null
  }
}

/** A command to copy, or words about what comes next. */
export type HowToStep = { readonly command: string } | { readonly words: string }

export interface ClosePreview {
  readonly branch: string
  readonly into: string
  readonly files: readonly PreviewFile[]
  /** Paths outside `.lore/` that would conflict: the merge would wait for a person. */
  readonly conflicts: readonly string[]
}

export interface PreviewFile {
  readonly path: string
  readonly change: 'added' | 'changed' | 'deleted'
  readonly patch: string
}

export interface CloseResult {
  readonly status: 'closed'
  readonly notes: TalkView['notes']
  readonly merge: TalkView['merge']
}

export interface TalkRequest extends MeetingRef {
  readonly title: string
  readonly worker: string
  readonly workerTitle: string
  readonly agenda: string
  readonly reason: string
  readonly referenced: readonly string[]
  readonly deferredUntil: string | null
  readonly date: string
}

/** Requests for talks about a repository, and what lies among them and is none: a sentence each. */
export interface RequestsFound {
  readonly requests: readonly TalkRequest[]
  readonly unreadable: readonly string[]
}

export interface Worker {
  readonly name: string
  readonly displayName: string
  readonly displayTitle: string
  readonly description: string
  readonly guidance: string | null
  readonly checkout: 'sparse' | 'full'
  readonly model: string | null
}
