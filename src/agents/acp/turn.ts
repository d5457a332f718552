// A turn: one prompt to an open session, and everything until its answer: updates, permissions, our tools, limits, cancellation, and the look
// at the tree that proves what a guard promised.

import { isAbsolute, relative, resolve } from 'node:path'
import { type CutOff, type Guard, hasWeb, type SayOptions, type Usage } from '../../kernel/agents.js'
import { BackendFailed, OutsideBoundary } from '../../kernel/errors.js'
import { fieldsOf } from '../../rules/values.js'
import { interrupted, orAbort } from '../abort.js'
import type { SeatTools } from './bridge.js'
import type { Footing } from './catalog.js'
import { refusal } from './failure.js'
import { AcpReply, nameOf, type OwnTool, type Stop } from './listen.js'
import { answerTo } from './permission.js'
import type { AcpProcess } from './process.js'
import type { OpenSession } from './session.js'
import type { Stage } from './stage.js'
import { changesBetween, lookAt } from './tree.js'
import type { PermissionAsk, PromptResponse } from './wire.js'

/** How long an agent may take to end a turn that was cancelled. */
const CANCEL_MS = 5_000

export interface TurnAsk {
  readonly stage: Stage
  readonly session: OpenSession
  readonly footing: Footing
  readonly root: string
  readonly tools: SeatTools
  readonly text: string
  readonly say: SayOptions
}

export interface TurnTaken {
  readonly heard: AcpReply
  readonly usage: Usage | undefined
  readonly model: string | undefined
  readonly guard: Guard
  readonly changed: readonly string[]
  readonly cutOff: CutOff | undefined
  /** It was ended by us, so its session is not gone on with. */
  readonly over: boolean
}

export async function takeTurn(ask: TurnAsk): Promise<TurnTaken> {
  const { session, footing, root } = ask
  const before = footing === 'work' ? undefined : await lookAt(root)
  const turn = new Turn(ask)
  let failed: unknown
  try {
    await turn.run()
  } catch (error) {
    failed = error
  }
  session.process.forget(session.id)
  const changed = before === undefined ? [] : changesBetween(before, await lookAt(root))
  // Looked at after a failed turn too: the agent may have written before it failed.
  if (footing !== 'work') mustBeUnchanged(ask, turn.heard.told, changed)
  if (failed !== undefined) throw withChanges(failed, changed)
  return turn.taken(changed)
}

class Turn {
  readonly #ask: TurnAsk
  readonly heard: AcpReply
  readonly #process: AcpProcess
  #answer: PromptResponse | undefined
  #stopped: Stop | undefined
  #limit = () => {}

  constructor(ask: TurnAsk) {
    this.#ask = ask
    const { session, stage, tools, say } = ask
    this.#process = session.process
    const isOurs = (name: string) => tools.isOurs(name)
    this.heard = new AcpReply(say, {
      agent: stage.agent.name,
      mode: session.mode,
      namesNone: stage.namesNone,
      isOurs,
    })
  }

