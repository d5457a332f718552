// The table of tools: their names, what they say of themselves, and what they take. What they do is in `verbs/`.

import { z } from 'zod'

const id = z
  .string()
  .min(1)
  .max(200)
  .describe('the meeting: its id, a part of it that no other has, or `last`')
const page = z.int().min(1).max(10_000).optional().describe('which page of a long text')
const where = {
  workspace: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe('the absolute path of the project; default: the one you work in'),
}

export const inputs = {
  parley_list: z.strictObject({
    status: z
      .enum(['running', 'waiting', 'paused', 'halted', 'failed', 'aborted', 'concluded', 'damaged'])
      .optional(),
    text: z.string().max(200).optional().describe('words that its title, its id or its last words hold'),
    limit: z.int().min(1).max(200).optional().describe('how many at most; default 20'),
    page,
    ...where,
  }),
  parley_show: z.strictObject({ id, page, ...where }),
  parley_read: z.strictObject({
    id: id.optional(),
    path: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('a document, as parley_show or parley_read names it'),
    decisions: z.string().max(200).optional().describe('words that a decision holds; empty: all of them'),
    page,
    ...where,
  }),
  parley_verify: z.strictObject({ id, ...where }),
} as const

export type ToolName = keyof typeof inputs
export type Input<T extends ToolName> = z.infer<(typeof inputs)[T]>

interface About {
  readonly title: string
  readonly description: string
  /** It changes nothing: a host need not ask for leave. */
  readonly reads?: true
  /** Each call does something new. */
  readonly opens?: true
  /** In the model's view from the beginning: the loop of a meeting needs it. */
  readonly always?: true
}

export const about: Readonly<Record<ToolName, About>> = {
  parley_list: {
    title: 'List meetings',
    description: 'The meetings of this project; what waits for the person first.',
    reads: true,
  },
  parley_show: {
    title: 'Show a meeting',
    description: 'Where one meeting stands: turns, cost, documents, its open question, and what was said.',
    reads: true,
  },
  parley_read: {
    title: 'Read a record',
    description:
      'The record or notes of a meeting (id), any document that meetings left (path), or what was decided (decisions).',
    reads: true,
  },
  parley_verify: {
    title: 'Verify a record',
    description: 'Checks a record against its journal and the disk, without a model.',
    reads: true,
  },
}

export function isTool(name: string): name is ToolName {
  return Object.hasOwn(inputs, name)
}

/** As `tools/list` tells them. */
export function toolList(readOnly: boolean) {
  return (Object.keys(inputs) as ToolName[])
    .filter((name) => !readOnly || about[name].reads)
    .map((name) => described(name, about[name]))
}

function described(name: ToolName, { title, description, reads, opens, always }: About) {
  const { $schema: _, ...schema }: Record<string, unknown> = z.toJSONSchema(inputs[name], { io: 'input' })
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' as const },
    // Without these some hosts ask for leave at each call, and refuse it where nobody is there.
    annotations: {
      title,
      readOnlyHint: reads === true,
      destructiveHint: false,
      openWorldHint: false,
      idempotentHint: opens !== true,
    },
    ...(always ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  }
}
