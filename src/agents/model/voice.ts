// A model's voice: one seat's conversation with one model, kept in memory and sent whole with every prompt.

import type { ModelMessage, ToolSet } from 'ai'
import type { Exchange, Prompt, Reply, Room, SayOptions, Tool, Voice } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { structured } from '../../kernel/json-in.js'
import { interrupted, orAbort, throwIfAborted } from '../abort.js'
import { runTool } from '../run-tool.js'
import { spoken, tally } from '../tokens.js'
import { failure } from './failure.js'
import { StreamedReply } from './listen.js'
import { conversation, systemMessage } from './messages.js'
import type { ModelOptions } from './options.js'
import type { Loaded, Sdk } from './packages.js'
import { closed, inWords, isStrict, takesSchema } from './shape.js'
import { cost } from './usage.js'

/** How often a model may use tools and go on, within one reply. */
export const MOST_STEPS = 24

export function voice(loaded: Loaded, options: ModelOptions, room: Room): Voice {
  const history: Exchange[] = [...room.history]
  const costs = tally(room.history)
  const speaker = new ModelSpeaker(loaded, options)
  return {
    async say(prompt, say) {
      throwIfAborted(say.signal)
      const { heard, sent } = await speaker.ask(prompt, say, history)
      const said = { ...words(heard, prompt), tools: heard.uses }
      const usage = await cost(heard.usages, said, prompt, costs)
      history.push({ prompt: sent, reply: spoken(said) })
      return { ...said, ...heard.besides, usage, ...(heard.model ? { model: heard.model } : {}) }
    },
    async close() {},
  }
}

/** What cannot be read as JSON is returned as text, and the kernel asks for a repair. */
function words(heard: StreamedReply, { schema }: Prompt): Pick<Reply, 'text' | 'value'> {
  return schema ? structured(heard.text, schema) : { text: heard.text }
}

interface Answer {
  readonly heard: StreamedReply
  /** The prompt as it was sent. */
  readonly sent: string
}

class ModelSpeaker {
  readonly #sdk: Sdk
  readonly #model: Loaded['model']
  readonly #options: ModelOptions
  /** Set once the server has refused a request with a schema. */
  #wordsOnly = false

  constructor({ sdk, model }: Loaded, options: ModelOptions) {
    this.#sdk = sdk
    this.#model = model
    this.#options = options
  }

  async ask(prompt: Prompt, say: SayOptions, history: readonly Exchange[]): Promise<Answer> {
    try {
      return await this.#once(prompt, say, history)
    } catch (error) {
      if (!prompt.schema || this.#wordsOnly || !refusesSchema(error)) throw error
      this.#wordsOnly = true
      return this.#once(prompt, say, history)
    }
  }

  async #once(prompt: Prompt, say: SayOptions, history: readonly Exchange[]): Promise<Answer> {
    const native = !this.#wordsOnly && takesSchema(this.#options, say.tools.length > 0)
    // An OpenAI-compatible server may silently ignore the schema field, so the prompt states it too.
    const told = prompt.schema && (!native || this.#options.provider === 'compatible')
    const sent = told ? `${prompt.text}\n\n${inWords(prompt.schema)}` : prompt.text
    const heard = new StreamedReply(say)
    const listening = this.#listen(
      heard,
      conversation(history, sent),
      native ? prompt : { ...prompt, schema: undefined },
      say,
    )
    try {
      await orAbort(listening, say.signal, () => heard.heard)
    } catch (error) {
      throw say.signal.aborted ? interrupted(heard.heard) : failure(error, this.#options, heard.heard)
    }
    heard.finish()
    this.#mustBeWhole(heard)
    return { heard, sent }
  }

  async #listen(
    heard: StreamedReply,
    messages: ModelMessage[],
    prompt: Asked,
    say: SayOptions,
  ): Promise<void> {
    const { fullStream } = this.#sdk.streamText({
      model: this.#model,
      system: systemMessage(prompt.system),
      messages,
      tools: this.#tools(heard, say),
      stopWhen: [this.#sdk.stepCountIs(MOST_STEPS), ({ steps }) => left(steps, say) <= 0],
      prepareStep: ({ steps, stepNumber }) => ({
        // The limit is for the whole reply, not for each step of it.
        maxOutputTokens: Math.max(1, left(steps, say)),
        // No tools at the last step: with another tool call the reply would end without text.
        ...(say.tools.length > 0 && stepNumber === MOST_STEPS - 1 ? { toolChoice: 'none' as const } : {}),
      }),
      maxOutputTokens: say.maxOutput,
      maxRetries: 0,
      abortSignal: say.signal,
      providerOptions: providerOptions(prompt),
      // Errors arrive in the stream; by default the SDK prints them as well.
      onError: () => {},
      ...(prompt.schema ? { output: this.#sdk.Output.object({ schema: this.#schema(prompt.schema) }) } : {}),
    })
    for await (const part of fullStream) heard.take(part)
  }

  #schema(schema: NonNullable<Prompt['schema']>) {
    return this.#sdk.jsonSchema(closed(schema) as Parameters<Sdk['jsonSchema']>[0])
  }

  #tools(heard: StreamedReply, say: SayOptions): ToolSet {
    const one = (tool: Tool): ToolSet[string] =>
      this.#sdk.tool({
        description: tool.description,
        inputSchema: this.#schema(tool.input),
        // OpenAI's strict mode would make every optional argument required.
        ...(this.#options.provider === 'openai' ? { strict: false } : {}),
        execute: async (input: unknown, { toolCallId }) => {
          const use = await runTool({ id: toolCallId, name: tool.name, input }, say)
          heard.uses.push(use)
          return use
        },
        toModelOutput: ({ output }) => ({ type: output.ok ? 'text' : 'error-text', value: output.output }),
      })
    return Object.fromEntries(say.tools.map((tool) => [tool.name, one(tool)]))
  }

  #mustBeWhole(heard: StreamedReply): void {
    const { provider, model } = this.#options
    const partial = heard.heard
    if (heard.end === 'broken') {
      throw new BackendFailed('failed', `${provider} (${model}) broke off before its reply was whole.`, {
        partial,
      })
    }
    if (heard.end === 'content-filter' && partial === '') {
      throw new BackendFailed('failed', `${provider} (${model}) withheld its reply (content filter).`)
    }
  }
}

type Asked = Omit<Prompt, 'schema'> & { readonly schema?: Prompt['schema'] | undefined }

/** Output tokens that the reply may still cost. */
function left(
  steps: readonly { readonly usage: { readonly outputTokens?: number | undefined } }[],
  say: SayOptions,
): number {
  return say.maxOutput - steps.reduce((sum, { usage }) => sum + (usage.outputTokens ?? 0), 0)
}

/** Each provider reads only the options under its own name. */
function providerOptions({ schema }: Asked) {
  const strictJsonSchema = schema !== undefined && isStrict(closed(schema))
  return {
    // The provider must not store the conversation.
    openai: { store: false, strictJsonSchema },
    compatible: { strictJsonSchema },
  }
}

const refusesSchema = (error: unknown): boolean =>
  error instanceof BackendFailed &&
  error.kind === 'failed' &&
  / answered 4(00|22): /.test(error.message) &&
  /response.?format|json.?schema|structured.?output|response.?schema/i.test(error.message)
