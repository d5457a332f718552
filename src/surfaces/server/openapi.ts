// OpenAPI: made from the endpoints, so that it describes exactly what is checked.

import { z } from 'zod'
import { version } from '../../version.js'
import { type Endpoint, endpoints } from './endpoints.js'

export async function openApi(): Promise<unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: await operation(endpoint) }
  }
  for (const [path, summary] of streams)
    paths[path] = {
      get: { summary, responses: { 200: { description: summary, content: { 'text/event-stream': {} } } } },
    }
  const security = { token: { type: 'http', scheme: 'bearer' } }
  return {
    openapi: '3.1.0',
    info: {
      title: 'parley',
      version,
      description: 'All meetings of all registered projects of one PARLEY_HOME.',
    },
    security: [{ token: [] }],
    components: { securitySchemes: security },
    paths,
  }
}

const streams = [
  [
    '/api/meetings/{project}/{id}/events',
    'The journal as it grows, from Last-Event-ID on, and what is being said',
  ],
  ['/api/events', 'What changes anywhere'],
] as const

async function operation(endpoint: Endpoint): Promise<unknown> {
  const { summary, params, query, body, status, describe } = endpoint
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
    responses: {
      [status]: { description: summary },
      default: { description: 'A problem: { error: { code, message, hint } }' },
    },
  }
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
