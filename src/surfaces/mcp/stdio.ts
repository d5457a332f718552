// MCP over standard input and output: one host, and every workspace that it names. The process ends with the host; meetings resume from
// their journals. Standard output carries the protocol alone.

import { homedir } from 'node:os'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Hall } from '../../hall/api.js'
import { createHall, workspaceName } from '../../hall/hall.js'
import { foldersOf, withoutFolders } from '../../workspace/machine-folders.js'
import type { Desk, Place } from './desk.js'
import type { Tidy } from './results.js'
import { serverFactory } from './server.js'
import { workspaceMeant } from './workspace.js'

export interface StdioOptions {
  readonly home: string
  /** `--cwd`. */
  readonly cwd: string | undefined
  /** The folder that the process was started in. */
  readonly started: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readOnly: boolean
  readonly log: (line: string) => void
}

export interface Serving {
  /** Resolves when the host has closed its end. */
  readonly closed: Promise<void>
  /** Ends every run where it stands. */
  stop(): Promise<void>
}

export function serveOnStdio(options: StdioOptions): Serving {
  const places = new Places(options)
  const desk: Desk = {
    readOnly: options.readOnly,
    async place({ workspace }, { roots }) {
      const { cwd, env, started } = options
      return places.at(await workspaceMeant({ asked: workspace, cwd, env, started, roots }))
    },
  }
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
      await places.stop()
      await handle.close().catch(() => {})
    },
  }
}

/** The halls of the workspaces that were named so far. */
class Places {
  readonly #options: StdioOptions
  readonly #halls = new Map<string, Promise<Hall>>()

  constructor(options: StdioOptions) {
    this.#options = options
  }

  async at(root: string): Promise<Place> {
    const { home, log } = this.#options
    const hall = this.#halls.get(root) ?? createHall({ home, only: root, log })
    this.#halls.set(root, hall)
    hall.catch(() => this.#halls.delete(root))
    return { hall: await hall, project: workspaceName, tidy: tidyFor(root, home) }
  }

  async stop(): Promise<void> {
    const halls = await Promise.allSettled(this.#halls.values())
    await Promise.all(halls.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)))
  }
}

/** Secrets are masked here too: a document may have been edited by hand since it was written. */
export function tidyFor(root: string, home: string): Tidy {
  const nameless = withoutFolders([...foldersOf(root, home), { folder: homedir(), as: '~' }])
  return async (text) => {
    if (text === '') return text
    const { scrub } = await import('../../workspace/secrets.js')
    return (await scrub(nameless(text))).text
  }
}
