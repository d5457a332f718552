// Needs: upper bounds for the cost of calls still to be made, so that the token limit always leaves enough for CLOSE.
//
// A model reads its whole conversation with every call, so what is said is paid for again and again. Texts are measured in
// thirds of their bytes, which is more than tokenizers make of prose and code.

import { bytesIn } from './documents/bytes.js'
import type { Invitee } from './input.js'
import type { MeetState } from './state.js'

const outputs = {
  prelude: 1500,
  turn: 800,
  lookup: 1200,
  actions: 2000,
  memory: 800,
  notes: 2500,
} as const

/** Our own words: the rules of speech and the schema of a call, the opening around the charter, and what a call asks for. */
const rules = 700
const frame = 150
const request = 250
/** A header with its labels, and the log and citation lines that follow a turn. */
const header = 150
/** The facilitator's role and the template of the closing part. */
const minutes = 1000

export function measured(text: string): number {
  return Math.ceil(bytesIn(text) / 3)
}

/** Tokens that calls read and say; a price may differ between the two. */
export interface Need {
  readonly input: number
  readonly output: number
}

const none: Need = { input: 0, output: 0 }

/** What CLOSE will cost after one more turn. Nothing where there is no ceiling: then nobody asks. */
export function closeNeed(state: MeetState): Need {
  const { left, costLeft } = state.meeting.spent
  if (left === null && costLeft === null) return none
  const { charter, seats } = state.input
  const news = measured(state.allNews()) + outputs.lookup
  const memories = seats
    .filter(({ id }) => state.maySpeak(id))
    .map((seat) => {
      const told = measured(charter) + frame + measured(state.memories.get(seat.id) ?? '') + news
      return memoryCall(seat, told + (state.outputBy.get(seat.id) ?? 0))
    })
  const transcript = measured(charter) + measured(state.transcript.join('\n')) + outputs.lookup
  return sum([facilitatorCalls(transcript), ...memories])
}

interface Plan {
  readonly charter: string
  readonly skipResearch: boolean
  readonly seats: readonly Invitee[]
  /** What each seat will be reminded of, in tokens. */
  readonly memories: Readonly<Record<string, number>>
}

/** The least ceiling that holds every prelude, one cycle and CLOSE, if every reply is as long as it may be. */
export function leastCeiling(plan: Plan): number {
  const heard = plan.seats.map(({ id }) => measured(plan.charter) + frame + (plan.memories[id] ?? 0))
  const preludes = plan.skipResearch ? none : round(plan.seats, heard, outputs.prelude)
  const turns = round(plan.seats, heard, outputs.turn)
  const memories = plan.seats.map((seat, at) => memoryCall(seat, heard[at] ?? 0))
  const transcript = measured(plan.charter) + plan.seats.length * (outputs.turn + 2 * header)
  return total(sum([preludes, turns, facilitatorCalls(transcript), ...memories]))
}

/** A figure to decide by, not a promise: every turn is taken, and replies are half as long as they may be. */
export function estimatedCost(state: MeetState): number {
  const { charter, seats, skipResearch, maxTurns } = state.input
  const heard = seats.map(({ id }) => measured(charter) + frame + measured(state.memories.get(id) ?? ''))
  let cost = skipResearch ? none : round(seats, heard, outputs.prelude / 2)
  for (let left = maxTurns; left > 0; left -= seats.length)
    cost = sum([cost, round(seats.slice(0, left), heard, outputs.turn / 2)])
  const transcript = measured(charter) + maxTurns * (outputs.turn / 2 + header)
  const memories = seats.map((seat, at) => memoryCall(seat, heard[at] ?? 0))
  return Math.round(total(sum([cost, facilitatorCalls(transcript), ...memories])) / 1000) * 1000
}

/** One call of each seat in turn; what it says is heard by all. */
function round(seats: readonly Invitee[], heard: number[], output: number): Need {
  let cost = none
  for (const [at, seat] of seats.entries()) {
    cost = sum([cost, call(seat, heard[at] ?? 0, output)])
    for (const other of heard.keys())
      heard[other] = (heard[other] ?? 0) + output + (other === at ? request : header)
  }
  return cost
}

function call(seat: Invitee, heard: number, output: number): Need {
  return { input: measured(seat.persona) + rules + heard + request, output }
}

function memoryCall(seat: Invitee, heard: number): Need {
  return call(seat, heard + outputs.actions, outputs.memory)
}

/** Both calls read the transcript: the second goes on from the first. */
function facilitatorCalls(transcript: number): Need {
  const asked = transcript + request + minutes
  const second = { input: asked + 2 * outputs.actions + request, output: outputs.notes }
  return sum([{ input: asked, output: outputs.actions }, second])
}

function sum(needs: readonly Need[]): Need {
  return needs.reduce((a, b) => ({ input: a.input + b.input, output: a.output + b.output }), none)
}

const total = ({ input, output }: Need): number => input + output
