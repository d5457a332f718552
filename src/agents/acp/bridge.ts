// Bridge: our tools for an agent. It starts `parley _tools`, a pipe to a socket of this process, and here an MCP server answers for one seat.
// Grants, masking and receipts are the same as in every backend, since the tools are.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket, type Server as SocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SayOptions, Tool, ToolUse } from '../../kernel/agents.js'
import { version } from '../../version.js'
import { shippedLibrary } from '../../workspace/library.js'
import { runTool } from '../run-tool.js'
import type { McpServerStdio } from './wire.js'

/** The name of the server as agents see it. */
export const serverName = 'parley_tools'

/** The call under way. */
export interface ServedCall {
  readonly say: SayOptions
  /** Whether a tool may still run. */
  open(): boolean
  done(use: ToolUse): void
}

/** The tools of one seat. */
export class SeatTools {
  readonly key = randomBytes(24).toString('base64url')
  readonly #known = new Map<string, Tool>()
  call: ServedCall | undefined

  /** False when the agent has not been told of one of these yet. */
  knows(tools: readonly Tool[]): boolean {
    return tools.every(({ name }) => this.#known.has(name))
  }

  learn(tools: readonly Tool[]): void {
    for (const tool of tools) this.#known.set(tool.name, tool)
  }

  get list(): readonly Tool[] {
    return [...this.#known.values()]
  }

  isOurs(name: string): boolean {
    const [, own = ''] = /^(?:mcp__)?parley_tools(?:__|[./: ])(\w+)$/.exec(name) ?? []
    return this.#known.has(own)
  }
}

export class Bridge {
  /** For this user alone: whoever reaches the socket still needs the key of a seat. */
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-acp-'))
  readonly #seats = new Map<string, SeatTools>()
  readonly #sockets = new Set<Socket>()
  readonly #server: SocketServer
  readonly #listening: Promise<void>

  constructor() {
    this.#server = createServer((socket) => this.#greet(socket))
    this.#listening = new Promise((done, fail) => {
      this.#server.once('error', fail).listen(this.#socket, done)
    })
    this.#listening.catch(() => {})
  }

  /** What an agent is told to start. */
  async serverFor(seat: SeatTools): Promise<McpServerStdio> {
    await this.#listening
    this.#seats.set(seat.key, seat)
    const env = { PARLEY_TOOLS_SOCKET: this.#socket, PARLEY_TOOLS_KEY: seat.key }
    return {
      name: serverName,
      command: process.execPath,
      args: [join(packageFolder(), 'bin', 'parley.js'), '_tools'],
      env: Object.entries(env).map(([name, value]) => ({ name, value })),
    }
  }

  forget(seat: SeatTools): void {
    this.#seats.delete(seat.key)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((done) => this.#server.close(() => done()))
    rmSync(this.folder, { recursive: true, force: true })
  }

  get #socket(): string {
    return join(this.folder, 's')
  }

  #greet(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket))
    let head = Buffer.alloc(0)
    const read = (piece: Buffer) => {
      head = Buffer.concat([head, piece])
      const end = head.indexOf(10)
      if (end < 0 && head.length < 200) return
      socket.off('data', read).pause()
      const seat = this.#seats.get(head.subarray(0, Math.max(end, 0)).toString('utf8'))
      if (!seat) return void socket.destroy()
      socket.unshift(head.subarray(end + 1))
      serve(socket, seat).catch(() => socket.destroy())
    }
    socket.on('data', read)
  }
}

/** Parley's own folder, with its package.json. */
export function packageFolder(): string {
  return dirname(shippedLibrary().absolute(''))
}

async function serve(socket: Socket, seat: SeatTools): Promise<void> {
  const [{ Server }, { serveStdio, StdioServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const factory = () => {
    const server = new Server({ name: serverName, version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: seat.list.map(described) }))
    server.setRequestHandler('tools/call', ({ params }) => used(seat, params.name, params.arguments ?? {}))
    return server
  }
  serveStdio(factory, { transport: new StdioServerTransport(socket, socket) })
  // It was paused while its first line was read.
  socket.resume()
}

let uses = 0

async function used(seat: SeatTools, name: string, input: unknown) {
  const { call } = seat
  if (!call?.open()) return told('not granted for this call: nobody is speaking', false)
  const use = await runTool({ id: `parley-${++uses}`, name, input }, call.say)
  call.done(use)
  return told(use.output, use.ok)
}

const told = (text: string, ok: boolean) => ({ content: [{ type: 'text' as const, text }], isError: !ok })

function described({ name, description, input, writes }: Tool) {
  const { $schema: _, ...schema } = input
  return {
    name,
    description,
    inputSchema: { ...schema, type: 'object' as const },
    annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
    _meta: { 'anthropic/alwaysLoad': true },
  }
}
