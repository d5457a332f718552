// The meeting artifact, `.lore/meetings/<id>.md`: what a talk was about and what came of it. Text in, text out.
import type { MeetingId, SessionId } from './ids.js'

export const MEETINGS_FOLDER = '.lore/meetings'
export const talkStatuses = ['requested', 'open', 'closed', 'declined'] as const
export type TalkStatus = (typeof talkStatuses)[number]

export interface LogEntry {
  /** ISO time. */
  readonly timestamp: string
  /** requested, opened, progress_summary, renamed, session_renewed, deferred, closed, declined. */
  readonly event: string
  readonly reason: string
}

export interface MeetingArtifact {
  readonly title: string
  readonly date: string
  /** Null where there is none, or one that is not legal; `troubles` says so. */
  readonly status: TalkStatus | null
  readonly tags: readonly string[]
  readonly worker: string
  readonly workerDisplayTitle: string
  readonly agenda: string
  readonly referenced: readonly string[]
  readonly sessionId: SessionId | null
  readonly deferredUntil: string | null
  readonly linked: readonly string[]
  readonly log: readonly LogEntry[]
  readonly notesSummary: string
  /** Null unless the branch waits for a person to merge it. */
  readonly merge: { readonly branch: string; readonly files: readonly string[] } | null
  readonly body: string
  /** What could not be understood, for a person to mend. */
  readonly troubles: readonly string[]
}

export interface NewArtifact {
  readonly title: string
  readonly at: string
  readonly status: 'requested' | 'open'
  readonly worker: string
  readonly workerDisplayTitle: string
  readonly agenda: string
  readonly referenced: readonly string[]
  readonly reason: string
}

export type Moved = { readonly kind: 'moved'; readonly text: string } | Refusal
export type Refusal = { readonly kind: 'refused'; readonly message: string }

export declare function artifactPath(id: MeetingId): string
export declare function renderArtifact(fresh: NewArtifact): string
/** Any file, also one written by hand; never throws. */
export declare function parseArtifact(text: string): MeetingArtifact
export declare function moveStatus(text: string, move: { to: TalkStatus; at: string; reason: string }): Moved
export declare function defer(text: string, to: { until: string; at: string; reason: string }): Moved
export declare function addLog(text: string, entry: LogEntry): string
export declare function linkArtifacts(
  text: string,
  paths: readonly string[],
): { text: string; added: readonly string[] }
export declare function rename(text: string, title: string, at: string): Moved | { readonly kind: 'same' }
export declare function setSession(text: string, session: SessionId | null): string
export declare function setNotesSummary(text: string, summary: string): string
/** `## Notes`, `## Decisions`, `## Artifacts`; null or blank content leaves no heading. */
export declare function setSection(text: string, heading: string, content: string | null): string
export declare function setMergePending(
  text: string,
  pending: { branch: string; files: readonly string[] },
): string
export declare function clearMerge(text: string): string
