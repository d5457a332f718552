// MCP over standard input and output: one host, and every workspace that it names. The process ends with the host; meetings resume from
// their journals. Standard output carries the protocol alone.

import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { HostCalls } from '../../agents/host/calls.js'
import type { Summary } from '../../kernel/line/summary.js'
import { keepsTalks } from '../../workspace/journals.js'
import { topOf } from '../cli/seen.js'
import { serverAddress } from '../server/address.js'
import { type Desk, type Place, type Relay, Requests } from './desk.js'
import { serverFactory } from './server.js'
import { tidyFor } from './tidy.js'
import { workspaceMeant } from './workspace.js'

export interface StdioOptions {
  readonly home: string
  /** `--cwd`. */
  readonly cwd: string | undefined
  /** The folder that the process was started in. */
  readonly started: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readOnly: boolean
  readonly relay: Relay
  readonly log: (line: string) => void
}

export interface Serving {
  /** Resolves when the host has closed its end. */
  readonly closed: Promise<void>
  /** Ends every run where it stands. */
  stop(): Promise<void>
}

export function serveOnStdio(options: StdioOptions): Serving {
  const { desk, stop } = deskOfHost(options)
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const transport = new StdioServerTransport()
  const handle = serveStdio(serverFactory(desk), {
    transport,
    onerror: ({ message }) => options.log(message),
  })
  process.stdin.once('end', close).once('close', close)
  return {
    closed,
    async stop() {
      await stop()
      await handle.close().catch(() => {})
    },
  }
}

/** What one host works with, by whatever way it is connected. */
export function deskOfHost(options: StdioOptions): { readonly desk: Desk; stop(): Promise<void> } {
  const places = new Places(options)
  const desk: Desk = {
    readOnly: options.readOnly,
    relay: options.relay,
    requests: new Requests(),
    openers: new Map(),
    unanswered: new Set(),
    async elsewhere(name, given, calling) {
      const { throughServer } = await import('./through-server.js')
      return throughServer(options.home, options.log, name, given, calling)
    },
    async place({ workspace }, { roots }, call) {
      const { cwd, env, started } = options
      const made = workspace === undefined && call !== undefined ? places.with(call) : undefined
      return made ?? places.at(await workspaceMeant({ asked: workspace, cwd, env, started, roots }))
    },
  }
  return { desk, stop: () => places.stop() }
}

/** The workspaces that were named so far, each with a hall of its own. */
class Places {
  readonly #options: StdioOptions
  readonly #known = new Map<string, Promise<Place>>()
  readonly #open: Place[] = []

  constructor(options: StdioOptions) {
    this.#options = options
  }

  at(root: string): Promise<Place> {
    const known = this.#known.get(root)
    if (known) return known
    const place = this.#opened(root)
    this.#known.set(root, place)
    place.catch(() => this.#known.delete(root))
    return place
  }

  /** The place in which this call waits for words, or was answered; undefined where several have one of that name. */
  with(call: string): Place | undefined {
    const [place, ...others] = this.#open.filter(({ host }) => host.has(call))
    return others.length === 0 ? place : undefined
  }

  async stop(): Promise<void> {
    await Promise.all(this.#open.map(({ hall }) => hall.stop()))
  }

  async #opened(root: string): Promise<Place> {
    const { home, log } = this.#options
    const { createHall, workspaceName } = await import('../../hall/hall.js')
    const host = new HostCalls()
    const hall = await createHall({ home, only: root, host, log })
    const place = {
      hall,
      project: workspaceName,
      root,
      host,
      tidy: tidyFor(root, home),
      talks: () => talksHeldElsewhere(root, home),
      page: () => pageOf(home),
    }
    this.#open.push(place)
    return place
  }
}

/** The server holds them; to list them it need not run. */
async function talksHeldElsewhere(root: string, home: string): Promise<readonly Summary[]> {
  if (!keepsTalks(home)) return []
  const { talksAbout } = await import('../cli/talk/shelf.js')
  return talksAbout(topOf(root), home)
}

function pageOf(home: string): string | undefined {
  const at = serverAddress(home)
  return at === undefined ? undefined : `http://127.0.0.1:${at.port}/`
}
