// Fits: whether a value keeps every demand of a JSON schema. The last word over what a rehearsal makes up.

import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../kernel/agents.js'
import { type Bounds, bounds, itemSchemas, propertySchemas, type Type, typeOf } from './bounds.js'
import { asSchema, expand, type Schema } from './flat.js'

const nowhere: ReadonlySet<string> = new Set()

/** Whether the value fits all of these schemas at once. */
export function fits(schemas: readonly Schema[], value: unknown, root: Schema): boolean {
  const { plain, choices } = expand(schemas, root, nowhere)
  const [choice, ...later] = choices
  if (!choice) return fitsPlain(plain, value, root)
  const rest = [...plain, ...later.map(asSchema)]
  const matching = choice.of.filter((branch) => fits([...rest, branch], value, root)).length
  return choice.kind === 'any' ? matching > 0 : matching === 1
}

function fitsPlain(plain: readonly JsonSchema[], value: unknown, root: Schema): boolean {
  const demand = bounds(plain)
  const type = typeOf(value)
  if (
    !type ||
    !demand.types.some((allowed) => allowed === type || (allowed === 'number' && type === 'integer'))
  )
    return false
  if (!plain.every((schema) => isAllowed(schema, value))) return false
  if (demand.nots.some((not) => fits([not], value, root))) return false
  return fitsType(type, value, { plain, demand, root })
}

interface Context {
  readonly plain: readonly JsonSchema[]
  readonly demand: Bounds
  readonly root: Schema
}

function fitsType(type: Type, value: unknown, context: Context): boolean {
  if (type === 'string') return fitsString(value as string, context.demand)
  if (type === 'number' || type === 'integer') return fitsNumber(value as number, context.demand)
  if (type === 'array') return fitsArray(value as readonly unknown[], context)
  return type !== 'object' || fitsObject(value as Readonly<Record<string, unknown>>, context)
}

function isAllowed(schema: JsonSchema, value: unknown): boolean {
  if ('const' in schema && !isDeepStrictEqual(schema['const'], value)) return false
  const list = schema['enum']
  return !Array.isArray(list) || list.some((allowed) => isDeepStrictEqual(allowed, value))
}

/** Lengths are kept both in code points, as the standard counts, and in code units, as the checker of replies does. */
export function fitsString(
  value: string,
  { length, patterns }: Pick<Bounds, 'length' | 'patterns'>,
): boolean {
  const points = [...value].length
  if (points < length.min || value.length > length.max) return false
  return patterns.every((pattern) => compile(pattern).test(value))
}

export function fitsNumber(value: number, { number, steps }: Pick<Bounds, 'number' | 'steps'>): boolean {
  const inside = value >= number.min && value <= number.max && value > number.above && value < number.below
  return inside && steps.every((step) => Math.abs(value / step - Math.round(value / step)) < 1e-9)
}

function fitsArray(value: readonly unknown[], { plain, demand, root }: Context): boolean {
  const { min, max, unique, contains } = demand.items
  if (value.length < min || value.length > max) return false
  if (unique && value.some((item, index) => isAmong(item, value.slice(0, index)))) return false
  if (!contains.every((schema) => value.some((item) => fits([schema], item, root)))) return false
  return value.every((item, index) => fits(itemSchemas(plain, index), item, root))
}

function fitsObject(value: Readonly<Record<string, unknown>>, { plain, demand, root }: Context): boolean {
  const names = Object.keys(value)
  const { min, max, required, names: rules } = demand.keys
  if (names.length < min || names.length > max || !required.every((name) => Object.hasOwn(value, name)))
    return false
  if (!names.every((name) => fits(rules, name, root))) return false
  return names.every((name) => fits(propertySchemas(plain, name), value[name], root))
}

export function isAmong(value: unknown, list: readonly unknown[]): boolean {
  return list.some((other) => isDeepStrictEqual(other, value))
}

/** Patterns are meant with Unicode; a few old ones are only valid without. */
function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
