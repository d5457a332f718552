// Flat schemas: references followed and `allOf` folded, so that making and checking a value see one plain list of demands.

import type { JsonSchema } from '../../kernel/agents.js'

export type Schema = JsonSchema | boolean

/** One demand of the kind "fits any of these", or "exactly one of these". */
export interface Choice {
  readonly kind: 'any' | 'one'
  readonly of: readonly Schema[]
}

/** Schemas that must all hold, without references or combinations but the choices that are still to be made. */
export interface Demands {
  readonly plain: readonly JsonSchema[]
  readonly choices: readonly Choice[]
  /** The references that were followed on the way. */
  readonly refs: readonly string[]
}

/** No value can be made: the demands contradict each other, or go round in a circle. */
export class Unmakeable extends Error {}

/** Takes schemas apart that must all hold. `seen` are references that may not be entered again. */
export function expand(schemas: readonly Schema[], root: Schema, seen: ReadonlySet<string>): Demands {
  const plain: JsonSchema[] = []
  const choices: Choice[] = []
  const refs: string[] = []
  const queue = [...schemas]
  for (let schema = queue.shift(); schema !== undefined; schema = queue.shift()) {
    const { $ref, allOf, anyOf, oneOf, if: condition, ...rest } = asObject(schema)
    plain.push(rest)
    if (typeof $ref === 'string') {
      if (seen.has($ref) || refs.includes($ref)) throw new Unmakeable(`${$ref} goes round in a circle`)
      refs.push($ref)
      queue.push(resolve($ref, root))
    }
    queue.push(...schemasIn(allOf))
    if (Array.isArray(anyOf)) choices.push({ kind: 'any', of: schemasIn(anyOf) })
    if (Array.isArray(oneOf)) choices.push({ kind: 'one', of: schemasIn(oneOf) })
    if (condition !== undefined) choices.push(either(condition as Schema, rest))
  }
  return { plain, choices, refs }
}

/** The choice as a schema again, for when another one is settled first. */
export function asSchema({ kind, of }: Choice): JsonSchema {
  return kind === 'any' ? { anyOf: of } : { oneOf: of }
}

export function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : []
}

function asObject(schema: Schema): JsonSchema {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}

function either(condition: Schema, { then: yes = true, else: no = true }: JsonSchema): Choice {
  return { kind: 'any', of: [{ allOf: [condition, yes] }, { allOf: [{ not: condition }, no] }] }
}

function resolve(ref: string, root: Schema): Schema {
  if (!ref.startsWith('#')) throw new Unmakeable(`${ref} lies outside the schema`)
  let found: unknown = root
  for (const step of ref.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    found = (found as Record<string, unknown> | undefined)?.[name]
  }
  if (typeof found !== 'object' && typeof found !== 'boolean') throw new Unmakeable(`${ref} leads nowhere`)
  return found as Schema
}
