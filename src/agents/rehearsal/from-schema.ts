// From a schema to a value that fits it: shaped as asked, filled with what lies on the desk, and checked before it is given.

import type { JsonSchema } from '../../kernel/agents.js'
import type { Desk } from '../../kernel/desk.js'
import { BackendFailed } from '../../kernel/errors.js'
import { type Bounds, bounds, itemSchemas, propertySchemas, type Type, tupleLength } from './bounds.js'
import { fits, fitsNumber, fitsString, isAmong } from './fits.js'
import { asSchema, expand, type Schema, Unmakeable } from './flat.js'
import { stringsFor } from './strings.js'

/** A value for any schema that has one. `about` are the words that texts are looked up by; the same words give the same value. */
export function fromSchema(schema: JsonSchema, desk: Desk, about: string = desk.seat.role): unknown {
  const sentences = found(desk, about)
  const sentence = (nth: number) => sentences[nth % sentences.length] ?? ''
  try {
    const value = make([schema], { root: schema, seen: new Set(['#']), nth: 0, sentence })
    if (fits([schema], value, schema)) return value
    throw new Unmakeable('the demands contradict each other')
  } catch (error) {
    if (!(error instanceof Unmakeable)) throw error
    throw new BackendFailed(
      'failed',
      `A rehearsal knows no value for the schema of ${desk.call}: ${error.message}.`,
    )
  }
}

interface Making {
  readonly root: Schema
  /** References on the way here: a value that ends enters none of them twice. */
  readonly seen: ReadonlySet<string>
  /** Which of the values that would do: the items of a list differ by it. */
  readonly nth: number
  readonly sentence: (nth: number) => string
}

function make(schemas: readonly Schema[], making: Making): unknown {
  const { plain, choices, refs } = expand(schemas, making.root, making.seen)
  const within = { ...making, seen: new Set([...making.seen, ...refs]) }
  const [choice, ...later] = choices
  if (!choice) return makePlain(plain, within)
  const rest = [...plain, ...later.map(asSchema)]
  // All demands are looked at again, so that a branch which another one forbids is passed over.
  const asked = [...rest, asSchema(choice)]
  return firstOf(choice.of, (branch) => checked(make([...rest, branch], within), asked, making.root))
}

/** The first way that leads somewhere. */
function firstOf<T>(ways: Iterable<T>, go: (way: T) => unknown): unknown {
  let why = new Unmakeable('there is nothing to choose from')
  for (const way of ways) {
    try {
      return go(way)
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      why = error
    }
  }
  throw why
}

function checked(value: unknown, schemas: readonly Schema[], root: Schema): unknown {
  if (fits(schemas, value, root)) return value
  throw new Unmakeable('the demands contradict each other')
}

function makePlain(plain: readonly JsonSchema[], making: Making): unknown {
  const demand = bounds(plain)
  const ready = turned(demand.values ?? demand.defaults, making.nth)
  const ways: (() => unknown)[] = ready.map((value) => () => value)
  if (!demand.values) for (const type of demand.types) ways.push(() => ofType(type, plain, demand, making))
  return firstOf(ways, (way) => checked(way(), plain, making.root))
}

function ofType(type: Type, plain: readonly JsonSchema[], demand: Bounds, making: Making): unknown {
  switch (type) {
    case 'object':
      return makeObject(plain, demand, making)
    case 'array':
      return makeArray(plain, demand, making)
    case 'string':
      return makeString(demand, making)
    case 'number':
    case 'integer':
      return makeNumber(demand, type === 'integer', making.nth)
    case 'boolean':
      return making.nth % 2 === 1
    case 'null':
      return null
  }
}

/** What is required, and no more: what may be left out is left out. */
function makeObject(plain: readonly JsonSchema[], { keys }: Bounds, making: Making): unknown {
  const names = new Set(keys.required)
  const known = plain.flatMap((schema) => Object.keys((schema['properties'] ?? {}) as object))
  for (const name of known) if (names.size < keys.min) names.add(name)
  for (let nth = 0; names.size < keys.min && nth < keys.min + 50; nth++)
    names.add(makeName(keys.names, plain, making, nth))
  const pairs = [...names].map((name) => [name, make(propertySchemas(plain, name), making)] as const)
  return Object.fromEntries(pairs)
}

function makeName(
  rules: readonly Schema[],
  plain: readonly JsonSchema[],
  making: Making,
  nth: number,
): string {
  const patterns = plain.flatMap((schema) => Object.keys((schema['patternProperties'] ?? {}) as object))
  if (rules.length === 0 && patterns.length === 0) return `key${nth + 1}`
  const rule = { type: 'string', ...(rules.length === 0 && { pattern: patterns[0] }) }
  return String(make([...rules, rule], { ...making, nth }))
}

function makeArray(plain: readonly JsonSchema[], { items }: Bounds, making: Making): unknown {
  const length = Math.min(items.max, Math.max(items.min, tupleLength(plain), items.contains.length))
  const made: unknown[] = []
  for (let index = 0; index < length; index++) {
    const asked = [...itemSchemas(plain, index), ...items.contains.slice(index, index + 1)]
    made.push(
      items.unique ? another(asked, made, making) : make(asked, { ...making, nth: making.nth + index }),
    )
  }
  return made
}

function another(schemas: readonly Schema[], made: readonly unknown[], making: Making): unknown {
  const tries = Array.from({ length: made.length + 50 }, (_, nth) => making.nth + nth)
  return firstOf(tries, (nth) => {
    const value = make(schemas, { ...making, nth })
    if (isAmong(value, made)) throw new Unmakeable('no other item is left')
    return value
  })
}

function makeString(demand: Bounds, { nth, sentence }: Making): string {
  for (const text of stringsFor(demand, nth, sentence)) if (fitsString(text, demand)) return text
  throw new Unmakeable(`no text matches ${[...demand.formats, ...demand.patterns].join(' and ')}`)
}

function makeNumber(demand: Bounds, whole: boolean, nth: number): number {
  const { min, max, above, below } = demand.number
  const step = demand.steps.reduce(
    (a, b) => (Number.isInteger(b / a) ? b : a * b),
    whole ? 1 : (demand.steps[0] ?? 0),
  )
  const [low, high] = [Math.max(min, above), Math.min(max, below)]
  const fitting = { ...demand, steps: whole ? [...demand.steps, 1] : demand.steps }
  const guesses = starts(low, high, step).flatMap((start) => [
    start + nth * (step || 1),
    start - nth * (step || 1),
    start,
  ])
  const value = guesses.find((guess) => Number.isFinite(guess) && fitsNumber(guess, fitting))
  if (value === undefined) throw new Unmakeable(`no number lies between ${low} and ${high}`)
  return value + 0
}

/** Places to start from: zero, then both ends and, without steps, what lies between them. */
function starts(low: number, high: number, step: number): number[] {
  if (step === 0) return [0, low, high, (low + high) / 2, low + 1, high - 1]
  const [up, down] = [Math.ceil(low / step), Math.floor(high / step)]
  return [0, up, up + 1, down, down - 1].map((times) => times * step)
}

function turned<T>(list: readonly T[], by: number): readonly T[] {
  const start = list.length === 0 ? 0 : by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

/** Lines of the workspace with their places; a desk without any is said to be bare. */
function found(desk: Desk, about: string): readonly string[] {
  const lines = desk.find(about, 8).map(({ path, line, text }) => `"${text}" (${path}:${line})`)
  return lines.length > 0 ? lines : [`Rehearsed: no file here mentions it.`]
}
