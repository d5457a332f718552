// Standing: what a session does next, decided from its pad alone, so that a resumed session goes on as a running one would.

import { type Entry, isSeatEntry, type SeatEntry } from '../documents/pad.js'
import { concludes, isSkipped, routingIn, stopIn } from '../documents/pad-lines.js'

export type MeetingStep =
  | { readonly kind: 'speak'; readonly round: number; readonly seat: string }
  | { readonly kind: 'ask'; readonly round: number }
  | { readonly kind: 'finish' }

export type WorkStep =
  | { readonly kind: 'route'; readonly turn: number }
  | { readonly kind: 'act'; readonly turn: number; readonly seat: string; readonly subGoal: string }
  | { readonly kind: 'adjudicate'; readonly turn: number }
  | { readonly kind: 'finish'; readonly turn: number; readonly reason: string }

/** `seats` in speaking order. */
export function nextInMeeting(entries: readonly Entry[], seats: readonly string[]): MeetingStep {
  const last = entries.at(-1)
  if (last?.kind === 'input' && concludes(last.body)) return { kind: 'finish' }
  const round = last?.kind === 'round' ? last.n : last?.kind === 'input' ? last.n + 1 : 1
  const spoken = inRound(entries, round)
  const waiting = sitting(
    entries.filter((entry) => !spoken.includes(entry as SeatEntry)),
    seats,
  )
  const seat = waiting.find((name) => !spoken.some((entry) => entry.seat === name))
  if (seat !== undefined) return { kind: 'speak', round, seat }
  if (!nobodyAnswered(entries, round)) return { kind: 'ask', round }
  return { kind: 'speak', round: round + 1, seat: sitting(entries, seats)[0]! }
}

export function nextInWork(entries: readonly Entry[]): WorkStep {
  const last = entries.at(-1)
  switch (last?.kind) {
    case 'routing': {
      const { next, subGoal } = routingIn(last.body)
      return { kind: 'act', turn: last.n, seat: next, subGoal }
    }
    case 'turn':
      return { kind: 'adjudicate', turn: last.n }
    case 'adjudication': {
      const reason = stopIn(last.body)
      return reason === undefined
        ? { kind: 'route', turn: last.n + 1 }
        : { kind: 'finish', turn: last.n, reason }
    }
    default:
      return { kind: 'route', turn: 1 }
  }
}

/** The seats that may speak: a seat is out after its skip line. When all are out, all are let back in, or nobody could go on. */
export function sitting(entries: readonly Entry[], seats: readonly string[]): string[] {
  const inside = seats.filter((seat) => !isOut(entries, seat))
  return inside.length > 0 ? inside : [...seats]
}

export function everyoneOut(entries: readonly Entry[], seats: readonly string[]): boolean {
  return seats.every((seat) => isOut(entries, seat))
}

/** A complete round without a single answer. */
export function nobodyAnswered(entries: readonly Entry[], round: number): boolean {
  const spoken = inRound(entries, round)
  return spoken.length > 0 && spoken.every(({ body }) => isSkipped(body))
}

/** How many turns have failed since the last one that did not. */
export function failuresInARow(entries: readonly Entry[]): number {
  const turns = entries.filter((entry) => entry.kind === 'turn')
  const good = turns.findLastIndex(({ body }) => !isSkipped(body))
  return turns.length - 1 - good
}

export function turnsTaken(entries: readonly Entry[]): number {
  return entries.filter((entry) => entry.kind === 'turn').length
}

/** Seats with at least one answer, and seats that were skipped, each in roster order. */
export function attendance(entries: readonly Entry[], seats: readonly string[]) {
  const own = entries.filter(isSeatEntry)
  const answered = new Set(own.filter(({ body }) => !isSkipped(body)).map(({ seat }) => seat))
  const skipped = new Set(own.filter(({ body }) => isSkipped(body)).map(({ seat }) => seat))
  return {
    spoke: seats.filter((seat) => answered.has(seat)),
    skipped: seats.filter((seat) => skipped.has(seat)),
  }
}

function inRound(entries: readonly Entry[], round: number): SeatEntry[] {
  return entries.filter(isSeatEntry).filter((entry) => entry.kind === 'round' && entry.n === round)
}

function isOut(entries: readonly Entry[], seat: string): boolean {
  const latest = entries.filter(isSeatEntry).findLast((entry) => entry.seat === seat)
  return latest !== undefined && isSkipped(latest.body)
}
