// Endpoints: every request that is answered with one JSON value. docs/server.md lists them.

import { z } from 'zod'
import type { Hall } from '../../hall/api.js'
import { statuses } from '../../kernel/line/summary.js'
import { formats } from '../../view/exports.js'
import { exported } from './exported.js'

export interface Endpoint {
  readonly method: 'get' | 'post' | 'delete'
  /** With `:name` for parameters. */
  readonly path: string
  readonly status: number
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType | null
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
  record: z.string().min(1).max(4000).optional(),
}

/** For the turn that follows: programs of a worker may use the network. */
const online = { network: z.boolean().optional() }

/** The other properties are the fields of the protocol, which checks them itself. */
export const openMeeting = z.looseObject({ protocol: name, project: name, ...voices, ...online })

export const accepting = z.strictObject({ message: z.string().max(200_000).optional(), ...voices, ...online })

export const message = z.strictObject({ text: words, ...online })

/** Where a stream of a meeting begins, for readers who have no Last-Event-ID yet. */
export const fromLine = z.strictObject({
  from: z.coerce.number().int().min(1).optional(),
  feed: z.literal('1').optional(),
})

/** What a `parley mcp` hands on: a call of a tool about a talk. */
export const talkCall = z.strictObject({
  project: name,
  name: short,
  arguments: z.record(z.string(), z.unknown()),
  caller: z.strictObject({
    name: short,
    version: short,
    elicits: z.boolean(),
    model: short.optional(),
    thread: short.optional(),
  }),
  inputResponses: z.record(z.string(), z.unknown()).optional(),
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
  get('/api/health', nothing, nothing, (hall) => hall.health()),
  get('/api/projects', nothing, nothing, (hall) => hall.projects()),
  post(
    '/api/projects',
    nothing,
    z.strictObject({ name, path: z.string().min(1).max(4000), title: short.optional() }),
    (hall, _, body) => hall.register(body),
    201,
  ),
  endpoint('delete', '/api/projects/:project', ofProject, nothing, null, async (hall, { project }) => {
    await hall.deregister(project)
    return { status: 'forgotten' }
  }),
  get('/api/meetings', nothing, z.strictObject({ ...listed, text: short.optional() }), (hall, _, query) =>
    hall.meetings(query),
  ),
  get('/api/search', nothing, z.strictObject({ ...listed, text: short.min(1) }), (hall, _, query) =>
    hall.search(query),
  ),
  post('/api/meetings', nothing, openMeeting, (hall, _, body) => hall.open(body), 201),
  get('/api/recorded', nothing, nothing, (hall) => hall.recordings()),
  post('/api/recorded/:word', z.strictObject({ word: short }), nothing, (hall, { word }) =>
    hall.recorded(word),
  ),
  get('/api/meetings/:project/:id', ofMeeting, nothing, (hall, ref) => hall.meeting(ref)),
  get('/api/meetings/:project/:id/preview', ofMeeting, nothing, (hall, ref) => hall.preview(ref)),
  get(
    '/api/meetings/:project/:id/source',
    ofMeeting,
    z.strictObject({ ref: z.string().min(1).max(4000) }),
    (hall, meeting, { ref }) => hall.source(meeting, ref),
  ),
  get('/api/meetings/:project/:id/afterwards', ofMeeting, nothing, (hall, ref) => hall.afterwards(ref)),
  get(
    '/api/meetings/:project/:id/export',
    ofMeeting,
    z.strictObject({ format: z.enum(formats) }),
    async (hall, ref, { format }) => exported(await hall.meeting(ref), format),
  ),
  post(
    '/api/meetings/:project/:id/fork',
    ofMeeting,
    z.strictObject({ at: z.int().positive() }),
    (hall, ref, { at }) => hall.fork(ref, at),
    201,
  ),
  acting(
    'answer',
    z.strictObject({
      question: z.string().min(1).max(300).optional(),
      choose: z.string().min(1).max(200),
      text: z.string().max(200_000).optional(),
    }),
    (hall, ref, body) => hall.answer(ref, body),
  ),
  acting('messages', message, (hall, ref, { text, network }) => hall.message(ref, text, { network })),
  acting(
    'follow-ups',
    z.strictObject({
      at: z.int().min(0),
      // As it stands there: another one is never ticked.
      item: z.string().max(20_000),
      owner: short,
      done: z.boolean(),
    }),
    (hall, ref, box) => hall.tick(ref, box),
  ),
  acting(
    'resume',
    z.strictObject({
      ceiling: z.int().positive().max(1_000_000_000).optional(),
      costCeiling: voices.costCeiling,
    }),
    (hall, ref, ceilings) => hall.resume(ref, ceilings),
  ),
  acting('drop', nothing, (hall, ref) => hall.drop(ref)),
  acting('decline', z.strictObject({ reason: short.optional() }), (hall, ref, { reason }) =>
    hall.decline(ref, reason),
  ),
  acting('defer', z.strictObject({ until: z.iso.date() }), (hall, ref, { until }) => hall.defer(ref, until)),
  post('/api/meetings/:project/:id/interrupt', ofMeeting, nothing, async (hall, ref) => ({
    interrupted: await hall.interrupt(ref),
  })),
  post('/api/meetings/:project/:id/close', ofMeeting, nothing, (hall, ref) => hall.close(ref)),
  post(
    '/api/meetings/:project/:id/retry',
    ofMeeting,
    z.strictObject({
      what: z.enum(['notes', 'merge']),
      settled: z.boolean().optional(),
    }),
    (hall, ref, { what, settled }) => hall.retry(ref, what, settled),
  ),
  post('/api/meetings/:project/:id/verify', ofMeeting, nothing, (hall, ref) => hall.verify(ref)),
  post('/api/meetings/:project/:id/accept', ofMeeting, accepting, (hall, ref, body) =>
    hall.accept(ref, body),
  ),
  get('/api/requests', nothing, z.strictObject({ project: name.optional() }), (hall, _, { project }) =>
    hall.requests(project),
  ),
  get('/api/workers', nothing, nothing, (hall) => hall.workers()),
  get(
    '/api/documents/:project',
    ofProject,
    z.strictObject({ path: z.string().min(1).max(4000) }),
    (hall, { project }, { path }) => hall.document(project, path),
  ),
  get(
    '/api/decisions',
    nothing,
    z.strictObject({ project: name.optional(), text: short.optional() }),
    (hall, _, query) => hall.decisions(query),
  ),
  get('/api/ways', nothing, nothing, (hall) => hall.ways()),
  get('/api/forms/:project', ofProject, nothing, (hall, { project }) => hall.forms(project)),
]

function get<P extends z.ZodType, Q extends z.ZodType>(
  path: string,
  params: P,
  query: Q,
  run: (hall: Hall, params: z.output<P>, query: z.output<Q>) => Promise<unknown>,
): Endpoint {
  return endpoint('get', path, params, query, null, run)
}

function post<P extends z.ZodType, B extends z.ZodType>(
  path: string,
  params: P,
  body: B,
  run: (hall: Hall, params: z.output<P>, body: z.output<B>) => Promise<unknown>,
  status = 200,
): Endpoint {
  const call = (hall: Hall, given: Given) => run(hall, given.params, given.body)
  return { method: 'post', path, status, params, query: nothing, body, run: call }
}

/** An action on a meeting whose response is empty. */
function acting<B extends z.ZodType>(
  verb: string,
  body: B,
  run: (hall: Hall, ref: z.output<typeof ofMeeting>, body: z.output<B>) => Promise<unknown>,
): Endpoint {
  return taking(`/api/meetings/:project/:id/${verb}`, ofMeeting, body, run)
}

/** A request that is answered only by saying that it was taken. */
function taking<P extends z.ZodType, B extends z.ZodType>(
  path: string,
  params: P,
  body: B,
  run: (hall: Hall, params: z.output<P>, body: z.output<B>) => Promise<unknown>,
): Endpoint {
  return post(path, params, body, async (hall, given, asked) => {
    await run(hall, given, asked)
    return { status: 'taken' }
  })
}

function endpoint<P extends z.ZodType, Q extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  params: P,
  query: Q,
  body: null,
  run: (hall: Hall, params: z.output<P>, query: z.output<Q>) => Promise<unknown>,
): Endpoint {
  return {
    method,
    path,
    status: 200,
    params,
    query,
    body,
    run: (hall, given) => run(hall, given.params, given.query),
  }
}
