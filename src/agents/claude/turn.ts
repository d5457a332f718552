// A turn: one prompt, one run of the program, one reply. The program is gone when the turn is over, however it ended.

import type { Options, Query, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import type { JsonSchema, SayOptions } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { seatVariables } from '../../workspace/nested.js'
import { interrupted, orAbort } from '../abort.js'
import { type Broken, failure, isAnswer, refusesSchema } from './failure.js'
import { ClaudeReply } from './listen.js'
import { access, type ClaudeOptions, environment, thinkingOf } from './options.js'
import type { Sdk } from './packages.js'
import { Program } from './program.js'
import type { SessionPoint } from './session.js'
import { serve } from './tools.js'

/** How often a model may use tools and go on, within one reply. */
export const MOST_STEPS = 24

/** Replies of fewer tokens are short ones. */
const SHORT = 2000
/** How long the program may take to exit by itself: after its result, when it saves its session, and when it is stopped. */
const ENDS_MS = 10_000
const STOPS_MS = 2_000

export interface Asked {
  readonly system: string
  readonly text: string
  readonly schema?: JsonSchema | undefined
  readonly cwd: string
  readonly meeting?: string | undefined
  readonly place: SessionPoint | undefined
}

/** The program refused the schema. Nothing was sent to the model, so the caller can try again without one. */
export class SchemaRefused extends Error {}

export class Turn {
  readonly #say: SayOptions
  readonly #secret: string | undefined
  readonly #heard: ClaudeReply
  readonly #program = new Program()
  readonly #query: Query
  readonly #listening: Promise<Broken>
  #hearNoMore = () => {}
  #isInterrupted = false
  #isOver = false
  #wasStopped = false

  constructor(sdk: Sdk, options: ClaudeOptions, asked: Asked, say: SayOptions) {
    this.#say = say
    this.#heard = new ClaudeReply(say)
    this.#secret = access(options).secret
    const served = serve(sdk, say, {
      open: () => !this.#heard.spent,
      done: (use) => void this.#heard.uses.push(use),
    })
    const over = new Promise<void>((done) => {
      this.#hearNoMore = done
    })
    this.#query = sdk.query({
      prompt: once(asked.text, over),
      options: {
        ...fixed,
        ...served,
        ...conversation(asked),
        thinking: thinkingFor(options),
        // Less thinking for short replies.
        ...(say.maxOutput < SHORT ? { effort: 'low' } : {}),
        ...(options.model ? { model: options.model } : {}),
        env: { ...environment(options, say.maxOutput), ...seatVariables(asked.meeting) },
        spawnClaudeCodeProcess: this.#program.start,
      },
    })
    this.#listening = this.#listen()
  }

  /** The whole reply. Rejects at once when it is interrupted, and keeps what was said. */
  async answer(): Promise<ClaudeReply> {
    const heard = this.#heard
    const { signal } = this.#say
    const broken = await orAbort(this.#listening, signal, () => heard.heard).catch((error: unknown) => {
      void this.stop()
      throw signal.aborted ? interrupted(heard.remains) : error
    })
    if (signal.aborted || this.#wasStopped) throw interrupted(heard.remains)
    if (heard.mustStop)
      throw new BackendFailed('failed', 'Claude was stopped: the token ceiling leaves no room', heard.remains)
    if (heard.isRefused) throw new BackendFailed('refused', 'Claude withheld its reply', heard.remains)
    if (heard.spent || heard.isWithheld || isAnswer(heard.end)) return heard
    if (refusesSchema(broken)) throw new SchemaRefused()
    throw failure(broken, heard.remains, this.#secret)
  }

  /** Ends it, and waits until the program has ended. Safe to call at any time. */
  async stop(): Promise<void> {
    if (this.#isOver) return
    this.#wasStopped = true
    // A prompt that the program has not read yet would still be sent after an interrupt.
    if (this.#heard.began) this.#interrupt()
    await this.#program.ended(this.#heard.began ? STOPS_MS : 0)
    await this.#listening
  }

  /** Never rejects: the error is returned together with what was heard. */
  async #listen(): Promise<Broken> {
    let thrown: unknown
    try {
      for await (const message of this.#query) {
        this.#heard.take(message)
        if (message.type === 'result') this.#hearNoMore()
        else if (this.#heard.spent) this.#interrupt()
      }
    } catch (error) {
      thrown = error
    }
    // The program exits by itself when its input ends, and has saved its session by then.
    this.#hearNoMore()
    if (!this.#say.signal.aborted) this.#heard.finish()
    await this.#program.ended(ENDS_MS)
    this.#isOver = true
    return { end: this.#heard.end, thrown, printed: this.#program.errors, error: this.#heard.error }
  }

  /** Stops the model at once; killing the program would let it go on for two seconds. */
  #interrupt(): void {
    if (this.#isInterrupted) return
    this.#isInterrupted = true
    this.#query.interrupt().catch(() => {})
  }
}

const fixed = {
  // None of the program's own tools, and none of the user's settings, hooks, skills, servers or instructions.
  tools: [],
  settingSources: [],
  strictMcpConfig: true,
  skills: [],
  // Named, because the mode that it would choose by itself may ask a model which tools to allow.
  permissionMode: 'default',
  // Otherwise a prompt that begins with a slash is run as a command, and one with @path attaches that file.
  verbatimPrompts: true,
  includePartialMessages: true,
  maxTurns: MOST_STEPS,
} as const satisfies Options

/** Newer models decide themselves how much of it they use. */
function thinkingFor(options: ClaudeOptions): NonNullable<Options['thinking']> {
  const budgetTokens = thinkingOf(options)
  return budgetTokens === 0 ? { type: 'disabled' } : { type: 'enabled', budgetTokens }
}

function conversation({ system, schema, cwd, place }: Asked): Options {
  return {
    cwd,
    systemPrompt: system,
    ...(place ? { resume: place.session } : {}),
    ...(place?.message ? { resumeSessionAt: place.message } : {}),
    ...(schema ? { outputFormat: { type: 'json_schema', schema: { ...schema } } } : {}),
  }
}

/** The program's input stays open until the reply is over: interrupts and tools need it. */
async function* once(text: string, over: Promise<void>): AsyncGenerator<SDKUserMessage> {
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text }] }
  yield { type: 'user', message, parent_tool_use_id: null }
  await over
}
