// Shape: whether a structured reply fits its schema, and what a seat is told when it does not.

import { z } from 'zod'
import type { JsonSchema, Reply } from '../agents.js'
import { jsonIn, whyNoJson } from './json-in.js'

export type Fit =
  /** `words`: the procedure read it from the text, not as JSON. */
  | { readonly ok: true; readonly value: unknown; readonly words: boolean }
  | { readonly ok: false; readonly faults: string }

/** `fromText` reads a reply that is not JSON. A value that fits the schema wins over one that can only be read. */
export function fitted(schema: z.ZodType, reply: Reply, fromText?: (text: string) => unknown): Fit {
  const json = reply.value === undefined ? jsonIn(reply.text, jsonSchema(schema)) : reply.value
  const read = json === undefined ? undefined : schema.safeParse(json)
  if (read?.success) return { ok: true, value: read.data, words: false }
  const told = reply.text === '' ? undefined : fromText?.(reply.text)
  const heard = told === undefined ? undefined : schema.safeParse(told)
  if (heard?.success) return { ok: true, value: heard.data, words: true }
  const fault = read?.error ?? heard?.error
  return { ok: false, faults: fault ? inOneLine(z.prettifyError(fault)) : whyNoJson(reply.text) }
}

export function repairText(faults: string): string {
  return `Your last reply did not fit the shape that was asked for: ${faults}.\nSend the whole reply again, mended.`
}

/** The first errors, each with its path: "must not be empty (at topics[0].name); …". */
function inOneLine(faults: string): string {
  const line = faults
    .replace(/\n\s*→ at (\S+)/g, ' (at $1)')
    .replace(/^✖ (?:Invalid input: )?/gm, '')
    .replace(/\s*\n\s*/g, '; ')
  return line.length > longestFaults ? `${line.slice(0, longestFaults)} …` : line
}

const longestFaults = 400

/** Built once for each schema: a procedure uses the same schema many times. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const known = made.get(schema)
  if (known) return known
  const fresh = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  made.set(schema, fresh)
  return fresh
}

const made = new WeakMap<z.ZodType, JsonSchema>()
