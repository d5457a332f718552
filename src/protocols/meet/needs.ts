// Needs: upper bounds for the cost of calls still to be made, so that the token limit always leaves enough for CLOSE.
//
// A model reads its whole conversation with every call, so what is said is paid for again and again. Texts are measured in
// thirds of their bytes, which is more than tokenizers make of prose and code.

import type { Need } from '../../rules/money.js'
import { bytesIn } from './documents/bytes.js'
import type { Invitee } from './input.js'
import type { MeetState } from './state.js'

const outputs = {
  prelude: 1500,
  turn: 800,
  lookup: 1200,
  settle: 1000,
  actions: 2000,
  memory: 800,
  notes: 2500,
} as const

/** Our own words: the rules of speech and the schema of a call, the opening around the charter, and what a call asks for. */
const rules = 1300
const frame = 200
const request = 450
/** A header with its labels, and the log and citation lines that follow a turn. */
const header = 180
/** The facilitator's role and the template of the closing part. */
const minutes = 1000

export function measured(text: string): number {
  return Math.ceil(bytesIn(text) / 3)
}

const none: Need = { input: 0, output: 0 }

/** What CLOSE will cost after one more turn. Nothing where there is no ceiling: then nobody asks. */
export function closeNeed(state: MeetState): Need {
  if (unlimited(state)) return none
  return needOf([...facilitatorCalls(recordOf(state) + outputs.lookup), ...memoryCalls(state)])
}

/** What is left of CLOSE once the action items are drafted. */
export function memoriesAndNotes(state: MeetState): Need {
  if (unlimited(state)) return none
  const reads = recordOf(state) + minutes + 3 * outputs.actions
  return needOf([{ reads, says: outputs.notes }, ...memoryCalls(state)])
}

function unlimited({ meeting: { spent } }: MeetState): boolean {
  return spent.left === null && spent.costLeft === null
}

/** What the facilitator reads: charter, research and transcript. */
function recordOf({ input: { charter }, preludes, transcript }: MeetState): number {
  const claims = preludes.flatMap((prelude) => prelude.claims).join('\n')
  return measured(charter) + measured(claims) + measured(transcript.join('\n'))
}

function memoryCalls(state: MeetState): readonly Call[] {
  const { charter, seats } = state.input
  const news = measured(state.news.everything()) + outputs.lookup
  return seats
    .filter(({ id }) => state.maySpeak(id))
    .map((seat) => {
      const told = measured(charter) + frame + measured(state.memories.get(seat.id) ?? '') + news
      return memoryCall(seat, told + (state.outputBy.get(seat.id) ?? 0))
    })
}

type Speaker = Pick<Invitee, 'id' | 'persona'>

interface Plan {
  readonly charter: string
  readonly skipResearch: boolean
  readonly seats: readonly Speaker[]
  /** What each seat will be reminded of, in tokens. */
  readonly memories: Readonly<Record<string, number>>
}

/** The least ceiling that holds every prelude, one cycle and CLOSE, if every reply is as long as it may be. */
export function leastCeiling(plan: Plan): number {
  const heard = plan.seats.map(({ id }) => measured(plan.charter) + frame + (plan.memories[id] ?? 0))
  const preludes = plan.skipResearch ? [] : round(plan.seats, heard, outputs.prelude)
  const turns = round(plan.seats, heard, outputs.turn)
  const memories = plan.seats.map((seat, at) => memoryCall(seat, heard[at] ?? 0))
  const preparing = plan.skipResearch ? 0 : plan.seats.length * outputs.prelude
  const transcript = measured(plan.charter) + preparing + plan.seats.length * (outputs.turn + 2 * header)
  return total([...preludes, ...turns, ...facilitatorCalls(transcript), ...memories])
}

/** One call of each seat in turn; what it says is heard by all. */
function round(seats: readonly Speaker[], heard: number[], says: number): readonly Call[] {
  return seats.map((seat, at) => {
    const made = call(seat, heard[at] ?? 0, says)
    for (const other of heard.keys())
      heard[other] = (heard[other] ?? 0) + says + (other === at ? request : header)
    return made
  })
}

function call({ persona }: Speaker, heard: number, says: number): Call {
  return { reads: measured(persona) + rules + heard + request, says }
}

function memoryCall(seat: Speaker, heard: number): Call {
  return call(seat, heard + outputs.actions, outputs.memory)
}

/** All three calls read the record: each goes on from the one before. */
function facilitatorCalls(record: number): readonly Call[] {
  const settle = record + request + minutes
  const actions = settle + outputs.settle + request
  const notes = actions + 2 * outputs.actions + request
  return [
    { reads: settle, says: outputs.settle },
    { reads: actions, says: outputs.actions },
    { reads: notes, says: outputs.notes },
  ]
}

/** A call that is still to be made, in tokens. */
interface Call {
  readonly reads: number
  readonly says: number
}

function needOf(calls: readonly Call[]): Need {
  return {
    input: calls.reduce((sum, { reads }) => sum + reads, 0),
    output: calls.reduce((sum, { says }) => sum + says, 0),
  }
}

function total(calls: readonly Call[]): number {
  const { input, output } = needOf(calls)
  return input + output
}
