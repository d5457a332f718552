// Endpoints: every request that is answered with one JSON value. The schemas that validate here are the ones that OpenAPI shows.

import { z } from 'zod'
import type { Hall } from '../../hall/api.js'
import { statuses } from '../../kernel/summary.js'
import { formats } from '../../story/exports.js'
import { documentKinds } from '../../story/story.js'
import { exported } from './exported.js'
import { openSchema } from './open-schema.js'

export interface Endpoint {
  readonly method: 'get' | 'post' | 'delete'
  /** With `:name` for parameters. */
  readonly path: string
  readonly summary: string
  readonly status: number
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType | null
  /** The JSON schema of the body for OpenAPI, where it says more than what is checked here. */
  describe?(): Promise<unknown>
  run(hall: Hall, given: Given): Promise<unknown>
}

interface Given {
  readonly params: never
  readonly query: never
  readonly body: never
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
const nothing = z.object({})
const ofProject = z.object({ project: name })
export const ofMeeting = z.object({ project: name, id: name })
const ofStanding = z.object({ project: name, name })

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
}

/** For the turn that follows: programs of a worker may use the network. */
const online = { network: z.boolean().optional() }

/** The other properties are the fields of the protocol, which checks them itself: see open-schema.ts. */
export const openMeeting = z.looseObject({ protocol: name, project: name, ...voices, ...online })

export const accepting = z.strictObject({ message: z.string().max(200_000).optional(), ...voices, ...online })

const voicesAsked = z.strictObject(voices)

export const message = z.strictObject({ text: words, ...online })

/** Where a stream of a meeting begins, for readers who have no Last-Event-ID yet. */
export const fromLine = z.strictObject({
  from: z.coerce.number().int().min(1).optional(),
  feed: z
    .literal('1')
    .optional()
    .describe('Also what changes anywhere, as in /api/events: for clients that have one connection only.'),
})

/** What a page sends once to be let in. */
export const entering = z.strictObject({ code: z.string().min(1).max(200) })

/** Requests whose response is a stream of the following turn, when the client asks for one. */
export const turnPaths = [
  '/api/meetings',
  '/api/meetings/:project/:id/messages',
  '/api/meetings/:project/:id/accept',
] as const

