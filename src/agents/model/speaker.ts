// Calls a model through the Vercel AI SDK: one request, and another after each use of tools.

import type { ModelMessage, StepResult, SystemModelMessage, ToolSet } from 'ai'
import type { Exchange, JsonSchema, SayOptions, Tool } from '../../kernel/agents.js'
import { together } from '../../kernel/cost/ledger.js'
import { tokensIn } from '../../rules/tokens.js'
import { runTool } from '../run-tool.js'
import type { Part, StreamedReply } from './listen.js'
import type { Provider } from './options.js'
import type { Loaded, Sdk } from './packages.js'
import type { ReasoningAllowance } from './reasoning.js'
import { closed, isStrict } from './shape.js'
import { counted, isCounted } from './usage.js'

/** How many requests one reply may take, the last of them without tools. */
export const MOST_STEPS = 24

export interface Request {
  readonly provider: Provider
  readonly system: string
  readonly history: readonly Exchange[]
  readonly text: string
  /** Sent as a schema field; a schema in words is part of the prompt. */
  readonly schema: JsonSchema | undefined
  readonly reasoning: ReasoningAllowance
  /** The provider may search the web by itself in this call. */
  readonly searches: boolean
}

/** Ends when the model has, or may take no further step. What arrived is in `heard`, even when it rejects. */
export async function send(
  { sdk, model, search }: Loaded,
  request: Request,
  heard: StreamedReply,
  say: SayOptions,
): Promise<void> {
  const { schema, reasoning } = request
  const { fullStream } = sdk.streamText({
    model,
    system: systemMessage(request.system),
    messages: conversation(request.history, request.text),
    tools: {
      ...toolSet(sdk, request.provider, heard, say),
      ...(request.searches && search ? { web_search: search } : {}),
    },
    stopWhen: [sdk.stepCountIs(MOST_STEPS), ({ steps }) => !mayGoOn(steps, request, heard, say)],
    prepareStep: ({ stepNumber }) => ({
      // The limit is for the text of each step; tokens for reasoning are added to it.
      maxOutputTokens: say.maxOutput + reasoning.tokens,
      // No tools at the last step: with another tool call the reply would end without text.
      ...(say.tools.length > 0 && stepNumber === MOST_STEPS - 1 ? { toolChoice: 'none' as const } : {}),
    }),
    maxRetries: 0,
    abortSignal: say.signal,
    providerOptions: providerOptions(schema),
    includeRawChunks: true,
    experimental_transform: () => hearing(heard, reasoning),
    // Errors arrive in the stream; by default the SDK prints them as well.
    onError: () => {},
    ...(schema ? { output: sdk.Output.object({ schema: schemaFor(sdk, schema) }) } : {}),
  })
  for await (const part of fullStream) if (isEnd(part)) heard.take(part, reasoning)
}

/** Heard here and not at the end of the stream: of a structured reply the SDK holds text back that is no JSON yet, and loses it on an error. */
function hearing(heard: StreamedReply, reasoning: ReasoningAllowance): TransformStream<Part, Part> {
  return new TransformStream({
    transform(part, next) {
      if (!isEnd(part)) heard.take(part, reasoning)
      next.enqueue(part)
    },
  })
}

/** These end the call when they are taken. */
const isEnd = ({ type }: Part): boolean => type === 'error' || type === 'abort'

type Steps = readonly StepResult<ToolSet>[]

/** Called after each use of tools: the next request reads everything that the last one read and wrote, and the results. */
function mayGoOn(steps: Steps, request: Request, heard: StreamedReply, say: SayOptions): boolean {
  const last = steps.at(-1)
  if (!last || last.toolCalls.length === 0) return true
  const guess = {
    input: tokensIn(JSON.stringify([request.system, request.history, request.text])),
    output: 0,
    estimated: true,
  }
  const costs = steps.map(({ usage }) => (isCounted(usage) ? counted(usage) : guess))
  const { input, output } = costs.at(-1) ?? guess
  const results = tokensIn(JSON.stringify(last.toolResults.map((result) => result.output)))
  heard.mustStop = !say.mayStep(together(costs), input + output + results)
  return !heard.mustStop
}

function toolSet(sdk: Sdk, provider: Provider, heard: StreamedReply, say: SayOptions): ToolSet {
  const one = (tool: Tool): ToolSet[string] =>
    sdk.tool({
      description: tool.description,
      inputSchema: schemaFor(sdk, tool.input),
      // OpenAI's strict mode would make every optional argument required.
      ...(provider === 'openai' ? { strict: false } : {}),
      execute: async (input: unknown, { toolCallId }) => {
        const use = await runTool({ id: toolCallId, name: tool.name, input }, say)
        heard.uses.push(use)
        return use
      },
      toModelOutput: ({ output }) => ({ type: output.ok ? 'text' : 'error-text', value: output.output }),
    })
  return Object.fromEntries(say.tools.map((tool) => [tool.name, one(tool)]))
}

const schemaFor = (sdk: Sdk, schema: JsonSchema) =>
  sdk.jsonSchema(closed(schema) as Parameters<Sdk['jsonSchema']>[0])

/** Each provider reads only the options under its own name. */
function providerOptions(schema: JsonSchema | undefined) {
  const strictJsonSchema = schema !== undefined && isStrict(closed(schema))
  return {
    // The provider must not store the conversation.
    openai: { store: false, strictJsonSchema },
    compatible: { strictJsonSchema },
  }
}

/** Marks how far Anthropic should cache; other providers ignore it and cache by themselves. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } } }

const systemMessage = (content: string): SystemModelMessage => ({ role: 'system', content, ...cached })

/** The conversation so far as pairs of messages, then the new prompt. */
function conversation(history: readonly Exchange[], text: string): ModelMessage[] {
  const before = history.flatMap(({ prompt, reply }): ModelMessage[] => [
    { role: 'user', content: prompt },
    // Providers refuse an empty message, and two user messages in a row.
    { role: 'assistant', content: reply.trim() === '' ? '(nothing was said)' : reply },
  ])
  const last = before.pop()
  return [...before, ...(last ? [{ ...last, ...cached }] : []), { role: 'user', content: text }]
}