  async run(): Promise<void> {
    const { session, say, tools, stage } = this.#ask
    const limit = new Promise<'limit'>((done) => {
      this.#limit = () => done('limit')
    })
    const told = this.#process.modeOf(session.id) ?? session.mode
    if (session.mode !== undefined && told !== session.mode) throw this.#leftMode()
    this.#process.listen(session.id, {
      update: (one) => this.#hear(one),
      permission: (one) => this.#permit(one),
    })
    tools.call = {
      say,
      open: () => this.heard.stop === undefined && !say.signal.aborted,
      done: (use) => this.#used(use),
    }
    const prompt = [{ type: 'text', text: this.#ask.text }]
    const asked = this.#process.request<PromptResponse>('session/prompt', { sessionId: session.id, prompt })
    try {
      const first = await orAbort(Promise.race([asked, limit]), say.signal)
      if (first === 'limit') await this.#cancelled(asked)
      else this.#answer = first
    } catch (error) {
      if (say.signal.aborted) await this.#cancelled(asked)
      throw this.#failure(error)
    } finally {
      tools.call = undefined
    }
    this.heard.end()
    stage.namesNone ||= this.heard.namesNone
    this.#judge()
  }

  taken(changed: readonly string[]): TurnTaken {
    const { session, stage, footing } = this.#ask
    const { agent } = stage
    return {
      heard: this.heard,
      usage: agent.usage === 'turn' ? usageIn(this.#answer) : undefined,
      model: modelIn(this.#answer) ?? session.model,
      guard: guardOf(stage, session, footing),
      changed,
      cutOff: this.#answer?.stopReason === 'max_tokens' ? 'length' : undefined,
      over: this.#stopped !== undefined,
    }
  }

  #hear(update: Parameters<AcpReply['take']>[0]): void {
    this.heard.take(update)
    if (this.heard.stop !== undefined) this.#limit()
  }

  #used(use: Parameters<AcpReply['used']>[0]): void {
    this.heard.used(use)
    if (this.heard.stop !== undefined) this.#limit()
  }

  #permit(ask: PermissionAsk) {
    const { stage, footing, root, tools } = this.#ask
    const { toolCall } = ask
    const named = nameOf(toolCall)
    const acts = ['execute', 'edit', 'delete', 'move', 'fetch', 'switch_mode'].includes(toolCall.kind ?? '')
    // A title may be a model's words, so that what acts is never taken for one of our tools.
    const isOurs = () => !acts && named !== undefined && tools.isOurs(named)
    const isSecret = (path: string) => stage.isSecret(path, root)
    const { grant } = this.#ask.say
    const web = hasWeb(grant)
    return answerTo(ask, { footing, root, sandboxed: stage.sandboxed, web, isSecret, isOurs })
  }

  /** Told to end, then waited for; an agent that does not end is ended with its process. */
  async #cancelled(asked: Promise<PromptResponse>): Promise<void> {
    this.#stopped = this.heard.stop ?? 'long'
    await this.#process.notify('session/cancel', { sessionId: this.#ask.session.id })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), CANCEL_MS)
    })
    const end = await Promise.race([asked.catch(() => undefined), late])
    clearTimeout(timer)
    if (end === 'late') await this.#process.stop()
    else this.#answer = end
  }

  /** What the end of the turn means, when nothing was thrown. */
  #judge(): void {
    const { agent } = this.#ask.stage
    const partial = this.heard.heard
    const more = partial === '' ? {} : { partial }
    if (this.heard.stop === 'mode') throw this.#leftMode(more)
    if (this.#stopped !== undefined) {
      this.#sayWhy(this.#stopped)
      return
    }
    const reason = this.#answer?.stopReason
    if (reason === 'cancelled')
      throw new BackendFailed('failed', `${agent.title} ended the turn by itself.`, more)
    if (reason === 'refusal' && partial.trim() === '')
      throw new BackendFailed('failed', `${agent.title} refused to answer.`)
  }

  #leftMode(more: { readonly partial?: string } = {}): BackendFailed {
    const { stage, session } = this.#ask
    return new BackendFailed('failed', `${stage.agent.title} left the mode ${session.mode}.`, more)
  }

  #sayWhy(stop: Stop): void {
    const { say, stage } = this.#ask
    const why =
      stop === 'tools' ? 'had used as many tools as a turn may' : 'had said twice as much as a turn may'
    say.onNotice?.(`${stage.agent.title} was stopped: it ${why}.`)
  }

  #failure(error: unknown): BackendFailed {
    const { say, stage } = this.#ask
    this.heard.end()
    const partial = this.heard.heard
    if (say.signal.aborted) return interrupted(partial)
    const failed = refusal(stage.agent, error, partial)
    return partial === '' || failed.partial !== undefined
      ? failed
      : new BackendFailed(failed.kind, failed.message, { partial })
  }
}

function guardOf({ sandboxed }: Stage, { mode }: OpenSession, _footing: Footing): Guard {
  if (sandboxed) return 'sandbox'
  return mode === undefined ? 'watch' : 'mode'
}

/** A write that the agent itself told of, or one in a place that it named: the grant was broken. */
function mustBeUnchanged(
  { root, stage }: TurnAsk,
  tools: readonly OwnTool[],
  changed: readonly string[],
): void {
  const wrote = tools.find(({ kind, ok }) => ok && ['edit', 'delete', 'move'].includes(kind ?? ''))
  const named = new Set(tools.flatMap(({ paths }) => paths.map((path) => seenFrom(root, path))))
  const path = wrote ? seenFrom(root, wrote.paths[0] ?? '?') : changed.find((one) => named.has(one))
  if (path !== undefined)
    throw new OutsideBoundary(path, `was changed by ${stage.agent.title}, which may only read in this turn`)
}

function seenFrom(root: string, path: string): string {
  const way = relative(root, resolve(root, path)).replaceAll('\\', '/')
  return isAbsolute(way) || way.startsWith('..') ? 'a file outside the workspace' : way
}

function withChanges(error: unknown, changed: readonly string[]): unknown {
  if (!(error instanceof BackendFailed) || changed.length === 0) return error
  const { kind, message, partial, usage, retryAfterMs } = error
  return new BackendFailed(kind, message, {
    changed,
    ...(partial === undefined ? {} : { partial }),
    ...(usage === undefined ? {} : { usage }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** The counts of this turn; nothing where they are missing or cannot be. */
function usageIn(answer: PromptResponse | undefined): Usage | undefined {
  const told = fieldsOf(fieldsOf(answer)['usage'])
  const count = (name: string) =>
    Number.isSafeInteger(told[name]) && Number(told[name]) >= 0 ? Number(told[name]) : 0
  const [cached, cacheWritten] = [count('cachedReadTokens'), count('cachedWriteTokens')]
  const input = count('inputTokens') + cached + cacheWritten
  const output = count('outputTokens')
  if (input + output === 0) return undefined
  return {
    input,
    output,
    ...(cached > 0 ? { cached } : {}),
    ...(cacheWritten > 0 ? { written: cacheWritten } : {}),
    estimated: false,
  }
}

function modelIn(answer: PromptResponse | undefined): string | undefined {
  const quota = fieldsOf(fieldsOf(fieldsOf(answer)['_meta'])['quota'])
  const [first] = Array.isArray(quota['model_usage']) ? quota['model_usage'] : []
  const model = fieldsOf(first)['model']
  return typeof model === 'string' && model !== '' ? model.slice(0, 200) : undefined
}
