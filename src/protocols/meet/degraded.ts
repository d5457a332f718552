// Marks a result as degraded for reasons that are known only at the end: before the last question, and again at SAVE.

import type { MeetState } from './state.js'

export function nameDegradation(state: MeetState, { final = false } = {}): void {
  for (const mark of state.meeting.degraded()) state.degrade(mark)
  if (state.unattended) state.degrade('unattended')
  const voices = new Set(state.turns.flatMap(({ seat }) => (seat === null ? [] : [seat])))
  if (voices.size < 2) state.degrade('one-voice')
  if (state.linesRemoved > 0) state.degrade(`lines-removed:${state.linesRemoved}`)
  // What the drafts cite is counted only when they are saved: named before, the mark would stand there twice with two counts.
  if (state.citations.broken > 0 && final) state.degrade(`broken-citations:${state.citations.broken}`)
  if (state.endedBy === 'token-ceiling' || state.endedBy === 'cost-ceiling') state.degrade(state.endedBy)
  const { input, output } = state.meeting.spent
  if (state.ceiling !== null && input + output > state.ceiling) state.degrade('ceiling-overrun')
}
