// A voice of Claude's: one seat's conversation, kept by the program in a session that each reply continues.

import { mkdir } from 'node:fs/promises'
import type { JsonSchema, Prompt, Reply, Room, SayOptions, Voice } from '../../kernel/agents.js'
import { structured } from '../../kernel/turn/json-in.js'
import { throwIfAborted } from '../abort.js'
import { inWords } from '../model/shape.js'
import { tally } from '../tokens.js'
import { withDigest } from './digest.js'
import { failure } from './failure.js'
import type { ClaudeReply } from './listen.js'
import { type ClaudeOptions, configDir, thinkingOf } from './options.js'
import type { Sdk } from './packages.js'
import { pointIn, type SessionPoint, written } from './session.js'
import { SchemaRefused, Turn } from './turn.js'

export function voice(sdk: Sdk, options: ClaudeOptions, room: Room): Voice {
  return new ClaudeVoice(sdk, options, room)
}

class ClaudeVoice implements Voice {
  readonly #sdk: Sdk
  readonly #options: ClaudeOptions
  readonly #room: Room
  readonly #costs
  /** How far the conversation has come. A failed reply does not change it. */
  #place: SessionPoint | undefined
  #turn: Turn | undefined
  /** Set once the program has refused a schema. */
  #wordsOnly = false

  constructor(sdk: Sdk, options: ClaudeOptions, room: Room) {
    this.#sdk = sdk
    this.#options = options
    this.#room = room
    this.#costs = tally(room.history)
    this.#place = room.session === undefined ? undefined : pointIn(room.session)
  }

  get thinking(): number {
    return thinkingOf(this.#options)
  }

  async say(prompt: Prompt, say: SayOptions): Promise<Reply> {
    throwIfAborted(say.signal)
    await this.#turn?.stop()
    await mkdir(configDir(this.#options), { recursive: true, mode: 0o700 })
    throwIfAborted(say.signal)
    const heard = await this.#ask(prompt, say)
    this.#place = heard.place ?? this.#place
    const said = { ...words(heard, prompt), tools: heard.uses }
    const usage = await this.#usage(heard, prompt, said)
    return {
      ...said,
      ...heard.besides,
      ...heard.cutOff,
      usage,
      ...(heard.model ? { model: heard.model } : {}),
      ...(this.#place ? { session: written(this.#place) } : {}),
    }
  }

  async close(): Promise<void> {
    await this.#turn?.stop()
  }

  async #ask(prompt: Prompt, say: SayOptions): Promise<ClaudeReply> {
    try {
      return await this.#once(prompt, say)
    } catch (error) {
      if (!(error instanceof SchemaRefused)) throw error
      this.#wordsOnly = true
      return this.#once(prompt, say)
    }
  }

  #once(prompt: Prompt, say: SayOptions): Promise<ClaudeReply> {
    const schema = prompt.schema && !this.#wordsOnly ? takenAs(prompt.schema) : undefined
    const now = prompt.schema && !schema ? `${prompt.text}\n\n${inWords(prompt.schema)}` : prompt.text
    const text = this.#place ? now : withDigest(this.#room.history, now)
    const { cwd, meeting } = this.#room
    const asked = { system: prompt.system, text, schema, cwd, meeting, place: this.#place }
    this.#turn = started(() => new Turn(this.#sdk, this.#options, asked, say))
    return this.#turn.answer()
  }

  /** A proxy between us and the model may report no counts. */
  async #usage(
    heard: ClaudeReply,
    prompt: Prompt,
    said: Pick<Reply, 'text' | 'value'>,
  ): Promise<Reply['usage']> {
    const { usage } = heard
    if (usage.input + usage.output === 0) return this.#costs.estimate(prompt, said)
    this.#costs.note(prompt, said)
    return usage
  }
}

/** The SDK throws at once when its program is not there. */
function started(start: () => Turn): Turn {
  try {
    return start()
  } catch (thrown) {
    throw failure({ end: undefined, thrown, printed: '', error: undefined }, {}, undefined)
  }
}

/** The schema as the program accepts it, or undefined: the program turns it into a tool, and a tool's input must be an object. */
function takenAs({ $schema: _, ...schema }: JsonSchema): JsonSchema | undefined {
  return schema['type'] === 'object' ? schema : undefined
}

/** A structured reply that does not fit is returned as it is, and the kernel asks for a repair. */
function words(heard: ClaudeReply, { schema }: Prompt): Pick<Reply, 'text' | 'value'> {
  if (!schema) return { text: heard.text }
  return heard.value === undefined ? structured(heard.text, schema) : { text: '', value: heard.value }
}
