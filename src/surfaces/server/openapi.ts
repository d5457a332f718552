// OpenAPI: made from the endpoints, so that it describes exactly what is checked.

import { z } from 'zod'
import { feedStream, followStream } from '../../kernel/events.js'
import { version } from '../../version.js'
import { turnWire } from '../talk-wire.js'
import { answers, problem as problemSchema } from './answers.js'
import { type Endpoint, endpoints, entering, fromLine, ofMeeting, turnPaths } from './endpoints.js'

export async function openApi(): Promise<unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: await operation(endpoint) }
  }
  for (const { path, summary, params, query, of } of streams)
    paths[path] = {
      get: {
        summary,
        parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
        responses: { 200: { description: summary, content: eventsOf(of) }, default: problem },
      },
    }
  paths['/api/session'] = { post: entry() }
  return {
    openapi: '3.1.0',
    info: {
      title: 'parley',
      version,
      description: 'All meetings of all registered projects of one PARLEY_HOME.',
    },
    security: [{ token: [] }, { page: [] }],
    components: { securitySchemes, schemas },
    paths,
  }
}

const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'For programs: the file `token` in PARLEY_HOME, made anew at each start of the server.',
  },
  page: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley-PORT',
    description: 'For the page: got by POST /api/session, ends with the run of the server.',
  },
}

const entry = () => ({
  summary: 'Lets a page in: exchanges the code of the printed address, which is good once, for a cookie',
  security: [],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: z.toJSONSchema(entering, { io: 'input' }) } },
  },
  responses: { 200: { description: 'Sets the cookie' }, default: problem },
})

/** What each stream tells: server-sent events, one of these as JSON in the data of each. */
const schemas = {
  FollowEvent: z.toJSONSchema(followStream, { io: 'input' }),
  FeedEvent: z.toJSONSchema(feedStream, { io: 'input' }),
  TurnEvent: z.toJSONSchema(turnWire, { io: 'input' }),
}

const streams = [
  {
    path: '/api/meetings/{project}/{id}/events',
    summary: 'The journal as it grows, from Last-Event-ID on, and what is being said',
    params: ofMeeting,
    query: fromLine,
    of: 'FollowEvent',
  },
  {
    path: '/api/events',
    summary: 'What changes anywhere',
    params: z.object({}),
    query: z.object({}),
    of: 'FeedEvent',
  },
] as const

function eventsOf(schema: keyof typeof schemas): object {
  return { 'text/event-stream': { schema: { $ref: `#/components/schemas/${schema}` } } }
}

const problem = {
  description: 'A refusal or a failure',
  content: { 'application/json': { schema: z.toJSONSchema(problemSchema, { io: 'input' }) } },
}

async function operation(endpoint: Endpoint): Promise<unknown> {
  const { summary, params, query, body, describe } = endpoint
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')]
  const requestBody = body
    ? {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: (await describe?.()) ?? z.toJSONSchema(body, { io: 'input' }) },
          },
        },
      }
    : {}
  return {
    summary,
    parameters,
    ...requestBody,
    responses: { ...answersOf(endpoint), default: problem },
  }
}

/** Where a turn follows, a client that accepts event streams gets that turn instead. */
function answersOf({ method, path, status, summary }: Endpoint): Readonly<Record<number, unknown>> {
  const schema = answers[`${method} ${path}`]
  const json = schema && { 'application/json': { schema: z.toJSONSchema(schema, { io: 'input' }) } }
  const answer = { description: summary, ...(json ? { content: json } : {}) }
  if (!turnPaths.some((one) => one === path)) return { [status]: answer }
  const turn = { description: `${summary}; with Accept: text/event-stream, the turn that follows` }
  const content = { ...(status === 200 ? json : {}), ...eventsOf('TurnEvent') }
  return { [status]: answer, 200: { ...turn, content } }
}

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}
