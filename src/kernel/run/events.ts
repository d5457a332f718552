// Events: the live events of meetings, one vocabulary for all listeners. `line` is a recorded line; everything else is not kept.
//
// Each event is defined here once, as the schema that checks and describes it; its type follows from that. Kernel, command line,
// server, page and library select from it by name, so that each thing has one name. Programs should ignore types and fields that they
// do not know: more may be added. docs/events.md explains each.

import { z } from 'zod'
import type { Line } from '../line/line.js'
import { dataFault } from '../line/line-checks.js'
import { kinds } from '../line/line-data.js'
import { type Status, type Summary, statuses } from '../line/summary.js'
import type { Question } from '../question.js'

const text = z.string()
const paths = z.array(text).readonly()

/** The line whole: its data fits its kind, as when a journal is read. */
const line = z
  .looseObject({
    n: z.int(),
    at: text,
    kind: z.enum(kinds),
    key: text,
    data: z.looseObject({}),
    prev: text,
    hash: text,
  })
  .refine(({ kind, data }) => dataFault(kind, data) === undefined) as unknown as z.ZodType<Line>

const question: z.ZodType<Question> = z.looseObject({
  id: text,
  title: text,
  plain: text.optional(),
  body: text,
  facts: z
    .array(z.looseObject({ name: text.optional(), value: text, items: paths.optional() }))
    .readonly()
    .optional(),
  options: z
    .array(
      z.looseObject({
        key: text,
        label: text,
        effect: text,
        name: text.optional(),
        grave: z.boolean().optional(),
      }),
    )
    .readonly(),
  freeText: z
    .looseObject({
      key: text,
      label: text,
      name: text.optional(),
      parts: z.array(text).optional(),
      draft: text.optional(),
      fault: text.optional(),
    })
    .optional(),
  default: text.optional(),
  personOnly: z.boolean().optional(),
})

const status: z.ZodType<Status> = z.enum(statuses)

const summary: z.ZodType<Summary> = z.looseObject({
  id: text,
  protocol: text,
  version: z.number(),
  title: text,
  status,
  openedAt: text,
  updatedAt: text,
  lines: z.number(),
  phase: text,
  turns: z.number(),
  input: z.number(),
  output: z.number(),
  estimated: z.boolean(),
  money: z.number().nullable(),
  unpriced: z.number(),
  question: z.looseObject({ id: text, title: text, plain: text.optional() }).nullable(),
  questions: z.array(z.looseObject({ key: text, id: text, title: text, plain: text.optional() })).readonly(),
  detail: text.nullable(),
  why: text.nullable(),
  degraded: z.array(text).readonly(),
})

/** Parts of events that answers to single requests have as well. */
export const shapes = { line, question, status, summary }

/** `key` names the step of the procedure: the events of one turn and its `turn` line share it. */
const turn = { key: text, seat: text }
const meeting = { project: text, id: text }
/** How a meeting stands, or what the file of a talk says that has no journal yet. */
const changed = { ...meeting, status: text }
const tokens = z.object({ input: z.number(), output: z.number() }).readonly()

export const events = {
  line: told('line', 'A line was appended to the journal.', { line }),
  documents: told(
    'documents',
    'Before a resume goes on: which of its documents were missing or changed, and what became of them.',
    { restored: paths, inPart: paths, changed: paths, lost: paths },
  ),
  speaking: told(
    'speaking',
    'A seat begins a turn. A draft is not shown before the procedure has judged it.',
    { ...turn, call: text, draft: z.boolean() },
  ),
  text: told('text', 'A piece of what the seat says.', { ...turn, text }),
  tool: told(
    'tool',
    'A tool is used; and later, with the same `id`, what came of it: then it has `ok` and `output`.',
    {
      ...turn,
      id: text,
      name: text,
      input: z.unknown().optional(),
      ok: z.boolean().optional(),
      output: text.optional(),
    },
  ),
  retrying: told(
    'retrying',
    'A call failed and is made again after the wait: which try comes next, of how many. What it had said so far is void.',
    {
      ...turn,
      reason: text,
      waitMs: z.number(),
      attempt: z.number(),
      of: z.number(),
    },
  ),
  status: told(
    'status',
    'How the meeting stands, when that has changed. `live`: a process is at work on it; `elsewhere`: another one than the server holds it.',
    { status, live: z.boolean(), elsewhere: z.boolean() },
  ),
  meeting_requested: told('meeting_requested', 'Somebody asks for a talk.', changed),
  meeting_started: told('meeting_started', 'A meeting is there that was not.', changed),
  meeting_updated: told('meeting_updated', 'A meeting changed in something that lists show.', changed),
  meeting_ended: told('meeting_ended', 'A meeting is over, or a request was declined.', changed),
  session: told(
    'session',
    'The first of a turn that is streamed to whoever asked for it: which meeting it is in, and who will speak.',
    { meetingId: text, project: text, worker: text.nullable() },
  ),
  turn_end: told(
    'turn_end',
    'A turn that is streamed to whoever asked for it is over. `tokens` is null for one that was stopped.',
    { seat: text, tokens: tokens.nullable() },
  ),
  notice: told('notice', 'A word beside the meeting.', { text }),
  ended: told('ended', 'The run is over.', {
    id: text,
    ending: text,
    exit: z.number(),
    question: question.optional(),
    outcome: z.unknown().optional(),
    detail: text.optional(),
    summary,
  }),
  error: told('error', 'What went wrong and what to do; `exit` is the exit code, where a command says it.', {
    code: text,
    message: text,
    hint: text,
    exit: z.number().optional(),
  }),
} as const

type Events = typeof events
export type EventType = keyof Events
export type EventOf<T extends EventType> = { readonly [K in T]: Readonly<z.output<Events[K]>> }[T]
/** Any event. */
export type ParleyEvent = EventOf<EventType>

/** What belongs to one call of a seat, as it happens. */
export type TurnEvent = EventOf<'speaking' | 'text' | 'tool' | 'retrying'>

/** What a meeting tells while it is held. */
export type MeetingEvent = EventOf<'line' | 'documents'> | TurnEvent

/** What a follower of a meeting gets: the journal from any line on, and between its lines the events that are not kept. */
export type FollowEvent = MeetingEvent | EventOf<'status'>

/** What changes anywhere. */
export type FeedEvent = EventOf<'meeting_requested' | 'meeting_started' | 'meeting_updated' | 'meeting_ended'>

/** A turn, as it is streamed to the client that asked for it. */
export type StreamedEvent = EventOf<'session' | 'turn_end' | 'error'> | TurnEvent

/** The same over a network: an error is the last event of a stream that broke off. */
export const followStream = z.discriminatedUnion('type', [
  events.line,
  events.documents,
  events.speaking,
  events.text,
  events.tool,
  events.retrying,
  events.status,
  events.error,
])
export const feedStream = z.discriminatedUnion('type', [
  events.meeting_requested,
  events.meeting_started,
  events.meeting_updated,
  events.meeting_ended,
  events.error,
])

function told<T extends string, S extends z.ZodRawShape>(type: T, meaning: string, fields: S) {
  return z.object({ type: z.literal(type), ...fields }).describe(meaning)
}
