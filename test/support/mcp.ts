// Hosts for tests: real clients of both eras of the Model Context Protocol, with `parley mcp` as their child process.

import { join } from 'node:path'
import { Client as NewClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { checkout, plainEnvironment, type Until } from './run.js'

/** `newer` speaks the revision without a handshake; `older` is the same client with one, `oldest` the client of the first generation. */
export const eras = ['newer', 'older', 'oldest'] as const
export type Era = (typeof eras)[number]

export interface ToolSaid {
  readonly text: string
  readonly refused: boolean
}

export interface Asked {
  readonly message: string
  readonly schema: Record<string, unknown>
}

export type Answering = (asked: Asked) => {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string>
}

export interface Host {
  call(tool: string, input?: Record<string, unknown>, more?: CallMore): Promise<ToolSaid>
  /** The raw client, for what has no shorthand. */
  readonly client: AnyClient
  readonly pid: number | null
  readonly stderr: () => string
  close(): Promise<void>
}

export interface CallMore {
  readonly meta?: Record<string, unknown>
  readonly onprogress?: (progress: { progress: number; message?: string }) => void
  readonly signal?: AbortSignal
}

export interface HostOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Answers elicitations; a host without it has no such ability. */
  readonly elicit?: Answering
  readonly roots?: readonly string[]
  readonly name?: string
  readonly until?: Until
}

// The clients of the two generations differ in their types, not in what is used of them here.
interface AnyClient {
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
  listTools(): Promise<{ tools: readonly Record<string, unknown>[] }>
  listResources(): Promise<{ resources: readonly { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: readonly { uriTemplate: string }[] }>
  readResource(params: {
    uri: string
  }): Promise<{ contents: readonly { text?: string; mimeType?: string }[] }>
  listPrompts(): Promise<{ prompts: readonly { name: string }[] }>
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{
    messages: readonly { content: { text?: string } }[]
  }>
  callTool(params: Record<string, unknown>, ...more: unknown[]): Promise<Record<string, unknown>>
  getInstructions(): string | undefined
  setRequestHandler(...what: unknown[]): void
}

export async function host(era: Era, options: HostOptions): Promise<Host> {
  const { cwd, args = [], env = {}, until = onTestFinished } = options
  const server = {
    command: process.execPath,
    args: [join(checkout, 'dist', 'parley.cjs'), 'mcp', ...args],
    cwd,
    env: { ...plainEnvironment(), ...env },
    stderr: 'pipe' as const,
  }
  const transport = era === 'oldest' ? new OldStdio(server) : new NewStdio(server)
  let stderr = ''
  transport.stderr?.on('data', (piece: Buffer) => {
    stderr += piece.toString('utf8')
  })
  const client = await connected(era, transport, options)
  until(() => client.close())
  return {
    ...callsOf(era, client),
    client,
    get pid() {
      return transport.pid
    },
    stderr: () => stderr,
    close: () => client.close(),
  }
}

export async function connected(
  era: Era,
  transport: unknown,
  { elicit, roots, name = 'test-host' }: Pick<HostOptions, 'elicit' | 'roots' | 'name'>,
): Promise<AnyClient> {
  const capabilities = { ...(elicit ? { elicitation: { form: {} } } : {}), ...(roots ? { roots: {} } : {}) }
  const info = { name, version: '3.2.1' }
  const client = (era === 'oldest'
    ? new OldClient(info, { capabilities })
    : new NewClient(info, {
        capabilities,
        ...(era === 'newer' ? { versionNegotiation: { mode: 'auto' } } : {}),
      } as never)) as unknown as AnyClient
  if (elicit) await handle(era, client, 'elicitation/create', (params) => elicit(askedIn(params)))
  if (roots)
    await handle(era, client, 'roots/list', () => ({
      roots: roots.map((root) => ({ uri: `file://${root}` })),
    }))
  await client.connect(transport)
  return client
}

function askedIn(params: Record<string, unknown>): Asked {
  return { message: String(params['message']), schema: params['requestedSchema'] as Record<string, unknown> }
}

async function handle(
  era: Era,
  client: AnyClient,
  method: string,
  act: (params: Record<string, unknown>) => unknown,
) {
  const handler = async ({ params = {} }: { params?: Record<string, unknown> }) => act(params)
  if (era !== 'oldest') return client.setRequestHandler(method, handler)
  const { ElicitRequestSchema, ListRootsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
  client.setRequestHandler(method === 'roots/list' ? ListRootsRequestSchema : ElicitRequestSchema, handler)
}

export function callsOf(era: Era, client: AnyClient): Pick<Host, 'call'> {
  return {
    async call(tool, input = {}, { meta, ...more } = {}) {
      const params = { name: tool, arguments: input, ...(meta ? { _meta: meta } : {}) }
      const result = await (era === 'oldest'
        ? client.callTool(params, undefined, more)
        : client.callTool(params, more))
      return { text: textIn(result), refused: result['isError'] === true }
    },
  }
}

/** One text block, and nothing beside it. */
function textIn(result: Record<string, unknown>): string {
  const content = result['content'] as { type: string; text?: string }[]
  if (content.length !== 1 || content[0]?.type !== 'text' || result['structuredContent'] !== undefined)
    throw new Error(`Not one text: ${JSON.stringify(result)}`)
  return content[0].text ?? ''
}
