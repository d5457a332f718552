// Chat completions: OpenAI's older API, and what every server that speaks like OpenAI understands.

import {
  argumentsOf,
  callsOf,
  type Dialect,
  type Json,
  lastOfUser,
  list,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  message,
  piecesOf,
  sse,
  textIn,
  textOf,
  usageOf,
} from './types.js'

export const chat: Dialect = {
  handles: (path) => path.endsWith('/chat/completions'),
  ending: 3,
  read({ path, headers, body }) {
    const all = list(body['messages']).map(readMessage)
    const messages = all.filter(({ role }) => role !== 'system')
    return {
      provider: path.startsWith('/openai/') ? 'openai' : 'compatible',
      model: String(body['model']),
      system: all
        .filter(({ role }) => role === 'system')
        .map(({ text }) => text)
        .join('\n'),
      messages,
      last: lastOfUser(messages),
      tools: list(body['tools']).map((tool) => {
        const { name, parameters } = tool['function'] as { name: string; parameters: unknown }
        return { name, input: parameters }
      }),
      schema: (body['response_format'] as { json_schema?: { schema?: unknown } } | undefined)?.json_schema
        ?.schema,
      maxOutput: (body['max_tokens'] ?? body['max_completion_tokens']) as number | undefined,
      stream: body['stream'] === true,
      path,
      headers,
      body,
    }
  },
  whole(request, reply) {
    const calls = toolCalls(request, reply)
    const said = {
      role: 'assistant',
      content: textOf(reply) || null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    }
    const choice = { index: 0, message: said, finish_reason: finishReason(reply) }
    return { ...opening(request, reply), object: 'chat.completion', choices: [choice], usage: usage(reply) }
  },
  stream(request, reply) {
    const chunk = (delta: Json, finish: string | null = null): string =>
      sse({ ...opening(request, reply), choices: [{ index: 0, delta, finish_reason: finish }] })
    const told = usage(reply)
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(reply.reasoning ? [chunk({ reasoning_content: reply.reasoning })] : []),
      ...(reply.refusal ? [chunk({ refusal: reply.refusal })] : []),
      ...piecesOf(reply).map((content) => chunk({ content })),
      ...toolCalls(request, reply).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
      chunk({}, finishReason(reply)),
      told ? sse({ ...opening(request, reply), choices: [], usage: told }) : ': no usage\n\n',
      sse('[DONE]'),
    ]
  },
  error: (status, text) => ({ error: { message: text, type: 'fake_error', code: String(status) } }),
  errorEvent: ({ type, message: text }) => sse({ error: { message: text, type, code: type } }),
}

function readMessage(raw: Json): ModelMessage {
  const role = raw['role'] === 'developer' ? 'system' : (raw['role'] as ModelMessage['role'])
  const text = textIn(raw['content'])
  if (role === 'tool')
    return message(role, { toolResults: [{ id: String(raw['tool_call_id']), output: text }] })
  return message(role, {
    text,
    toolCalls: list(raw['tool_calls']).map((call) => {
      const { name, arguments: input } = call['function'] as { name: string; arguments: string }
      return { id: String(call['id']), name, input: parsed(input) }
    }),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const toolCalls = (request: ModelRequest, reply: ModelReply) =>
  callsOf(request, reply).map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: argumentsOf(input) },
  }))

const opening = (request: ModelRequest, reply: ModelReply) => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: reply.model ?? request.model,
})

const finishReason = (reply: ModelReply): string =>
  reply.stop ?? (reply.toolCalls?.length ? 'tool_calls' : 'stop')

function usage(reply: ModelReply) {
  const told = usageOf(reply)
  if (!told) return undefined
  return {
    prompt_tokens: told.input,
    completion_tokens: told.output,
    total_tokens: told.input + told.output,
    prompt_tokens_details: { cached_tokens: told.cached ?? 0 },
    ...(told.reasoning ? { completion_tokens_details: { reasoning_tokens: told.reasoning } } : {}),
  }
}
