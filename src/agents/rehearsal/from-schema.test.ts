// Values for schemas: whatever shape a protocol asks for, a rehearsal gives one that passes the protocol's own check.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonSchema } from '../../kernel/agents.js'
import type { Desk } from '../../kernel/desk.js'
import { BackendFailed } from '../../kernel/errors.js'
import { fromSchema } from './from-schema.js'

const lines = ['Ship on Monday.', 'The cost is 3 days.', 'Ada disagrees 😀.'].map((text, index) => ({
  path: 'docs/plan.md',
  line: index + 1,
  text,
}))
const desk: Desk = {
  seat: { id: 'theo', name: 'Theo', role: 'architect' },
  call: 'chair.route',
  files: 1,
  find: (words, most) => (words.includes('nothing') ? [] : lines.slice(0, most)),
}

function made(type: z.ZodType, io: 'input' | 'output' = 'output'): unknown {
  return fromSchema(z.toJSONSchema(type, { io }) as JsonSchema, desk)
}

function expectFit(type: z.ZodType): void {
  for (const value of [made(type, 'input'), made(type, 'output')]) {
    expect(type.safeParse(value).error, JSON.stringify(value)).toBeUndefined()
  }
}

interface Tree {
  name: string
  kids: Tree[]
}
const Tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get kids() {
    return z.array(Tree)
  },
})
type Sum = number | { left: Sum; right: Sum }
const Sum: z.ZodType<Sum> = z.lazy(() => z.union([z.object({ left: Sum, right: Sum }), z.number()]))
const Chain: z.ZodType = z.object({
  name: z.string(),
  get next() {
    return z.nullable(Chain)
  },
})

const Route = z.strictObject({ next: z.enum(['theo', 'ada']), sub_goal: z.string().min(1).max(200) })

