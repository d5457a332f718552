// Shape: whether a structured reply fits its schema, and what a seat is told when it does not.

import { z } from 'zod'
import type { JsonSchema, Reply } from './agents.js'

export type Fit =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: string }

/** `fromText` reads a reply that came in words; JSON is understood without it. */
export function fitted(schema: z.ZodType, reply: Reply, fromText?: (text: string) => unknown): Fit {
  const raw = reply.value === undefined ? (jsonIn(reply.text) ?? fromText?.(reply.text)) : reply.value
  if (raw === undefined) return { ok: false, faults: 'it is not JSON' }
  const parsed = schema.safeParse(raw)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, faults: z.prettifyError(parsed.error) }
}

export function repairText(faults: string): string {
  return `Your last reply did not fit the shape that was asked for:\n${faults}\n\nSend the whole reply again, mended.`
}

/** Made once for each schema: a procedure asks for the same shape many times. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const known = made.get(schema)
  if (known) return known
  const fresh = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  made.set(schema, fresh)
  return fresh
}

const made = new WeakMap<z.ZodType, JsonSchema>()

/** A reply in words may still hold its JSON, bare or in a fence; undefined where it holds none. */
export function jsonIn(text: string): unknown {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1]
  try {
    return JSON.parse(fenced ?? text)
  } catch {
    return undefined
  }
}
