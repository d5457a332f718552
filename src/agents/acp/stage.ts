// Stage: what the voices of one agent share in one run of a meeting: its processes, one for each guard, the bridge to our tools, and what the
// person's settings allow.

import { relative, resolve } from 'node:path'
import type { Room } from '../../kernel/agents.js'
import { BackendFailed, CannotGoOn } from '../../kernel/errors.js'
import { secretFiles } from '../../rules/secret-files.js'
import type { Sandbox } from '../../workspace/sandbox/port.js'
import { Bridge } from './bridge.js'
import type { AcpAgent, Env, Footing } from './catalog.js'
import { guarded, guardFor, programAt, sandboxHere } from './guard.js'
import { AcpProcess } from './process.js'
import type { OpenSession } from './session.js'

export interface StageOptions {
  readonly agent: AcpAgent
  readonly model?: string | undefined
  readonly env: Env
  /** PARLEY_HOME. */
  readonly home: string
  /** Whether the person wants programs of seats confined by the operating system. */
  readonly sandbox: boolean
  readonly secretFiles: readonly string[]
}

export class Stage {
  readonly agent: AcpAgent
  readonly model: string | undefined
  readonly home: string
  readonly #options: StageOptions
  readonly #processes = new Map<string, Promise<AcpProcess>>()
  #sandbox: Promise<Sandbox | undefined> | undefined
  bridge: Bridge | undefined
  /** The agent gave no message an id in an earlier reply. */
  namesNone = false
  sandboxed = false

  constructor(options: StageOptions) {
    this.#options = options
    this.agent = options.agent
    this.model = options.model
    this.home = options.home
  }

  /** Whether a file holds secrets, unless the person allowed its path in the workspace. */
  isSecret(path: string, root: string): boolean {
    const inside = relative(root, resolve(root, path)).replaceAll('\\', '/')
    return secretFiles(this.#options.secretFiles).nameOf(inside) !== null
  }

  bridging(): Bridge {
    this.bridge ??= new Bridge()
    return this.bridge
  }

  async sandbox(): Promise<Sandbox | undefined> {
    this.#sandbox ??= sandboxHere(this.#options.sandbox)
    const sandbox = await this.#sandbox
    this.sandboxed = sandbox !== undefined
    return sandbox
  }

  /** Running; one that has ended is started anew. Calls that read share one, each folder that is worked in has its own. */
  async processFor(footing: Footing, room: Room): Promise<AcpProcess> {
    const key = footing === 'work' ? `work ${room.cwd}` : `read ${room.cwd}`
    const known = await this.#processes.get(key)?.catch(() => undefined)
    if (known?.isAlive) return known
    const fresh = this.#start(footing, room)
    this.#processes.set(key, fresh)
    return fresh
  }

  /** A mode that the agent does not list counts as none. */
  mustBeGuarded(footing: Footing, { mode }: OpenSession): void {
    if (this.sandboxed || mode !== undefined || this.agent.watch) return
    throw unguarded(this.agent, footing)
  }

  async close(): Promise<void> {
    const started = await Promise.allSettled(this.#processes.values())
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)))
    this.#processes.clear()
    await this.bridge?.close()
    this.bridge = undefined
  }

  async #start(footing: Footing, { cwd, meeting }: Room): Promise<AcpProcess> {
    const { agent, env, secretFiles } = this.#options
    const sandbox = await this.sandbox()
    if (guardFor(agent, footing, sandbox !== undefined) === null) throw unguarded(agent, footing)
    const program = programAt(agent.argv[0] ?? '', env)
    if (program === undefined) throw new BackendFailed('failed', missing(agent))
    const socket = this.bridging().folder
    const start = await guarded({ agent, program, footing, cwd, env, meeting, socket, secretFiles, sandbox })
    return AcpProcess.start({ agent, ...start, cwd })
  }
}

export function missing({ name, argv, install }: AcpAgent): string {
  const how = install === undefined ? '' : ` Install it: ${install}`
  return `acp:${name} needs the program ${argv[0]}.${how}`
}

export function unguarded({ name }: AcpAgent, footing: Footing): CannotGoOn {
  return new CannotGoOn(
    'UNGUARDED',
    `acp:${name} cannot be kept from ${footing === 'work' ? 'writing elsewhere' : 'writing'} here.`,
    unguardedHint,
  )
}

export const unguardedHint =
  'Install bubblewrap (apt install bubblewrap), or write guard: watch for it under acp: in your own config.yaml.'
