// Unit tests of the OpenAPI document: it describes exactly what is checked.

import { expect, test } from 'vitest'
import { protocols } from '../../protocols/index.js'
import { endpoints, turnPaths } from './endpoints.js'
import { openApi } from './openapi.js'

interface Operation {
  readonly summary: string
  readonly parameters?: readonly { name: string; in: string; required: boolean }[]
  readonly requestBody?: {
    content: { 'application/json': { schema: { properties?: object; anyOf?: object[] } } }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Streaming {
  readonly content: { readonly 'text/event-stream': { readonly schema: { readonly $ref: string } } }
}

interface Told {
  readonly properties: { readonly type: { readonly const: string } }
}

const { paths, ...about } = (await openApi()) as {
  openapi: string
  security: unknown
  components: { schemas: Readonly<Record<string, { oneOf: readonly Told[] }>> }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

test('every endpoint is described at its path, with its parameters, its body and its problems', () => {
  expect(about).toMatchObject({ openapi: '3.1.0', security: [{ token: [] }, { page: [] }] })
  for (const { path, method, body, status } of endpoints) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]
    expect(operation, `${method} ${path}`).toBeDefined()
    expect(operation?.requestBody !== undefined).toBe(body !== null)
    for (const answer of [String(status), 'default'])
      expect(operation?.responses[answer], `${method} ${path} ${answer}`).toMatchObject({
        content: { 'application/json': { schema: expect.any(Object) } },
      })
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inPath = operation?.parameters?.filter((one) => one.in === 'path')
    expect(inPath?.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]))
  }
})

test('the schema shown for a body is the one that checks it', () => {
  const schema = (path: string) => paths[path]?.['post']?.requestBody?.content['application/json'].schema
  const offered = protocols.flatMap(({ meetings }) => Object.keys(meetings))
  const shown = schema('/api/meetings')?.anyOf as { properties: { protocol: { const: string } } }[]
  // One that can be filled in two ways is shown in both.
  expect([...new Set(shown.map(({ properties }) => properties.protocol.const))]).toEqual(offered)
  expect(schema('/api/meetings/{project}/{id}/retry')).toMatchObject({
    properties: { what: { enum: ['notes', 'merge'] } },
    additionalProperties: false,
  })
})

test('streams are described as streams, with the events that each tells', () => {
  const told = (path: string, method: string) => {
    const answer = paths[path]?.[method]?.responses['200'] as Streaming | undefined
    const name = answer?.content['text/event-stream'].schema.$ref.replace('#/components/schemas/', '') ?? ''
    return about.components.schemas[name]?.oneOf.map(({ properties }) => properties.type.const)
  }
  expect(told('/api/events', 'get')).toEqual([
    'meeting_requested',
    'meeting_started',
    'meeting_updated',
    'meeting_ended',
    'error',
  ])
  expect(told('/api/meetings/{project}/{id}/events', 'get')).toEqual([
    'line',
    'documents',
    'speaking',
    'text',
    'tool',
    'retrying',
    'status',
    'error',
  ])
  for (const path of turnPaths)
    expect(told(path.replace(/:(\w+)/g, '{$1}'), 'post')?.toSorted()).toEqual([
      'error',
      'retrying',
      'session',
      'speaking',
      'text_delta',
      'tool_result',
      'tool_use',
      'turn_end',
    ])
})

test('it is plain JSON', async () => {
  expect(JSON.parse(JSON.stringify(await openApi()))).toEqual(await openApi())
})
