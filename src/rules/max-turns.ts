// Max turns: refuses a turn beyond the limit of the meeting.

export const DEFAULT_MAX_TURNS = 40

export type MaxTurnsVerdict = { kind: 'allowed' } | { kind: 'rejected'; lines: readonly string[] }

/** `emitted` is the number that the next turn would have. */
export function judgeMaxTurns({ emitted, cap }: { emitted: number; cap: number }): MaxTurnsVerdict {
  if (emitted <= cap) return { kind: 'allowed' }
  return {
    kind: 'rejected',
    lines: [
      `max-turns-cap: REJECTED — MAX-TURNS-CAP reached (emitted=${emitted}, cap=${cap}).`,
      'max-turns-cap: the meeting must end now; its epilogue records that the cap was reached.',
    ],
  }
}