export const endpoints: readonly Endpoint[] = [
  get('/api/health', 'Whether the server is healthy', nothing, nothing, (hall) => hall.health()),
  get('/api/projects', 'Registered projects', nothing, nothing, (hall) => hall.projects()),
  post(
    '/api/projects',
    'Registers a repository',
    nothing,
    z.strictObject({ name, path: z.string().min(1).max(4000), title: short.optional() }),
    (hall, _, body) => hall.register(body),
    201,
  ),
  endpoint(
    'delete',
    '/api/projects/:project',
    'Removes a project from the list; deletes none of its files',
    ofProject,
    nothing,
    null,
    async (hall, { project }) => {
      await hall.deregister(project)
      return { status: 'forgotten' }
    },
  ),
  get(
    '/api/meetings',
    'Meetings of all projects, newest first',
    nothing,
    z.strictObject({ ...listed, text: short.optional() }),
    (hall, _, query) => hall.meetings(query),
  ),
  get(
    '/api/search',
    'What was said in meetings of all projects, wherever it holds every word of `text`',
    nothing,
    z.strictObject({ ...listed, text: short.min(1) }),
    (hall, _, query) => hall.search(query),
  ),
  post(
    '/api/meetings',
    'Opens a meeting and goes on with it',
    nothing,
    openMeeting,
    (hall, _, body) => hall.open(body),
    201,
    openSchema,
  ),
  post(
    '/api/estimate',
    'What a meeting would cost: usually, and at its limits; opens nothing',
    nothing,
    openMeeting,
    (hall, _, body) => hall.estimate(body),
    200,
    openSchema,
  ),
  post(
    '/api/voices',
    'Whether the voices are there that a meeting would have; nobody is asked to speak',
    nothing,
    z.strictObject({ project: name, agents: short.optional(), seats: z.record(name, short).optional() }),
    (hall, _, body) => hall.checkVoices(body),
  ),
  post(
    '/api/recorded',
    'The recorded meeting that ships with parley, held in a copy of its repository; no model speaks',
    nothing,
    nothing,
    (hall) => hall.recorded(),
  ),
  get('/api/meetings/:project/:id', 'One meeting with its journal', ofMeeting, nothing, (hall, ref) =>
    hall.meeting(ref),
  ),
  get(
    '/api/meetings/:project/:id/preview',
    'What closing a talk would merge',
    ofMeeting,
    nothing,
    (hall, ref) => hall.preview(ref),
  ),
  get(
    '/api/meetings/:project/:id/source',
    'The lines of a file that the meeting cites, as they are now',
    ofMeeting,
    z.strictObject({ ref: z.string().min(1).max(4000) }),
    (hall, meeting, { ref }) => hall.source(meeting, ref),
  ),
  get(
    '/api/meetings/:project/:id/file',
    'A file that the meeting cites, whole, with what was found when it was checked',
    ofMeeting,
    z.strictObject({ ref: z.string().min(1).max(4000) }),
    (hall, meeting, { ref }) => hall.file(meeting, ref),
  ),
  get(
    '/api/meetings/:project/:id/afterwards',
    'What the meeting left in git: commits, files with their lines, whether they are merged',
    ofMeeting,
    nothing,
    (hall, ref) => hall.afterwards(ref),
  ),
  get(
    '/api/meetings/:project/:id/export',
    'The meeting as a file for readers without parley',
    ofMeeting,
    z.strictObject({ format: z.enum(formats) }),
    async (hall, ref, { format }) => exported(await hall.meeting(ref), format),
  ),
  post(
    '/api/meetings/:project/:id/fork',
    'A new meeting that goes back to one of your answers; `at` is the line that asked',
    ofMeeting,
    z.strictObject({ at: z.int().positive() }),
    (hall, ref, { at }) => hall.fork(ref, at),
    201,
  ),
  acting(
    'answer',
    'Answers a question; one that is answered already is refused',
    z.strictObject({
      question: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe(
          'The key of the question that was shown (`questions[].key`). Needed once the meeting has asked twice.',
        ),
      choose: z.string().min(1).max(200),
      text: z.string().max(200_000).optional(),
    }),
    (hall, ref, body) => hall.answer(ref, body),
  ),
  acting('messages', 'Sends a message to a talk', message, (hall, ref, { text, network }) =>
    hall.message(ref, text, { network }),
  ),
  post(
    '/api/meetings/:project/:id/adoption',
    'What adopting a foreign meeting would mean: who would speak, what would be run, what is asked',
    ofMeeting,
    voicesAsked,
    (hall, ref, body) => hall.adoption(ref, body),
  ),
  acting(
    'adopt',
    'Takes over a foreign meeting as it was shown; `hash` is that of the adoption',
    voicesAsked.extend({ hash: z.string().length(64) }),
    (hall, ref, body) => hall.adopt(ref, body),
  ),
  acting(
    'resume',
    'Continues a meeting from where it stopped; with another ceiling on tokens, or on cost in dollars, where the last one was spent',
    z.strictObject({
      ceiling: z.int().positive().max(1_000_000_000).optional(),
      costCeiling: voices.costCeiling,
    }),
    (hall, ref, ceilings) => hall.resume(ref, ceilings),
  ),
  acting('drop', 'Ends a meeting that nobody will finish; nothing is deleted', nothing, (hall, ref) =>
    hall.drop(ref),
  ),
  acting(
    'rename',
    'Renames a talk',
    z.strictObject({ title: z.string().min(1).max(200) }),
    (hall, ref, { title }) => hall.rename(ref, title),
  ),
  acting(
    'decline',
    'Declines a request',
    z.strictObject({ reason: short.optional() }),
    (hall, ref, { reason }) => hall.decline(ref, reason),
  ),
  acting('defer', 'Defers a request', z.strictObject({ until: z.iso.date() }), (hall, ref, { until }) =>
    hall.defer(ref, until),
  ),
  post(
    '/api/meetings/:project/:id/interrupt',
    'Stops: ends the current turn of a talk or a chat and keeps what was said; pauses any other meeting',
    ofMeeting,
    nothing,
    async (hall, ref) => ({
      interrupted: await hall.interrupt(ref),
    }),
  ),
  post(
    '/api/meetings/:project/:id/close',
    'Closes a talk: notes, one commit, clean-up',
    ofMeeting,
    nothing,
    (hall, ref) => hall.close(ref),
  ),
  post(
    '/api/meetings/:project/:id/retry',
    'Retries failed notes or a pending merge',
    ofMeeting,
    z.strictObject({
      what: z.enum(['notes', 'merge']),
      settled: z.boolean().optional().describe('you merged the branch by hand, and say so'),
    }),
    (hall, ref, { what, settled }) => hall.retry(ref, what, settled),
  ),
  post(
    '/api/meetings/:project/:id/verify',
    'Checks a record against its journal and the disk',
    ofMeeting,
    nothing,
    (hall, ref) => hall.verify(ref),
  ),
  post(
    '/api/meetings/:project/:id/accept',
    'Accepts a request: the talk opens',
    ofMeeting,
    accepting,
    (hall, ref, body) => hall.accept(ref, body),
  ),
  get(
    '/api/requests',
    'Requests that wait',
    nothing,
    z.strictObject({ project: name.optional() }),
    (hall, _, { project }) => hall.requests(project),
  ),
  get('/api/workers', 'Workers that can be talked to', nothing, nothing, (hall) => hall.workers()),
  get(
    '/api/documents',
    'What meetings left',
    nothing,
    z.strictObject({
      project: name.optional(),
      text: short.optional(),
      kind: z.enum(documentKinds).optional(),
    }),
    (hall, _, query) => hall.documents(query),
  ),
  get(
    '/api/documents/:project',
    'One document',
    ofProject,
    z.strictObject({ path: z.string().min(1).max(4000) }),
    (hall, { project }, { path }) => hall.document(project, path),
  ),
  get(
    '/api/decisions',
    'Decisions of all meetings, newest first',
    nothing,
    z.strictObject({ project: name.optional(), text: short.optional() }),
    (hall, _, query) => hall.decisions(query),
  ),
  get(
    '/api/standing/:project',
    'What protocols keep in a project between meetings, such as a council',
    ofProject,
    nothing,
    (hall, { project }) => hall.standing(project),
  ),
  post(
    '/api/standing/:project/:name',
    'Sets it up; where something would be overwritten it asks first, and `yes` answers',
    ofStanding,
    z.strictObject({ values: z.record(name, z.unknown()), yes: z.boolean().optional() }),
    (hall, { project, name: of }, { values, yes }) => hall.setUp(project, of, values, yes === true),
  ),
  taking(
    '/api/standing/:project/:name/papers',
    'Edits one of its files; `was` is the hash of the file as it was shown',
    ofStanding,
    z.strictObject({ key: short.min(1), was: short.nullable(), values: z.record(name, z.unknown()) }),
    (hall, { project, name: of }, edit) => hall.editStanding(project, of, edit),
  ),
  taking(
    '/api/standing/:project/:name/follow-ups',
    'Ticks a follow-up off in the record of the meeting that left it, or opens it again; `at` is its place there, from 0',
    ofStanding,
    z.strictObject({
      id: name,
      at: z.int().min(0),
      item: z.string().max(20_000).describe('as it stands there: another one is never ticked'),
      owner: short,
      done: z.boolean(),
    }),
    (hall, { project, name: of }, box) => hall.tick(project, of, box),
  ),
  get(
    '/api/doctor/:project',
    'Whether everything that a meeting needs is here; nobody is asked to speak',
    ofProject,
    nothing,
    (hall, { project }) => hall.doctor(project, false),
  ),
  post(
    '/api/doctor/:project',
    'The same, and every voice that was found is really asked once, which costs a few tokens each',
    ofProject,
    nothing,
    (hall, { project }) => hall.doctor(project, true),
  ),
  get('/api/ways', 'Ways to meet, with a command for each', nothing, nothing, (hall) => hall.ways()),
  get('/api/forms/:project', 'What forms need to know', ofProject, nothing, (hall, { project }) =>
    hall.forms(project),
  ),
]