describe('a value for a schema', () => {
  test.each<[string, z.ZodType]>([
    [
      'an object with optional parts',
      z.object({ a: z.string(), b: z.number().optional(), c: z.boolean().default(true) }),
    ],
    ['a strict object', Route],
    ['an open object', z.looseObject({ a: z.string() })],
    ['an enum', z.enum(['stop', 'continue'])],
    ['a literal', z.literal('yes')],
    ['several literals', z.literal([null, 7, 'yes'])],
    ['a list that may be empty', z.array(z.string())],
    [
      'a list that may not',
      z
        .array(z.object({ key: z.string().regex(/^A\d+$/) }))
        .min(3)
        .max(4),
    ],
    ['a tuple', z.tuple([z.string(), z.number().int().min(3)], z.boolean())],
    ['a record', z.record(z.string(), z.number())],
    ['a record of all keys', z.record(z.enum(['a', 'b']), z.array(z.string()).min(1))],
    ['a record of some keys', z.partialRecord(z.enum(['a', 'b']), z.string())],
    ['a union', z.union([z.string().min(2), z.number()])],
    ['one of two', z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    [
      'a discriminated union',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), x: z.email() }),
        z.object({ kind: z.literal('b') }),
      ]),
    ],
    ['an intersection', z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() }))],
    [
      'an intersection with a union',
      z.object({ a: z.string() }).and(z.union([z.object({ b: z.string() }), z.object({ c: z.string() })])),
    ],
    ['something nullable', z.object({ a: z.string().nullable() })],
    ['null itself', z.null()],
    ['anything', z.unknown()],
    ['any JSON', z.json()],
    ['a tree', Tree],
    ['a sum of sums', Sum],
    ['a chain', Chain],
    ['a short text', z.string().max(5)],
    ['an empty text', z.string().max(0)],
    ['a long text', z.string().min(500)],
    ['a text of one length', z.string().length(17)],
    [
      'a text with a beginning, a middle and an end',
      z.string().startsWith('SP-').includes('mid').endsWith('!').min(20),
    ],
    ['a text without capitals', z.string().lowercase()],
    ['a text of capitals', z.string().uppercase()],
    ['a template', z.templateLiteral(['v', z.number(), '-', z.enum(['a', 'b'])])],
    ['a whole number', z.int()],
    ['a number between two others', z.number().gt(1).lt(1.5)],
    ['a multiple', z.number().min(7).multipleOf(5)],
    ['a small multiple', z.number().gt(1).lt(2).multipleOf(0.25)],
    ['a negative number', z.int().max(-10)],
    ['a positive number', z.number().positive()],
    ['a boolean', z.boolean()],
    ['a caught value', z.string().catch('none')],
    ['a read-only list', z.array(z.string()).nonempty().readonly()],
    ['a branded text', z.string().min(1).brand('Id')],
  ])('is made for %s', (_, type) => expectFit(type))

  test.each<[string, z.ZodType]>([
    ['email', z.email()],
    ['url', z.url()],
    ['http url', z.httpUrl()],
    ['uuid', z.uuid()],
    ['uuid v7', z.uuidv7()],
    ['guid', z.guid()],
    ['date', z.iso.date()],
    ['time', z.iso.time()],
    ['date and time', z.iso.datetime()],
    ['local date and time', z.iso.datetime({ local: true })],
    ['date and time with an offset', z.iso.datetime({ offset: true })],
    ['exact date and time', z.iso.datetime({ precision: 3 })],
    ['duration', z.iso.duration()],
    ['ipv4', z.ipv4()],
    ['ipv6', z.ipv6()],
    ['cidrv4', z.cidrv4()],
    ['cidrv6', z.cidrv6()],
    ['hostname', z.hostname()],
    ['base64', z.base64()],
    ['base64url', z.base64url()],
    ['nanoid', z.nanoid()],
    ['cuid', z.cuid()],
    ['cuid2', z.cuid2()],
    ['ulid', z.ulid()],
    ['xid', z.xid()],
    ['ksuid', z.ksuid()],
    ['e164', z.e164()],
    ['jwt', z.jwt()],
    ['emoji', z.emoji()],
    ['mac', z.mac()],
    ['hex', z.hex()],
  ])('is made for the format %s', (_, type) => expectFit(type))

  test.each([
    '^[a-z][a-z0-9-]{2,30}$',
    '^(SP|A)-\\d+$',
    '^\\d+(-\\d+)?$',
    '^FR-\\d{3}: .+$',
    '^(?:high|medium|low)$',
    '^[^\\s/]+\\.md$',
    '[\\u4e00-\\u9fff]',
    '^\\p{Lu}\\p{Ll}+$',
    '^[\\w.]+@[\\w.]+$',
    'a{2,}b?c*$',
    '^.{10,20}$',
    '^\\S+( \\S+){2}$',
    '^(?=.*\\d)[a-z\\d]{4}$',
  ])('is made for the pattern %s', (pattern) => {
    expect(fromSchema({ type: 'string', pattern }, desk)).toMatch(new RegExp(pattern, 'u'))
  })

  test.each<[string, JsonSchema, unknown]>([
    ['types in a list', { type: ['null', 'string'] }, null],
    ['a nullable type of the older kind', { type: 'string', nullable: true, enum: [null] }, null],
    ['definitions', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 1 } } }, 1],
    ['a default', { type: 'string', default: 'usual' }, 'usual'],
    ['exclusive bounds of the older kind', { type: 'integer', minimum: 3, exclusiveMinimum: true }, 4],
    [
      'a tuple of the older kind',
      { type: 'array', items: [{ const: 1 }, { const: 2 }], additionalItems: false },
      [1, 2],
    ],
    [
      'different items',
      { type: 'array', minItems: 3, uniqueItems: true, items: { enum: [1, 2, 3] } },
      [1, 2, 3],
    ],
    ['something contained', { type: 'array', contains: { const: 7 } }, [7]],
    ['a forbidden value', { enum: ['a', 'b'], not: { const: 'a' } }, 'b'],
    [
      'a condition',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { const: 1 } },
        if: { required: ['a'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
        then: { required: ['b'], properties: { b: { const: 2 } } },
      },
      { a: 1, b: 2 },
    ],
    [
      'a number of keys',
      { type: 'object', minProperties: 2, additionalProperties: { const: 1 } },
      { key1: 1, key2: 1 },
    ],
    [
      'keys by pattern',
      {
        type: 'object',
        minProperties: 1,
        patternProperties: { '^x$': { const: 1 } },
        additionalProperties: false,
      },
      { x: 1 },
    ],
    [
      'a branch that another demand forbids',
      { allOf: [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['b', 'c'] }] },
      'b',
    ],
    ['no demand at all', {}, '"Ship on Monday." (docs/plan.md:1)'],
  ])('knows %s', (_, schema, value) => {
    expect(fromSchema(schema, desk)).toEqual(value)
  })

  test.each<[string, JsonSchema]>([
    ['never', { not: {} }],
    ['a circle', { $ref: '#' }],
    ['endless nesting', { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } }],
    ['a contradiction', { type: 'integer', minimum: 3, maximum: 2 }],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['more items than there are', { type: 'array', minItems: 3, uniqueItems: true, items: { enum: [1, 2] } }],
  ])('is refused where none exists: %s', (_, schema) => {
    expect(() => fromSchema(schema, desk)).toThrow(BackendFailed)
  })

  test('holds real lines with their places, and says so where there are none', () => {
    expect(made(z.object({ why: z.string() }))).toEqual({ why: '"Ship on Monday." (docs/plan.md:1)' })
    const schema = z.toJSONSchema(z.string()) as JsonSchema
    expect(fromSchema(schema, desk, 'nothing')).toMatch(/no file here mentions it/)
  })

  test('is the same every time', () => {
    const type = z.object({ a: z.array(z.string()).min(4), b: z.nanoid(), c: Route })
    expect(made(type)).toEqual(made(type))
  })

  test('is made for every schema that is put together from these parts', () => {
    fc.assert(
      fc.property(types, (type) => expectFit(type)),
      { numRuns: 200 },
    )
  })
})

