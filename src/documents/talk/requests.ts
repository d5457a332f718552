// Requests: talks that somebody asked for and nobody has accepted yet.
import type { MeetingArtifact } from './artifact.js'
export interface RequestOrder {
  readonly deferredUntil: string | null
  readonly date: string
  readonly id: string
}
/** Never deferred first, then by the date deferred to, then newest first. */
export declare function byUrgency(one: RequestOrder, other: RequestOrder): number
/** Why it was asked for: the log's own words, else the agenda. */
export declare function reasonOf(artifact: MeetingArtifact): string
export declare function isDate(text: string): boolean
