// Needs: the most that calls still to be made can cost, so that a ceiling never leaves a discussion without its close.
//
// Texts are measured in thirds of their bytes, which is more than tokenizers make of prose and code: a need is an upper bound.

import type { Invitee } from './input.js'
import type { Room } from './room.js'

export const outputs = {
  prelude: 1500,
  turn: 800,
  lookup: 1200,
  actions: 2000,
  memory: 800,
  notes: 2500,
} as const

/** Requests, rules of speech, schemas: what our own words add to any call. */
const ownWords = 1500

export function measured(text: string): number {
  let bytes = 0
  for (const char of text) bytes += utf8Length(char.codePointAt(0) ?? 0)
  return Math.ceil(bytes / 3)
}

/** What CLOSE will cost after one more turn. Nothing where there is no ceiling: then nobody asks. */
export function closeNeed(room: Room): number {
  if (room.meeting.spent.left === null) return 0
  const transcript = measured(room.transcript.join('\n')) + outputs.lookup
  const news = measured(room.allNews()) + outputs.lookup
  const callable = room.input.seats.filter(({ id }) => room.maySpeak(id))
  const memories = callable.map((seat) => {
    const memory = measured(room.memories.get(seat.id) ?? '')
    const heard = measured(seat.persona) + memory + news + (room.outputBy.get(seat.id) ?? 0)
    return memoryCall(heard + measured(room.input.charter))
  })
  return facilitatorCalls(measured(room.input.charter) + transcript) + sum(memories)
}

/** The least ceiling that holds every prelude, one cycle and CLOSE, if every reply is as long as it may be. */
export function leastCeiling(meeting: {
  readonly charter: string
  readonly skipResearch: boolean
  readonly seats: readonly Invitee[]
  /** What each seat will be reminded of, in tokens. */
  readonly memories: Readonly<Record<string, number>>
}): number {
  const { charter, seats, memories, skipResearch } = meeting
  const prelude = skipResearch ? 0 : outputs.prelude
  const said = seats.length * (prelude + outputs.turn + headerWords)
  const openings = seats.map(
    ({ id, persona }) => measured(persona) + measured(charter) + (memories[id] ?? 0) + ownWords,
  )
  const preludes = openings.map((opening, at) => (skipResearch ? 0 : opening + at * prelude + prelude))
  const turns = openings.map((opening) => opening + ownWords + said + outputs.turn)
  const closing = openings.map((opening) => memoryCall(opening + 2 * ownWords + said))
  const transcript = measured(charter) + seats.length * (outputs.turn + 2 * headerWords)
  return sum(preludes) + sum(turns) + sum(closing) + facilitatorCalls(transcript)
}

/** A header, its labels, log lines and citation outcomes. */
const headerWords = 150

function memoryCall(heard: number): number {
  return heard + ownWords + outputs.actions + outputs.memory
}

/** Both calls read the transcript: the second goes on from the first. */
function facilitatorCalls(transcript: number): number {
  const actions = transcript + ownWords + outputs.actions
  return actions + (actions + ownWords + outputs.actions + outputs.notes)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function utf8Length(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}
