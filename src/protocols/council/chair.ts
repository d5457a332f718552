// Calls of the chair: short structured judgments without tools. When a call fails, a fixed default is taken and the pad says so.

import { z } from 'zod'
import type { NotSaid, SeatPrompt } from '../../kernel/protocol.js'
import { withBeginning } from '../../rules/failure-words.js'
import { shortened } from '../../text/excerpts.js'
import { oneLine } from './documents/text.js'
import type { Memory } from './memory.js'
import { chairAdjudicate, chairRoute, chairSelect } from './prompts.js'
import { withinCeiling } from './seats.js'
import { chairOf, rosterOf, type Sitting, toolless } from './sitting.js'
import { chairSources } from './sources.js'

export interface Selection {
  readonly seats: readonly string[]
  /** How the choice came about, for the first routing entry. */
  readonly remark: string
}

/** Which seats work on this task; all of them when the chair cannot say. */
export async function select(sitting: Sitting): Promise<Selection> {
  const roster = rosterOf(sitting)
  const schema = z.object({ seats: z.array(z.enum(roster)).min(1), why: z.string() })
  const prompt = chairSelect(sitting, chairOf(sitting))
  const answer = await chairCall(sitting, 'chair.select', prompt, schema)
  if (answer.kind === 'not-said') {
    return { seats: roster, remark: fallback('selection', answer, 'all seats were taken') }
  }
  const seats = roster.filter((seat) => answer.value.seats.includes(seat))
  const broken = await chairSources(sitting, answer.value.why)
  const words = [`Seats selected: ${seats.join(', ')}.`, oneLine(answer.value.why), ...broken]
  return { seats, remark: words.join(' ').trim() }
}

export interface Route {
  readonly next: string
  readonly subGoal: string
  readonly remarks: readonly string[]
  /** The chair has read the pad and answered. */
  readonly heard: boolean
}

/** Who acts next. `may` are the seats that can be chosen, `usual` the one that is taken when the chair cannot say. */
export async function route(
  sitting: Sitting,
  may: readonly string[],
  usual: string,
  memory: Memory | null,
): Promise<Route> {
  const schema = z.object({
    next: z.enum(may),
    sub_goal: z.string().refine((goal) => goal.trim() !== '', 'must not be empty'),
  })
  const prompt = chairRoute(sitting, chairOf(sitting), { may, memory })
  const answer = await chairCall(sitting, 'chair.route', prompt, schema)
  if (answer.kind === 'said') {
    const { next, sub_goal: subGoal } = answer.value
    return { next, subGoal, remarks: await chairSources(sitting, subGoal), heard: true }
  }
  const remark = fallback(
    'routing',
    answer,
    'the next seat in roster order has the turn, with the task as its sub-goal',
  )
  return { next: usual, subGoal: sitting.input.task, remarks: [remark], heard: false }
}

export interface Call {
  readonly done: boolean
  readonly why: string
  readonly remarks: readonly string[]
  /** The chair has read the pad and answered. */
  readonly heard: boolean
}

/** Whether the chair judges the task complete. */
export async function adjudicate(sitting: Sitting): Promise<Call> {
  const schema = z.object({ call: z.enum(['continue', 'stop']), why: z.string() })
  const prompt = chairAdjudicate(sitting, chairOf(sitting))
  const answer = await chairCall(sitting, 'chair.adjudicate', prompt, schema)
  if (answer.kind === 'said') {
    const { call, why } = answer.value
    return { done: call === 'stop', why, remarks: await chairSources(sitting, why), heard: true }
  }
  const remark = fallback('adjudication', answer, 'the call is to continue')
  return { done: false, why: '', remarks: [remark], heard: false }
}

/** A reply that does not fit the schema was sent back once already; only a call that failed is made a second time. */
async function chairCall<T>(sitting: Sitting, id: string, prompt: SeatPrompt, schema: z.ZodType<T, T>) {
  const chair = chairOf(sitting)
  const call = (after?: NotSaid) =>
    withinCeiling(sitting, () =>
      sitting.meeting.trySpeak(chair, prompt, { id, schema, tools: toolless(sitting), after }),
    )
  const first = await call()
  const answer = first.kind === 'said' || first.cause === 'invalid' ? first : await call(first)
  if (answer.kind === 'not-said') return answer
  sitting.pad.readBy(chair.id)
  return answer
}

function fallback(what: string, { reason, began }: NotSaid, instead: string): string {
  const why = shortened(oneLine(withBeginning(reason, began)), 200)
  return `The chair gave no usable ${what} (${why}); ${instead}.`
}
