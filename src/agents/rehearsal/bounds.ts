// Bounds: what a list of plain schemas demands together, the strictest of each kind.

import type { JsonSchema } from '../../kernel/agents.js'
import { type Schema, schemasIn } from './flat.js'

export type Type = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

export interface Bounds {
  /** In the order in which they were declared. */
  readonly types: readonly Type[]
  /** The only values that are allowed, from `const` and `enum`. */
  readonly values: readonly unknown[] | undefined
  readonly defaults: readonly unknown[]
  readonly nots: readonly Schema[]
  readonly number: {
    readonly min: number
    readonly max: number
    readonly above: number
    readonly below: number
  }
  readonly steps: readonly number[]
  readonly length: Range
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  readonly items: Range & { readonly unique: boolean; readonly contains: readonly Schema[] }
  readonly keys: Range & { readonly required: readonly string[]; readonly names: readonly Schema[] }
}

export interface Range {
  readonly min: number
  readonly max: number
}

export function bounds(plain: readonly JsonSchema[]): Bounds {
  const all = (key: string): unknown[] => plain.flatMap((schema) => (key in schema ? [schema[key]] : []))
  const numbers = (key: string) => all(key).filter((value) => typeof value === 'number')
  const strings = (key: string) => all(key).filter((value) => typeof value === 'string')
  const range = (min: string, max: string): Range => ({
    min: Math.max(0, ...numbers(min)),
    max: Math.min(Number.POSITIVE_INFINITY, ...numbers(max)),
  })
  return {
    types: typesOf(plain),
    values: valuesOf(plain),
    defaults: all('default'),
    nots: all('not') as Schema[],
    number: numberOf(plain, numbers),
    steps: numbers('multipleOf'),
    length: range('minLength', 'maxLength'),
    patterns: strings('pattern'),
    formats: strings('format'),
    items: {
      ...range('minItems', 'maxItems'),
      unique: all('uniqueItems').includes(true),
      contains: all('contains') as Schema[],
    },
    keys: {
      ...range('minProperties', 'maxProperties'),
      required: [
        ...new Set(all('required').flatMap((names) => (Array.isArray(names) ? (names as string[]) : []))),
      ],
      names: all('propertyNames') as Schema[],
    },
  }
}

/** What a property must fit: what is said of its name, else what is said of all others. */
export function propertySchemas(plain: readonly JsonSchema[], name: string): Schema[] {
  const known = plain.some((schema) => named(schema, name).length > 0)
  return plain.flatMap((schema) => {
    const own = named(schema, name)
    if (own.length > 0) return own
    const others = schema['additionalProperties']
    // Parts that were written apart and closed each for itself are meant as one: what one part knows, the others let pass.
    if (others === undefined || (others === false && known)) return []
    return [others as Schema]
  })
}

/** What the item at this place must fit; both the old and the new way to write a tuple are known. */
export function itemSchemas(plain: readonly JsonSchema[], index: number): Schema[] {
  return plain.flatMap((schema) => {
    const places = tuple(schema)
    const place = places[index]
    if (place !== undefined) return [place]
    const rest = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items']
    return rest === undefined ? [] : [rest as Schema]
  })
}

export function tupleLength(plain: readonly JsonSchema[]): number {
  return Math.max(0, ...plain.map((schema) => tuple(schema).length))
}

export function typeOf(value: unknown): Type | undefined {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  const type = typeof value
  return type === 'object' || type === 'string' || type === 'boolean' ? type : undefined
}

function tuple(schema: JsonSchema): Schema[] {
  const places = schemasIn(schema['prefixItems'])
  return places.length > 0 ? places : schemasIn(schema['items'])
}

function named(schema: JsonSchema, name: string): Schema[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, Schema>)
  const matching = patterns
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, inner]) => inner)
  return Object.hasOwn(properties, name) ? [properties[name] as Schema, ...matching] : matching
}

const everyType: readonly Type[] = ['string', 'number', 'boolean', 'null', 'array', 'object']

function typesOf(plain: readonly JsonSchema[]): readonly Type[] {
  const declared = plain.flatMap((schema) => ('type' in schema ? [declaredTypes(schema)] : []))
  const [first, ...others] = declared
  if (!first) return hinted(plain)
  return others.reduce<readonly Type[]>((types, next) => types.flatMap((type) => common(type, next)), first)
}

function declaredTypes(schema: JsonSchema): readonly Type[] {
  const types = (Array.isArray(schema['type']) ? schema['type'] : [schema['type']]) as Type[]
  return schema['nullable'] === true ? [...types, 'null'] : types
}

function common(type: Type, others: readonly Type[]): Type[] {
  if (others.includes(type)) return [type]
  if (type === 'integer' && others.includes('number')) return ['integer']
  return type === 'number' && others.includes('integer') ? ['integer'] : []
}

/** A schema without a type allows every one; what else it says tells which is meant. */
function hinted(plain: readonly JsonSchema[]): readonly Type[] {
  const hints: readonly [Type, readonly string[]][] = [
    [
      'object',
      [
        'properties',
        'required',
        'additionalProperties',
        'propertyNames',
        'patternProperties',
        'minProperties',
      ],
    ],
    ['array', ['items', 'prefixItems', 'minItems', 'contains', 'uniqueItems']],
    ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ]
  const likely = hints.find(([, keys]) => plain.some((schema) => keys.some((key) => key in schema)))?.[0]
  return likely ? [likely, ...everyType.filter((type) => type !== likely)] : everyType
}

function valuesOf(plain: readonly JsonSchema[]): readonly unknown[] | undefined {
  const lists = plain.flatMap((schema) => {
    const fixed = 'const' in schema ? [[schema['const']]] : []
    return Array.isArray(schema['enum']) ? [...fixed, schema['enum'] as unknown[]] : fixed
  })
  return lists[0]
}

function numberOf(plain: readonly JsonSchema[], numbers: (key: string) => number[]): Bounds['number'] {
  const strict = (flag: string, key: string) =>
    plain.flatMap((schema) => (schema[flag] === true && typeof schema[key] === 'number' ? [schema[key]] : []))
  return {
    min: Math.max(Number.NEGATIVE_INFINITY, ...numbers('minimum')),
    max: Math.min(Number.POSITIVE_INFINITY, ...numbers('maximum')),
    above: Math.max(
      Number.NEGATIVE_INFINITY,
      ...numbers('exclusiveMinimum'),
      ...strict('exclusiveMinimum', 'minimum'),
    ),
    below: Math.min(
      Number.POSITIVE_INFINITY,
      ...numbers('exclusiveMaximum'),
      ...strict('exclusiveMaximum', 'maximum'),
    ),
  }
}
