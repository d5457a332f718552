// Marks a result as degraded for reasons that are known only at the end: before the last question, and again at SAVE.

import type { Room } from './room.js'

export function nameDegradation(room: Room): void {
  if (room.unattended) room.degrade('unattended')
  const voices = new Set(room.turns.flatMap(({ seat }) => (seat === null ? [] : [seat])))
  if (voices.size < 2) room.degrade('one-voice')
  if (room.linesRemoved > 0) room.degrade(`lines-removed:${room.linesRemoved}`)
  if (room.citations.broken > 0) room.degrade(`broken-citations:${room.citations.broken}`)
  if (room.endedBy === 'token-ceiling') room.degrade('token-ceiling')
  const { input, output } = room.meeting.spent
  if (room.ceiling !== null && input + output > room.ceiling) room.degrade('ceiling-overrun')
}
