// Decisions of a talk: one JSON line each while it is open, a section of its artifact when it closes.
export interface TalkDecision {
  readonly timestamp: string
  readonly question: string
  readonly decision: string
  readonly reasoning: string
}
export declare function renderDecisionLine(decision: TalkDecision): string
/** A torn or foreign line is skipped. */
export declare function parseDecisionLines(text: string): readonly TalkDecision[]
/** The text below `## Decisions`, or null when there are none. */
export declare function renderDecisions(decisions: readonly TalkDecision[]): string | null
/** What such a section says; the time is the meeting's own. */
export declare function parseDecisions(section: string): readonly Omit<TalkDecision, 'timestamp'>[]