function get<P extends z.ZodType, Q extends z.ZodType>(
  path: string,
  summary: string,
  params: P,
  query: Q,
  run: (hall: Hall, params: z.output<P>, query: z.output<Q>) => Promise<unknown>,
): Endpoint {
  return endpoint('get', path, summary, params, query, null, run)
}

function post<P extends z.ZodType, B extends z.ZodType>(
  path: string,
  summary: string,
  params: P,
  body: B,
  run: (hall: Hall, params: z.output<P>, body: z.output<B>) => Promise<unknown>,
  status = 200,
  describe?: () => Promise<unknown>,
): Endpoint {
  const call = (hall: Hall, given: Given) => run(hall, given.params, given.body)
  const base = { method: 'post', path, summary, status, params, query: nothing, body, run: call } as const
  return describe ? { ...base, describe } : base
}

/** An action on a meeting whose response is empty. */
function acting<B extends z.ZodType>(
  verb: string,
  summary: string,
  body: B,
  run: (hall: Hall, ref: z.output<typeof ofMeeting>, body: z.output<B>) => Promise<unknown>,
): Endpoint {
  return taking(`/api/meetings/:project/:id/${verb}`, summary, ofMeeting, body, run)
}

/** A request that is answered only by saying that it was taken. */
function taking<P extends z.ZodType, B extends z.ZodType>(
  path: string,
  summary: string,
  params: P,
  body: B,
  run: (hall: Hall, params: z.output<P>, body: z.output<B>) => Promise<unknown>,
): Endpoint {
  return post(path, summary, params, body, async (hall, given, asked) => {
    await run(hall, given, asked)
    return { status: 'taken' }
  })
}

function endpoint<P extends z.ZodType, Q extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  summary: string,
  params: P,
  query: Q,
  body: null,
  run: (hall: Hall, params: z.output<P>, query: z.output<Q>) => Promise<unknown>,
): Endpoint {
  return {
    method,
    path,
    summary,
    status: 200,
    params,
    query,
    body,
    run: (hall, given) => run(hall, given.params, given.query),
  }
}
