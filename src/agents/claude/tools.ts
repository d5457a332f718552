// Tools: those granted for one call, served to the program from this process. It has no other tools.

import type { CanUseTool, McpServerConfig } from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'
import type { SayOptions, Tool, ToolUse } from '../../kernel/agents.js'
import { runTool } from '../run-tool.js'
import type { Sdk } from './packages.js'

const server = 'parley'
const prefix = `mcp__${server}__`

/** A tool's name as we know it; the program puts the server's name before it. */
export const ownName = (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name)

export interface Served {
  readonly mcpServers: Record<string, McpServerConfig>
  readonly canUseTool: CanUseTool
}

/** Controls and observes the use of tools. */
export interface Uses {
  /** Whether a tool may still be run. */
  readonly open: () => boolean
  /** Called after every use of a tool. */
  readonly done: (use: ToolUse) => void
}

export function serve({ createSdkMcpServer }: Sdk, say: SayOptions, uses: Uses): Served {
  const granted = new Set(say.tools.map(({ name }) => prefix + name))
  const config = createSdkMcpServer({ name: server, tools: [] })
  const { server: low } = config.instance
  low.registerCapabilities({ tools: {} })
  // The SDK's own helper takes only zod schemas, so tools are defined one level below it.
  low.setRequestHandler(ListTools, () => ({ tools: say.tools.map(described) }))
  low.setRequestHandler(CallTool, async ({ params }, { requestId }) => {
    if (!uses.open()) return told('The reply has reached its limit.', false)
    const id = params._meta?.['claudecode/toolUseId'] ?? String(requestId)
    const use = await runTool({ id, name: params.name, input: params.arguments ?? {} }, say)
    uses.done(use)
    return told(use.output, use.ok)
  })
  return {
    mcpServers: say.tools.length > 0 ? { [server]: config } : {},
    async canUseTool(name, input) {
      if (granted.has(name)) return { behavior: 'allow', updatedInput: input }
      return { behavior: 'deny', message: `The tool "${ownName(name)}" is not granted for this call.` }
    },
  }
}

const told = (text: string, ok: boolean) => ({ content: [{ type: 'text' as const, text }], isError: !ok })

const ListTools = z.object({ method: z.literal('tools/list') })
const CallTool = z.object({
  method: z.literal('tools/call'),
  params: z.object({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    _meta: z.looseObject({ 'claudecode/toolUseId': z.string().optional() }).optional(),
  }),
})

function described({ name, description, input, writes }: Tool) {
  const { $schema: _, ...schema } = input
  return {
    name,
    description,
    inputSchema: { ...schema, type: 'object' as const },
    annotations: { readOnlyHint: !writes },
    _meta: { 'anthropic/alwaysLoad': true },
  }
}
