// Defining a tool: its input is checked before it runs, and whatever goes wrong is a result that the seat can read.

import { type ZodType, z } from 'zod'
import type { JsonSchema, Tool, ToolResult } from '../../kernel/agents.js'

export interface ToolSpec<Input> {
  readonly name: string
  readonly description: string
  readonly writes: boolean
  readonly web?: boolean
  readonly input: ZodType<Input>
  run(input: Input, signal: AbortSignal): Promise<ToolResult>
}

/** Thrown by a tool to refuse; `define` turns it into a result, and the seat gets the message. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
  /** The path leads out of the folder to which the tool is confined. */
  readonly leadsOut: boolean

  constructor(message: string, { leadsOut = false } = {}) {
    super(message)
    this.leadsOut = leadsOut
  }
}

export function define<Input>(spec: ToolSpec<Input>): Tool {
  return {
    name: spec.name,
    description: spec.description,
    writes: spec.writes,
    ...(spec.web ? { web: true } : {}),
    input: jsonSchema(spec.input),
    async run(input, signal) {
      const checked = spec.input.safeParse(input)
      if (!checked.success) return no(`Invalid input for ${spec.name}: ${problems(checked.error)}`)
      if (signal.aborted) return no(`${spec.name} was stopped before it began.`)
      return spec.run(checked.data, signal).catch((error: unknown) => no(explain(error)))
    },
  }
}

/** The result of a tool is sent to a provider over the network, so secrets are masked here, not only in the journal. */
export function maskedTool(
  tool: Tool,
  scrub: (text: string) => Promise<{ readonly text: string; readonly kinds: readonly string[] }>,
): Tool {
  return {
    ...tool,
    async run(input, signal) {
      const { ok, output, masked = [], page } = await tool.run(input, signal)
      const { text, kinds } = await scrub(output)
      const found = [...new Set([...masked, ...kinds])]
      return { ok, output: text, ...(found.length > 0 ? { masked: found } : {}), ...(page ? { page } : {}) }
    },
  }
}

export const yes = (output: string): ToolResult => ({ ok: true, output })
export const no = (output: string): ToolResult => ({ ok: false, output })

function jsonSchema(input: ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}

function problems(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${path.join('.') || 'input'}: ${message.replace(/^Invalid input: /, '')}`)
    .join('; ')
}

// Only the code of a system error is passed on: its message contains absolute paths of this machine.
const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'the name is too long',
}

function explain(error: unknown): string {
  if (error instanceof ToolRefused) return error.message
  const code = error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : ''
  return `It could not be done: ${meanings[code] ?? (code || 'something unforeseen went wrong')}.`
}
