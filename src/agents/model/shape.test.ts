// Shape: how schemas are adapted to strict providers.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonSchema } from '../../kernel/agents.js'
import { closed, isStrict, takesSchema } from './shape.js'

const schema = (type: z.ZodType): JsonSchema => closed(z.toJSONSchema(type, { io: 'input' }))

describe('closed', () => {
  test('closes objects at every depth, also one whose property is called properties', () => {
    const inner = schema(
      z.object({ properties: z.object({ a: z.string() }), list: z.array(z.object({ b: z.number() })) }),
    )
    expect(inner).toMatchObject({
      additionalProperties: false,
      properties: {
        properties: { type: 'object', additionalProperties: false },
        list: { items: { additionalProperties: false } },
      },
    })
  })
  test('leaves open what was said to be open', () => {
    expect(schema(z.looseObject({ a: z.string() }))).toMatchObject({ additionalProperties: {} })
  })
})

describe('isStrict', () => {
  const cases: [string, z.ZodType, boolean][] = [
    ['all required', z.object({ a: z.string(), b: z.array(z.object({ c: z.number() })) }), true],
    [
      'one of several closed objects',
      z.object({ a: z.union([z.object({ b: z.string() }), z.null()]) }),
      true,
    ],
    ['an optional property', z.object({ a: z.string().optional() }), false],
    [
      'an optional property deep inside',
      z.object({ a: z.array(z.object({ b: z.string().optional() })) }),
      false,
    ],
    ['a default', z.object({ a: z.string().default('x') }), false],
    ['a record', z.object({ a: z.record(z.string(), z.string()) }), false],
  ]
  test.each(cases)('%s', (_, type, strict) => expect(isStrict(schema(type))).toBe(strict))
})

describe('takesSchema', () => {
  test.each([
    ['gemini-2.5-pro', true, false],
    ['gemini-2.5-pro', false, true],
    ['gemini-3-pro-preview', true, true],
    ['gemini-3.5-flash', true, true],
  ])('%s with tools %s: %s', (model, tools, takes) => {
    expect(takesSchema({ provider: 'google', model }, tools)).toBe(takes)
  })
})
