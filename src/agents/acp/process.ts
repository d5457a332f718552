// Process: one run of an agent's program, and the connection to it. It serves the sessions of several seats and ends with the meeting's run.

import { type ChildProcess, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import type { ClientConnection } from '@agentclientprotocol/sdk'
import { BackendFailed, messageOf } from '../../kernel/errors.js'
import { version } from '../../version.js'
import type { AcpAgent } from './catalog.js'
import { short, wantsLogin } from './failure.js'
import type { InitializeResponse, PermissionAnswer, PermissionAsk, SessionUpdate } from './wire.js'

/** What the process hands to the session that it concerns. */
export interface SessionEar {
  update(update: SessionUpdate): void
  permission(ask: PermissionAsk): PermissionAnswer
}

export interface ProcessStart {
  readonly agent: AcpAgent
  /** The whole command line, with the sandbox around it. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** For start and session together. */
export const READY_MS = 30_000
const STOP_MS = 2_000
const KEPT_ERRORS = 2_000
const LONGEST_MESSAGE = 8_000_000
/** An agent names its sessions itself, and may name any number of them. */
const MOST_SESSIONS = 1_000

export class AcpProcess {
  readonly agent: AcpAgent
  readonly #child: ChildProcess
  readonly #ears = new Map<string, SessionEar>()
  readonly #modes = new Map<string, string>()
  readonly #gone: Promise<BackendFailed>
  #connection: ClientConnection | undefined
  #printed = ''
  #ended: BackendFailed | undefined
  about: InitializeResponse | undefined

  private constructor({ agent, argv, cwd, env }: ProcessStart) {
    this.agent = agent
    this.#child = begin(argv, cwd, env)
    this.#child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.#printed = (this.#printed + piece).slice(-KEPT_ERRORS)
    })
    this.#child.stdin?.on('error', () => {})
    this.#gone = new Promise((done) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) => done(this.#end(startFault(error, argv))))
      this.#child.once('close', (code, signal) => done(this.#end(`ended with ${code ?? signal}`)))
    })
  }

  /** Started and greeted, or a failure that says what it printed. */
  static async start(start: ProcessStart): Promise<AcpProcess> {
    const one = new AcpProcess(start)
    try {
      await one.#greet()
      return one
    } catch (error) {
      await one.stop()
      throw error
    }
  }

  get isAlive(): boolean {
    return this.#ended === undefined
  }

  listen(session: string, ear: SessionEar): void {
    this.#ears.set(session, ear)
  }

  forget(session: string): void {
    this.#ears.delete(session)
  }

  /** The mode that it last said this session is in, whether anybody listened or not; undefined where it said none since `forgetMode`. */
  modeOf(session: string): string | undefined {
    return this.#modes.get(session)
  }

  forgetMode(session: string): void {
    this.#modes.delete(session)
  }

  /** Rejects with the agent's own error, or with the end of the process where that comes first. */
  async request<T>(method: string, params: unknown, withinMs?: number): Promise<T> {
    const connection = this.#connection
    if (!connection || this.#ended)
      throw this.#ended ?? new BackendFailed('failed', 'The agent is not running.')
    const asked = connection.agent
      .request<T, unknown>(method, params)
      .catch((error: unknown) => this.#whyNot(error, connection.signal.aborted))
    asked.catch(() => {})
    const gone = this.#gone.then((failed) => Promise.reject(failed))
    gone.catch(() => {})
    return withinMs === undefined
      ? Promise.race([asked, gone])
      : Promise.race([asked, gone, this.#late(withinMs)])
  }

  async notify(method: string, params: unknown): Promise<void> {
    await this.#connection?.agent.notify(method, params).catch(() => {})
  }

  /** Politely first, then not. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      kill(this.#child, 'SIGTERM')
      const timer = setTimeout(() => kill(this.#child, 'SIGKILL'), STOP_MS)
      await this.#gone
      clearTimeout(timer)
    }
    // Whatever it left running in its group.
    kill(this.#child, 'SIGKILL')
  }

  async #greet(): Promise<void> {
    const acp = await import('@agentclientprotocol/sdk')
    const { stdin, stdout } = this.#child
    if (!stdin || !stdout) throw new BackendFailed('failed', `${this.agent.title} has no standard streams.`)
    const stream = acp.ndJsonStream(
      Writable.toWeb(stdin),
      Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
      { maxMessageBytes: LONGEST_MESSAGE },
    )
    const app = acp
      .client({ name: 'parley' })
      .onNotification('session/update', ({ params }) => this.#updated(params.sessionId, params.update))
      .onRequest('session/request_permission', ({ params }): PermissionAnswer => {
        return this.#ears.get(params.sessionId)?.permission(params) ?? { outcome: { outcome: 'cancelled' } }
      })
    this.#connection = app.connect(stream)
    this.#connection.closed.then(
      () => this.#fallenSilent(),
      (error: unknown) => this.#broken(`sent what cannot be read (${short(messageOf(error))})`),
    )
    this.about = await this.#initialize(acp.PROTOCOL_VERSION)
  }

  #updated(session: string, update: SessionUpdate): void {
    if (update.sessionUpdate === 'current_mode_update' && this.#modes.size < MOST_SESSIONS)
      this.#modes.set(session, update.currentModeId)
    this.#ears.get(session)?.update(update)
  }

  async #initialize(protocolVersion: number): Promise<InitializeResponse> {
    const { agent } = this
    const hello = {
      protocolVersion,
      clientInfo: { name: 'parley', version },
      // Neither files nor terminals: what the agent reads, it reads itself, where its guard can see it.
      clientCapabilities: { session: { notices: {} } },
    }
    const about = await this.request<InitializeResponse>('initialize', hello, READY_MS)
    if (about.protocolVersion !== protocolVersion)
      throw new BackendFailed(
        'failed',
        `${agent.title} speaks version ${about.protocolVersion} of ACP, not ${protocolVersion}.${this.#lastWords}`,
      )
    return about
  }

  async #late(ms: number): Promise<never> {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([new Promise((done) => (timer = setTimeout(done, ms))), this.#gone])
    clearTimeout(timer)
    throw (
      this.#ended ??
      new BackendFailed('failed', `${this.agent.title} did not answer in time.${this.#lastWords}`)
    )
  }

  /** An answer that never comes, since the connection is gone, has the end of the process for its reason. */
  async #whyNot(error: unknown, isClosed: boolean): Promise<never> {
    if (!isClosed) throw error
    if ((error as Error | null)?.name === 'MessageTooLargeError')
      this.#broken('sent a message of more than 8 MB')
    await this.#fallenSilent()
    throw this.#ended ?? error
  }

  /** Its output ends a moment before the process does; how that ended is the better word. */
  async #fallenSilent(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([this.#gone, new Promise((done) => (timer = setTimeout(done, STOP_MS)))])
    clearTimeout(timer)
    this.#broken('closed the connection')
  }

  /** The connection is of no use any more: it was closed, or a message was too long or no message. */
  #broken(why: string): void {
    if (this.#ended) return
    this.#end(why)
    kill(this.#child, 'SIGKILL')
  }

  #end(how: string): BackendFailed {
    this.#ended ??= new BackendFailed('failed', `${this.agent.title} ${how}${this.#lastWords || '.'}`)
    return this.#ended
  }

  get #lastWords(): string {
    const words = short(this.#printed)
    return words === '' ? '' : `: ${words}`
  }

  /** The names of ways to log in, where the agent offers nothing else. */
  loginMethods(): string {
    return wantsLogin(this.agent, this.about?.authMethods?.map(({ name }) => name) ?? [])
  }
}

const alive = new Set<ChildProcess>()
let watching = false

/** In a process group of its own, without a shell. It is also killed when this process exits. */
function begin(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: process.platform !== 'win32' })
  alive.add(child)
  child.once('close', () => alive.delete(child))
  if (!watching)
    process.once('exit', () => {
      for (const one of alive) kill(one, 'SIGKILL')
    })
  watching = true
  return child
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}

function startFault(error: NodeJS.ErrnoException, [program = '']: readonly string[]): string {
  return `could not be started: ${error.code === 'ENOENT' ? `there is no program ${program}` : error.message}`
}
