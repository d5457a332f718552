// Unit tests of the OpenAPI document: it describes exactly what is checked.

import { expect, test } from 'vitest'
import { protocols } from '../../protocols/index.js'
import { endpoints } from './endpoints.js'
import { openApi } from './openapi.js'

interface Operation {
  readonly summary: string
  readonly parameters?: readonly { name: string; in: string; required: boolean }[]
  readonly requestBody?: {
    content: { 'application/json': { schema: { properties?: object; oneOf?: object[] } } }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

const { paths, ...about } = (await openApi()) as {
  openapi: string
  security: unknown
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

test('every endpoint is described at its path, with its parameters, its body and its problems', () => {
  expect(about).toMatchObject({ openapi: '3.1.0', security: [{ token: [] }] })
  for (const { path, method, body, status } of endpoints) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]
    expect(operation, `${method} ${path}`).toBeDefined()
    expect(operation?.requestBody !== undefined).toBe(body !== null)
    expect(Object.keys(operation?.responses ?? {})).toEqual([String(status), 'default'])
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inPath = operation?.parameters?.filter((one) => one.in === 'path')
    expect(inPath?.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]))
  }
})

test('the schema shown for a body is the one that checks it', () => {
  const schema = (path: string) => paths[path]?.['post']?.requestBody?.content['application/json'].schema
  const offered = protocols.flatMap(({ meetings }) => Object.keys(meetings))
  const shown = schema('/api/meetings')?.oneOf as { properties: { protocol: { const: string } } }[]
  expect(shown.map(({ properties }) => properties.protocol.const)).toEqual(offered)
  expect(schema('/api/meetings/{project}/{id}/retry')).toMatchObject({
    properties: { what: { enum: ['notes', 'merge'] } },
    additionalProperties: false,
  })
})

test('streams are described as streams', () => {
  for (const path of ['/api/events', '/api/meetings/{project}/{id}/events'])
    expect(JSON.stringify(paths[path]?.['get'])).toContain('text/event-stream')
})

test('it is plain JSON', async () => {
  expect(JSON.parse(JSON.stringify(await openApi()))).toEqual(await openApi())
})
