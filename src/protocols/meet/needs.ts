// Needs: upper bounds for the cost of calls still to be made, so that the token limit always leaves enough for CLOSE.
//
// A model reads its whole conversation with every call, so what is said is paid for again and again. Texts are measured in
// thirds of their bytes, which is more than tokenizers make of prose and code.

import { type Course, type ExpectedCall, type Forecast, mostRequests, needOf } from '../../rules/forecast.js'
import type { Need } from '../../rules/money.js'
import { bytesIn } from './documents/bytes.js'
import { facilitator } from './facilitator.js'
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
  return needOf([{ seat: facilitator.id, reads, says: outputs.notes }, ...memoryCalls(state)])
}

function unlimited({ meeting: { spent } }: MeetState): boolean {
  return spent.left === null && spent.costLeft === null
}

/** What the facilitator reads: charter, research and transcript. */
function recordOf({ input: { charter }, preludes, transcript }: MeetState): number {
  const claims = preludes.flatMap((prelude) => prelude.claims).join('\n')
  return measured(charter) + measured(claims) + measured(transcript.join('\n'))
}

function memoryCalls(state: MeetState): readonly ExpectedCall[] {
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
  const preludes = plan.skipResearch ? [] : round(plan.seats, heard, { says: outputs.prelude })
  const turns = round(plan.seats, heard, { says: outputs.turn })
  const memories = plan.seats.map((seat, at) => memoryCall(seat, heard[at] ?? 0))
  const preparing = plan.skipResearch ? 0 : plan.seats.length * outputs.prelude
  const transcript = measured(plan.charter) + preparing + plan.seats.length * (outputs.turn + 2 * header)
  return total([...preludes, ...turns, ...facilitatorCalls(transcript), ...memories])
}

/** A figure to decide by, not a promise: every turn is taken, and replies are half as long as they may be. */
export function estimatedCost({ input, memories }: MeetState): number {
  const known = Object.fromEntries([...memories].map(([seat, text]) => [seat, measured(text)]))
  return Math.round(total(allCalls({ ...input, memories: known }, usual)) / 1000) * 1000
}

/** Every turn is taken. How often a seat looks something up is left out of the usual course: the estimate does not know it. */
export function meetForecast(plan: WholePlan): Forecast {
  const course = `${plan.maxTurns} ${plan.maxTurns === 1 ? 'turn' : 'turns'} and the notes`
  return {
    usual: { course, calls: allCalls(plan, usual) },
    limit: { course, calls: allCalls(plan, { part: 1, uses: mostRequests - 1 }) },
  }
}

type WholePlan = Plan & { readonly maxTurns: number }

interface Lengths {
  /** Of the longest reply. */
  readonly part: number
  readonly uses: number
}

const usual: Lengths = { part: 1 / 2, uses: 0 }

function allCalls(plan: WholePlan, { part, uses }: Lengths): readonly ExpectedCall[] {
  const { charter, seats, skipResearch, maxTurns, memories } = plan
  const heard = seats.map(({ id }) => measured(charter) + frame + (memories[id] ?? 0))
  const calls = skipResearch ? [] : [...round(seats, heard, { says: outputs.prelude * part, uses })]
  for (let left = maxTurns; left > 0; left -= seats.length)
    calls.push(...round(seats.slice(0, left), heard, { says: outputs.turn * part, uses }))
  const transcript = measured(charter) + maxTurns * (outputs.turn * part + header)
  const last = seats.map((seat, at) => memoryCall(seat, heard[at] ?? 0))
  return [...calls, ...facilitatorCalls(transcript), ...last]
}

/**
 * What the answer at a yield may lead to: the preludes, the turns up to the next yield, or the closing drafts. `said` is what was said
 * until now, in tokens.
 */
export function coursesAhead(
  plan: Pick<Plan, 'charter' | 'seats'> & { readonly cadence: number },
  said: number,
): Readonly<Record<'preludes' | 'turns' | 'drafts', Course>> {
  const { charter, seats, cadence } = plan
  const told = () => seats.map(() => measured(charter) + frame + said)
  const heard = told()
  const turns = Array.from({ length: Math.ceil(cadence / Math.max(1, seats.length)) }, (_, at) =>
    round(seats.slice(0, cadence - at * seats.length), heard, { says: outputs.turn * usual.part }),
  )
  const memories = seats.map((seat) => memoryCall(seat, measured(charter) + frame + said))
  return {
    preludes: {
      course: 'the research',
      calls: round(seats, told(), { says: outputs.prelude * usual.part }),
    },
    turns: { course: `${cadence} ${cadence === 1 ? 'turn' : 'turns'}`, calls: turns.flat() },
    drafts: {
      course: 'the drafts',
      calls: [...facilitatorCalls(measured(charter) + said), ...memories],
    },
  }
}

/** One call of each seat in turn; what it says is heard by all. */
function round(
  seats: readonly Speaker[],
  heard: number[],
  reply: Pick<ExpectedCall, 'says' | 'uses'>,
): readonly ExpectedCall[] {
  return seats.map((seat, at) => {
    const made = { ...call(seat, heard[at] ?? 0, reply.says), ...reply }
    for (const other of heard.keys())
      heard[other] = (heard[other] ?? 0) + reply.says + (other === at ? request : header)
    return made
  })
}

function call(seat: Speaker, heard: number, says: number): ExpectedCall {
  return { seat: seat.id, reads: measured(seat.persona) + rules + heard + request, says }
}

function memoryCall(seat: Speaker, heard: number): ExpectedCall {
  return call(seat, heard + outputs.actions, outputs.memory)
}

/** All three calls read the record: each goes on from the one before. */
function facilitatorCalls(record: number): readonly ExpectedCall[] {
  const seat = facilitator.id
  const settle = record + request + minutes
  const actions = settle + outputs.settle + request
  const notes = actions + 2 * outputs.actions + request
  return [
    { seat, reads: settle, says: outputs.settle },
    { seat, reads: actions, says: outputs.actions },
    { seat, reads: notes, says: outputs.notes },
  ]
}

function total(calls: readonly ExpectedCall[]): number {
  const { input, output } = needOf(calls)
  return input + output
}