const leaf = fc.oneof(
  fc.record({ min: fc.nat(30), more: fc.nat(30) }).map(({ min, more }) =>
    z
      .string()
      .min(min)
      .max(min + more),
  ),
  fc.record({ min: fc.integer({ min: -50, max: 50 }), more: fc.nat(9) }).map(({ min, more }) =>
    z
      .int()
      .min(min)
      .max(min + more),
  ),
  fc
    .record({ min: fc.integer({ min: -50, max: 50 }), more: fc.integer({ min: 1, max: 9 }) })
    .map(({ min, more }) =>
      z
        .number()
        .gt(min)
        .lt(min + more),
    ),
  fc.constantFrom<z.ZodType>(
    z.boolean(),
    z.null(),
    z.unknown(),
    z.email(),
    z.uuid(),
    z.iso.date(),
    z.literal('x'),
    z.string().regex(/^T\d{2,}$/),
  ),
  fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }).map((words) => z.enum(words)),
)

const { types } = fc.letrec<{ types: z.ZodType }>((tie) => ({
  types: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('types'), { maxKeys: 4, noNullPrototype: true })
      .map((shape) => z.object(shape)),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('types'), { maxKeys: 4, noNullPrototype: true })
      .map((shape) => z.strictObject(shape)),
    fc.tuple(tie('types'), fc.nat(3), fc.nat(3)).map(([type, min, more]) =>
      z
        .array(type)
        .min(min)
        .max(min + more),
    ),
    fc
      .array(tie('types'), { minLength: 1, maxLength: 3 })
      .map((parts) => z.tuple(parts as [z.ZodType, ...z.ZodType[]])),
    fc.array(tie('types'), { minLength: 1, maxLength: 3 }).map((parts) => z.union(parts)),
    tie('types').map((type) => z.record(z.string(), type)),
    tie('types').map((type) => z.record(z.enum(['p', 'q']), type)),
    tie('types').map((type) => type.nullable()),
    tie('types').map((type) => z.object({ maybe: type.optional() })),
  ),
}))
