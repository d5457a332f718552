// A voice of an agent's: one seat's conversation, kept in a session of the agent and continued while the session knows what the journal knows.

import type { Exchange, Prompt, Reply, Room, SayOptions, Voice } from '../../kernel/agents.js'
import { structured } from '../../kernel/turn/json-in.js'
import { throwIfAborted } from '../abort.js'
import { spoken, type Tally, tally } from '../tokens.js'
import { SeatTools } from './bridge.js'
import type { AcpAgent, Footing } from './catalog.js'
import { markAnswered, markAsked, mayGoOn } from './marks.js'
import { firstPrompt, laterPrompt } from './prompt.js'
import { type OpenSession, openSession } from './session.js'
import type { Stage } from './stage.js'
import { type TurnTaken, takeTurn } from './turn.js'

export class AcpVoice implements Voice {
  readonly #stage: Stage
  readonly #room: Room
  readonly #tools = new SeatTools()
  readonly #costs: Tally
  readonly #history: Exchange[]
  /** The session to go on with, by the record or by the last reply. */
  #known: string | undefined
  #open: { readonly session: OpenSession; readonly footing: Footing; readonly tooled: boolean } | undefined
  /** The session that heard all of the conversation so far. */
  #spoke: string | undefined

  constructor(stage: Stage, room: Room) {
    this.#stage = stage
    this.#room = room
    this.#history = [...room.history]
    this.#costs = tally(room.history)
    this.#known = sessionIn(room.session, stage.agent)
  }

  async say(prompt: Prompt, say: SayOptions): Promise<Reply> {
    throwIfAborted(say.signal)
    const { agent, home } = this.#stage
    const footing = footingOf(say)
    const session = await this.#session(footing, say)
    throwIfAborted(say.signal)
    const text =
      session.resumed || this.#isGoingOn(session)
        ? laterPrompt(prompt, agent.verbatim)
        : firstPrompt(prompt, this.#history, agent.verbatim)
    const own = written(session.id, agent)
    markAsked(home, own)
    this.#spoke = session.id
    try {
      const taken = await takeTurn({
        stage: this.#stage,
        session,
        footing,
        root: this.#room.cwd,
        tools: this.#tools,
        text,
        say,
      })
      return await this.#reply(prompt, taken, own)
    } catch (error) {
      this.#drop()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#leave()
    this.#stage.bridge?.forget(this.#tools)
  }

  /** Whether this session heard the conversation so far. */
  #isGoingOn({ id }: OpenSession): boolean {
    return this.#spoke === id
  }

  /** The open session where it fits this call; else it is reopened for it, in the process whose guard fits. */
  async #session(footing: Footing, { tools }: SayOptions): Promise<OpenSession> {
    const tooled = tools.length > 0
    const open = this.#open
    if (
      open?.session.process.isAlive &&
      open.footing === footing &&
      (!tooled || (open.tooled && this.#tools.knows(tools)))
    )
      return open.session
    this.#leave()
    this.#tools.learn(tools)
    const process = await this.#stage.processFor(footing, this.#room)
    const servers = this.#tools.list.length > 0 ? [await this.#stage.bridging().serverFor(this.#tools)] : []
    const known = this.#mayGoOn()
    const { model } = this.#stage
    const session = await openSession({ process, footing, cwd: this.#room.cwd, servers, known, model })
    this.#stage.mustBeGuarded(footing, session)
    if (!session.resumed) this.#spoke = undefined
    this.#open = { session, footing, tooled: servers.length > 0 }
    return session
  }

  /** The session to go on with; undefined where it heard more than the record holds. */
  #mayGoOn(): string | undefined {
    const known = this.#known
    if (known === undefined) return undefined
    const { home, agent } = this.#stage
    return mayGoOn(home, written(known, agent), this.#history.at(-1)?.reply) ? known : undefined
  }

  #leave(): void {
    this.#open?.session.process.forget(this.#open.session.id)
    this.#open = undefined
  }

  /** A session that failed or was cancelled is left, with its mark: it heard a prompt that the record does not hold. */
  #drop(): void {
    this.#leave()
    this.#known = undefined
    this.#spoke = undefined
  }

  #answered(own: string, reply: string): void {
    markAnswered(this.#stage.home, own, reply)
    this.#known = sessionIn(own, this.#stage.agent)
  }

  async #reply(prompt: Prompt, taken: TurnTaken, own: string): Promise<Reply> {
    const { heard, usage, model, guard, changed, cutOff, over } = taken
    const said = prompt.schema ? structured(heard.text, prompt.schema) : { text: heard.text }
    const counted = usage ?? this.#costs.peek(prompt, said)
    this.#costs.note(prompt, said)
    this.#history.push({ prompt: prompt.text, reply: spoken(said) })
    if (over) this.#drop()
    else this.#answered(own, spoken(said))
    return {
      ...said,
      ...heard.besides,
      tools: heard.uses,
      usage: counted,
      guard,
      ...(over ? {} : { session: own }),
      ...(model === undefined ? {} : { model }),
      ...(changed.length > 0 ? { changed } : {}),
      ...(cutOff ? { cutOff } : {}),
    }
  }
}

/** What a call grants; a caller without a grant is taken by its tools. */
export function footingOf({ grant, tools }: SayOptions): Footing {
  if (grant?.kind === 'none' || grant?.kind === 'read' || grant?.kind === 'work') return grant.kind
  if (tools.length === 0 && grant === undefined) return 'none'
  return tools.some(({ writes }) => writes) ? 'work' : 'read'
}

const written = (id: string, { name }: AcpAgent): string => `acp:${name}:${id}`

/** Undefined for a session of another backend or another agent. */
function sessionIn(text: string | undefined, { name }: AcpAgent): string | undefined {
  const begins = `acp:${name}:`
  return text?.startsWith(begins) ? text.slice(begins.length) : undefined
}
