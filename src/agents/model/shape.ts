// Shape: how a structured reply is requested, since providers support different parts of JSON schema.

import type { JsonSchema } from '../../kernel/agents.js'
import { fieldsOf, isRecord } from '../../rules/values.js'
import type { ModelOptions } from './options.js'

/** Closes objects that name their properties, because strict modes require `additionalProperties: false`. */
export function closed(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (one) =>
    isRecord(one['properties']) && one['additionalProperties'] === undefined
      ? { ...one, additionalProperties: false }
      : one,
  )
}

/** Whether a provider's strict mode accepts it: every object closed, every property required. */
export function isStrict(schema: JsonSchema): boolean {
  let strict = true
  mapSchemas(schema, (one) => {
    const open = one['additionalProperties'] !== undefined && one['additionalProperties'] !== false
    const required = Array.isArray(one['required']) ? one['required'] : []
    const optional = Object.keys(fieldsOf(one['properties'])).some((name) => !required.includes(name))
    if (open || optional || one['propertyNames'] !== undefined) strict = false
    return one
  })
  return strict
}

/** The schema as text in the prompt, for models that ignore the schema field or have none. */
export const inWords = (schema: JsonSchema): string =>
  `Answer with one JSON value and nothing else. It must fit this JSON schema:\n${JSON.stringify(schema)}`

/** Gemini before version 3 accepts tools or a schema, not both. */
export function takesSchema({ provider, model }: ModelOptions, withTools: boolean): boolean {
  return !(provider === 'google' && withTools && /gemini-[012]\b|gemma/i.test(model))
}

/** Applies `change` to a schema and to every schema in it. */
function mapSchemas(schema: JsonSchema, change: (one: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => (isRecord(value) ? mapSchemas(value, change) : value)
  const parts = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (holdsNamed.has(key) && isRecord(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))]
    }
    if (holdsList.has(key) && Array.isArray(value)) return [key, value.map(inner)]
    return [key, holdsOne.has(key) ? inner(value) : value]
  })
  return change(Object.fromEntries(parts))
}

const holdsNamed = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const holdsList = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const holdsOne = new Set(['items', 'additionalProperties', 'not'])
