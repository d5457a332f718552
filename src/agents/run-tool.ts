// Running a tool: enforces the grant. A tool that was not granted is an error to the seat, and nothing runs.

import type { SayOptions, ToolResult, ToolUse } from '../kernel/agents.js'
import { messageOf } from '../kernel/errors.js'
import { orAbort } from './abort.js'

export interface ToolAsk {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** Runs one granted tool and reports it as it goes. Only an interruption rejects. */
export async function runTool(ask: ToolAsk, options: SayOptions): Promise<ToolUse> {
  const { id, name, input } = ask
  options.onTool({ kind: 'use', id, name, input })
  const { ok, output, page } = await result(ask, options)
  options.onTool({ kind: 'result', id, name, ok, output })
  return { id, name, input, ok, output, ...(page ? { page } : {}) }
}

async function result(ask: ToolAsk, { tools, signal }: SayOptions): Promise<ToolResult> {
  const tool = tools.find(({ name }) => name === ask.name)
  if (!tool)
    return {
      ok: false,
      output: notGranted(
        ask.name,
        tools.map(({ name }) => name),
      ),
    }
  // A tool that throws is a failed result, so that the seat can go on without it. Only an interruption is thrown on.
  const run = Promise.resolve()
    .then(() => tool.run(ask.input, signal))
    .catch((error: unknown) => ({
      ok: false,
      output: messageOf(error),
    }))
  return orAbort(run, signal)
}

/** What a seat is told that calls a tool it does not have. */
export function notGranted(name: string, granted: readonly string[]): string {
  const instead = granted.length ? `Granted: ${granted.join(', ')}.` : 'No tool is granted here.'
  return `The tool "${name}" is not granted for this call. ${instead}`
}
