// The shapes of structured replies. A seat may also answer its turns in plain text with markers.

import { z } from 'zod'
import { SETTLED } from './rules/table.js'

export const Prelude = z.object({
  sources: z.array(
    z.object({
      kind: z.enum(['file', 'memory', 'url']),
      ref: z.string().min(1),
      lines: z
        .string()
        .regex(/^\d+(-\d+)?(,\s?\d+(-\d+)?)*$/)
        .optional(),
      quote: z.string().optional(),
      title: z.string().optional(),
      snippet: z.string().optional(),
    }),
  ),
  known: z.array(z.object({ text: z.string().min(1), source: z.number().int().positive().optional() })),
})
export type Prelude = z.infer<typeof Prelude>

export const Actions = z.object({
  items: z.array(
    z.object({
      key: z.string().regex(/^A\d+$/),
      type: z.string(),
      priority: z.string().optional(),
      assignee: z.string().optional(),
      context_for_target: z.string(),
      acceptance: z.string().optional(),
      turns: z.array(z.number().int()),
      pins: z.array(z.string()).optional(),
    }),
  ),
})
export type Actions = z.infer<typeof Actions>

export const Settling = z.object({
  proposals: z.array(
    z.object({
      id: z.string(),
      state: z.enum(SETTLED),
      why: z.string(),
      rivals: z.array(z.string()).optional(),
    }),
  ),
})

/** Lines of a draft that cited what is not there, written anew. */
export const Mended = z.object({ lines: z.array(z.object({ id: z.string(), text: z.string() })) })
export type Mended = z.infer<typeof Mended>

export const Memory = z.object({
  decided: z.array(z.string()),
  constraints: z.array(z.string()),
  open_items: z.array(z.string()),
  sources: z.array(z.string()),
  tags: z.array(z.string()),
})
export type Memory = z.infer<typeof Memory>

const sections = z.record(z.string(), z.string())

/** What the closing part holds depends on the meeting's bias. */
export const closings = {
  default: z.object({ sections }),
  'risk-register': z.object({
    risks: z.array(
      z.object({
        description: z.string(),
        likelihood: z.enum(['low', 'medium', 'high']),
        impact: z.enum(['low', 'medium', 'high']),
        mitigation: z.string(),
        owner: z.string(),
      }),
    ),
    notes: z.string(),
  }),
  'machine-readable-ac-list': z.object({
    criteria: z.array(
      // biome-ignore lint/suspicious/noThenProperty: the last part of a criterion is called so, and nobody awaits one.
      z.object({ given: z.string(), when: z.string(), then: z.string(), trace: z.string().optional() }),
    ),
    follow_ups: z.string(),
  }),
  'architecture-decisions': z.object({
    adrs: z.array(
      z.object({
        title: z.string(),
        status: z.string(),
        context: z.string(),
        decision: z.string(),
        alternatives: z.array(z.string()),
        consequences: z.array(z.string()),
      }),
    ),
    follow_ups: z.string(),
  }),
  'alignment-summary': z.object({
    sections,
    owners: z.array(z.object({ decision: z.string(), owner: z.string() })),
  }),
} as const

const decided = z.object({ text: z.string(), turns: z.array(z.number().int()) })
const open = z.object({ text: z.string(), turns: z.array(z.number().int()).optional() })

export function closingFor(bias: string): z.ZodType<Record<string, unknown>, Record<string, unknown>> {
  return bias in closings ? closings[bias as keyof typeof closings] : closings.default
}

export function notesFor(bias: string): z.ZodType<Notes, Notes> {
  const closing = closingFor(bias)
  return z.object({
    summary: z.string(),
    closing,
    decisions: z.array(decided),
    open_questions: z.array(open),
  })
}
export type Notes = {
  readonly summary: string
  readonly closing: Record<string, unknown>
  readonly decisions: readonly { readonly text: string; readonly turns: readonly number[] }[]
  readonly open_questions: readonly {
    readonly text: string
    readonly turns?: readonly number[] | undefined
  }[]
}
