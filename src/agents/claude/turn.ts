// A turn: one prompt, one run of the program, one reply. The program is gone when the turn is over, however it ended.

import type { Options, Query, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import type { JsonSchema, SayOptions } from '../../kernel/agents.js'
import { interrupted, orAbort } from '../abort.js'
import { type Broken, failure, isAnswer, refusesSchema } from './failure.js'
import { Heard } from './listen.js'
import { access, type ClaudeOptions, environment } from './options.js'
import type { Sdk } from './packages.js'
import { Program } from './program.js'
import type { Place } from './session.js'
import { serve } from './tools.js'

/** How often a model may use tools and go on, within one reply. */
export const MOST_STEPS = 24

/** Replies of fewer tokens are short ones. */
const SHORT = 2000
/** How long the program may take to end by itself after its last word, which it needs for its session; and when stopped. */
const ENDS_MS = 10_000
const STOPS_MS = 2_000

export interface Asked {
  readonly system: string
  readonly text: string
  readonly schema?: JsonSchema | undefined
  readonly cwd: string
  readonly place: Place | undefined
}

/** The program knows no schema like the one that was asked for. Nothing was sent. */
export class SchemaRefused extends Error {}

export class Turn {
  readonly #say: SayOptions
  readonly #secret: string | undefined
  readonly #heard: Heard
  readonly #program = new Program()
  readonly #query: Query
  readonly #listening: Promise<Broken>
  #hearNoMore = () => {}
  #isInterrupted = false
  #isOver = false
  #wasStopped = false

  constructor(sdk: Sdk, options: ClaudeOptions, asked: Asked, say: SayOptions) {
    this.#say = say
    this.#heard = new Heard(say)
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
        // A short reply is not to be thought over at length; some models cannot be kept from thinking.
        ...(say.maxOutput < SHORT ? { effort: 'low' } : {}),
        ...(options.model ? { model: options.model } : {}),
        env: { ...environment(options, say.maxOutput) },
        spawnClaudeCodeProcess: this.#program.start,
      },
    })
    this.#listening = this.#listen()
  }

  /** The whole reply. Rejects at once when it is interrupted, and keeps what was said. */
  async answer(): Promise<Heard> {
    const heard = this.#heard
    const { signal } = this.#say
    const broken = await orAbort(this.#listening, signal, () => heard.text).catch((error: unknown) => {
      void this.stop()
      throw error
    })
    if (signal.aborted || this.#wasStopped) throw interrupted(heard.text)
    if (heard.spent || isAnswer(heard.end)) return heard
    if (refusesSchema(broken)) throw new SchemaRefused()
    throw failure(broken, heard.text, this.#secret)
  }

  /** Ends it, and waits until the program has ended. Safe to call at any time. */
  async stop(): Promise<void> {
    if (this.#isOver) return
    this.#wasStopped = true
    // A prompt that was not taken up yet would still be sent after an interrupt.
    if (this.#heard.began) this.#interrupt()
    await this.#program.ended(this.#heard.began ? STOPS_MS : 0)
    await this.#listening
  }

  /** Never rejects: what went wrong is told beside what was heard. */
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
    // It ends by itself when it is told that nothing follows, and has its session on disk by then.
    this.#hearNoMore()
    await this.#program.ended(ENDS_MS)
    this.#isOver = true
    return { end: this.#heard.end, thrown, printed: this.#program.errors, error: this.#heard.error }
  }

  /** Stops the model at once; ending the program would let it talk on for two seconds. */
  #interrupt(): void {
    if (this.#isInterrupted) return
    this.#isInterrupted = true
    this.#query.interrupt().catch(() => {})
  }
}

const fixed = {
  // None of the program's own tools, and nothing of the person's settings, hooks, skills, servers and instructions.
  tools: [],
  settingSources: [],
  strictMcpConfig: true,
  skills: [],
  // The mode that it would choose by itself may ask a model what to allow.
  permissionMode: 'default',
  // Else a prompt that begins with a slash is a command, and one that holds @path brings the file along.
  verbatimPrompts: true,
  includePartialMessages: true,
  // The limit of a reply is for its words; thoughts could use all of it up, or be refused as not fitting into it.
  thinking: { type: 'disabled' },
  maxTurns: MOST_STEPS,
} as const satisfies Options

function conversation({ system, schema, cwd, place }: Asked): Options {
  return {
    cwd,
    systemPrompt: system,
    ...(place ? { resume: place.session } : {}),
    ...(place?.message ? { resumeSessionAt: place.message } : {}),
    ...(schema ? { outputFormat: { type: 'json_schema', schema: { ...schema } } } : {}),
  }
}

/** The way to the program stays open until the reply is over: interrupts and tools need it. */
async function* once(text: string, over: Promise<void>): AsyncGenerator<SDKUserMessage> {
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text }] }
  yield { type: 'user', message, parent_tool_use_id: null }
  await over
}
