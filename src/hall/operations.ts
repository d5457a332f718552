// Operations: what can be asked of the hall in one request, each declared once: what it is about, takes, gives and does. Routes of
// the server, checks of responses, the table in docs/server.md and the page's client follow from it.

import { z } from 'zod'
import { statuses } from '../kernel/line/summary.js'
import { type Format, formats } from '../view/exports.js'
import type { Exported, Hall, MeetingRef } from './api.js'
import * as gives from './responses.js'
import type { OperationName } from './routes.js'

/** The hall, with what only a surface can make. */
export interface Served extends Hall {
  exported(ref: MeetingRef, format: Format): Promise<Exported>
}

export interface Operation<T extends z.ZodObject = z.ZodObject, R = unknown> {
  /** As docs/server.md lists it. */
  readonly about: string
  /** The parameters of the path are among them. */
  readonly takes: T
  readonly gives: z.ZodType
  run(hall: Served, given: z.output<T>): Promise<R>
}

/** A name that is safe as a part of a path and of a git ref. */
export const name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._ -]*$/)
  .refine((text) => !text.includes('..'), 'holds ".."')
const words = z.string().trim().min(1).max(200_000)
const short = z.string().max(500)
const path = z.string().min(1).max(4000)
const nothing = z.object({})
const ofProject = { project: name }
export const ofMeeting = { project: name, id: name }

/** Which meetings a list shows. */
const listed = {
  project: name.optional(),
  protocol: short.optional(),
  status: z.enum(statuses).optional(),
  seat: short.optional(),
}

const voices = {
  agents: short.optional(),
  seats: z.record(name, short).optional(),
  ceiling: z.int().positive().optional(),
  costCeiling: z.number().min(0.000001).max(1_000_000).optional(),
  record: path.optional(),
}

/** For the turn that follows: programs of a worker may use the network. */
const online = { network: z.boolean().optional() }

export const operations = {
  health: operation({
    about: 'Whether the server is healthy',
    takes: nothing,
    gives: gives.health,
    run: (hall) => hall.health(),
  }),
  'project.list': operation({
    about: 'Registered projects',
    takes: nothing,
    gives: gives.list(gives.project),
    run: (hall) => hall.projects(),
  }),
  'project.register': operation({
    about: 'Registers a repository',
    takes: z.strictObject({ name, path, title: short.optional() }),
    gives: gives.project,
    run: (hall, project) => hall.register(project),
  }),
  'project.deregister': operation({
    about: 'Removes a project from the list; deletes none of its files',
    takes: z.object(ofProject),
    gives: gives.forgotten,
    run: async (hall, { project }) => {
      await hall.deregister(project)
      return { status: 'forgotten' as const }
    },
  }),
  'meeting.list': operation({
    about: 'Meetings of all projects, newest first',
    takes: z.strictObject({ ...listed, text: short.optional() }),
    gives: gives.list(gives.entry),
    run: (hall, filter) => hall.meetings(filter),
  }),
  'meeting.search': operation({
    about: 'What was said in meetings of all projects, wherever it holds every word of `text`',
    takes: z.strictObject({ ...listed, text: short.min(1) }),
    gives: gives.found,
    run: (hall, filter) => hall.search(filter),
  }),
  'meeting.open': operation({
    about: 'Opens a meeting and goes on with it',
    // The other properties are the fields of the protocol, which checks them itself.
    takes: z.looseObject({ protocol: name, project: name, ...voices, ...online }),
    gives: gives.meeting,
    run: (hall, request) => hall.open(request),
  }),
  'recording.list': operation({
    about: 'The recorded meetings that ship with parley: `word`, `protocol`, `model`, `on`',
    takes: nothing,
    gives: gives.list(gives.recorded),
    run: (hall) => hall.recordings(),
  }),
  'recording.hold': operation({
    about: 'One of them, held in a copy of its repository; no model speaks',
    takes: z.object({ word: short }),
    gives: gives.meeting,
    run: (hall, { word }) => hall.recorded(word),
  }),
  'meeting.show': operation({
    about: 'One meeting with its journal',
    takes: z.object(ofMeeting),
    gives: gives.view,
    run: (hall, ref) => hall.meeting(ref),
  }),
  'talk.preview': operation({
    about: 'What closing a talk would merge',
    takes: z.object(ofMeeting),
    gives: gives.preview,
    run: (hall, ref) => hall.preview(ref),
  }),
  'meeting.source': operation({
    about: 'The lines of a file that the meeting cites, as they are now',
    takes: z.strictObject({ ...ofMeeting, ref: path }),
    gives: gives.source,
    run: (hall, { ref, ...of }) => hall.source(of, ref),
  }),
  'meeting.afterwards': operation({
    about: 'What the meeting left in git: commits, files with their lines, whether they are merged',
    takes: z.object(ofMeeting),
    gives: gives.afterwards,
    run: (hall, ref) => hall.afterwards(ref),
  }),
  'meeting.export': operation({
    about: 'The meeting as a file for readers without parley',
    takes: z.strictObject({ ...ofMeeting, format: z.enum(formats) }),
    gives: gives.exported,
    run: (hall, { format, ...ref }) => hall.exported(ref, format),
  }),
  'meeting.fork': operation({
    about: 'A new meeting that goes back to one of your answers; `at` is the line that asked',
    takes: z.strictObject({ ...ofMeeting, at: z.int().positive() }),
    gives: gives.meeting,
    run: (hall, { at, ...ref }) => hall.fork(ref, at),
  }),
  'meeting.answer': operation({
    about: 'Answers a question; one that is answered already is refused',
    takes: z.strictObject({
      ...ofMeeting,
      question: z.string().min(1).max(300).optional(),
      choose: z.string().min(1).max(200),
      text: z.string().max(200_000).optional(),
    }),
    gives: gives.taken,
    run: (hall, { project, id, ...given }) => taken(hall.answer({ project, id }, given)),
  }),
  'talk.message': operation({
    about: 'Sends a message to a talk',
    takes: z.strictObject({ ...ofMeeting, text: words, ...online }),
    gives: gives.taken,
    run: (hall, { text, network, ...ref }) => taken(hall.message(ref, text, { network })),
  }),
  'meeting.resume': operation({
    about:
      'Continues a meeting from where it stopped; with another ceiling on tokens, or on cost in dollars, where the last one was spent',
    takes: z.strictObject({
      ...ofMeeting,
      ceiling: z.int().positive().max(1_000_000_000).optional(),
      costCeiling: voices.costCeiling,
    }),
    gives: gives.taken,
    run: (hall, { project, id, ...ceilings }) => taken(hall.resume({ project, id }, ceilings)),
  }),
  'meeting.drop': operation({
    about: 'Ends a meeting that nobody will finish; nothing is deleted',
    takes: z.object(ofMeeting),
    gives: gives.taken,
    run: (hall, ref) => taken(hall.drop(ref)),
  }),
  'meeting.tick': operation({
    about:
      'Ticks a follow-up off in its record, or opens it again: `at` is its place there, from 0, and `item`, `owner` say what stands there',
    takes: z.strictObject({
      ...ofMeeting,
      at: z.int().min(0),
      // As it stands there: another one is never ticked.
      item: z.string().max(20_000),
      owner: short,
      done: z.boolean(),
    }),
    gives: gives.taken,
    run: (hall, { project, id, ...box }) => taken(hall.tick({ project, id }, box)),
  }),
  'request.decline': operation({
    about: 'Declines a request',
    takes: z.strictObject({ ...ofMeeting, reason: short.optional() }),
    gives: gives.taken,
    run: (hall, { reason, ...ref }) => taken(hall.decline(ref, reason)),
  }),
  'request.defer': operation({
    about: 'Defers a request',
    takes: z.strictObject({ ...ofMeeting, until: z.iso.date() }),
    gives: gives.taken,
    run: (hall, { until, ...ref }) => taken(hall.defer(ref, until)),
  }),
  'meeting.interrupt': operation({
    about:
      'Stops: ends the current turn of a talk or a chat and keeps what was said; pauses any other meeting',
    takes: z.object(ofMeeting),
    gives: gives.interrupted,
    run: async (hall, ref) => ({ interrupted: await hall.interrupt(ref) }),
  }),
  'talk.close': operation({
    about: 'Closes a talk: notes, one commit, clean-up',
    takes: z.object(ofMeeting),
    gives: gives.closed,
    run: (hall, ref) => hall.close(ref),
  }),
  'talk.retry': operation({
    about: 'Retries failed notes or a pending merge',
    takes: z.strictObject({
      ...ofMeeting,
      what: z.enum(['notes', 'merge']),
      settled: z.boolean().optional(),
    }),
    gives: gives.closed,
    run: (hall, { what, settled, ...ref }) => hall.retry(ref, what, settled),
  }),
  'meeting.verify': operation({
    about: 'Checks a record against its journal and the disk',
    takes: z.object(ofMeeting),
    gives: gives.verified,
    run: (hall, ref) => hall.verify(ref),
  }),
  'request.accept': operation({
    about: 'Accepts a request: the talk opens',
    takes: z.strictObject({
      ...ofMeeting,
      message: z.string().max(200_000).optional(),
      ...voices,
      ...online,
    }),
    gives: gives.meeting,
    run: (hall, { project, id, ...given }) => hall.accept({ project, id }, given),
  }),
  'request.list': operation({
    about: 'Requests that wait',
    takes: z.strictObject({ project: name.optional() }),
    gives: gives.list(gives.request),
    run: (hall, { project }) => hall.requests(project),
  }),
  'worker.list': operation({
    about: 'Workers that can be talked to',
    takes: nothing,
    gives: gives.list(gives.worker),
    run: (hall) => hall.workers(),
  }),
  'document.show': operation({
    about: 'One document',
    takes: z.strictObject({ ...ofProject, path }),
    gives: gives.documentView,
    run: (hall, given) => hall.document(given.project, given.path),
  }),
  'decision.list': operation({
    about: 'Decisions of all meetings, newest first',
    takes: z.strictObject({ project: name.optional(), text: short.optional() }),
    gives: gives.list(gives.decision),
    run: (hall, filter) => hall.decisions(filter),
  }),
  'way.list': operation({
    about: 'Ways to meet, with a command for each',
    takes: nothing,
    gives: gives.list(gives.way),
    run: (hall) => hall.ways(),
  }),
  'form.list': operation({
    about: 'What forms need to know',
    takes: z.object(ofProject),
    gives: gives.forms,
    run: (hall, { project }) => hall.forms(project),
  }),
} satisfies Readonly<Record<OperationName, Operation>>

export type Operations = typeof operations

/** What it gives fits its schema, which may describe less. */
function operation<T extends z.ZodObject, W, R extends W>(
  declared: Omit<Operation<T, R>, 'gives'> & { readonly gives: z.ZodType<W> },
): Operation<T, R> {
  return declared
}

/** Of a request that is answered only by saying that it was taken. */
async function taken(done: Promise<unknown>) {
  await done
  return { status: 'taken' as const }
}
