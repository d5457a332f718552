// The Messages API of Anthropic.

import {
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
  type ReceivedRequest,
  sse,
  textIn,
  textOf,
  usageOf,
} from './types.js'

export const anthropic: Dialect = {
  handles: (path) => path.endsWith('/messages'),
  ending: 3,
  read({ path, headers, body }) {
    const messages = list(body['messages']).map(readMessage)
    return {
      provider: 'anthropic',
      model: String(body['model']),
      system: textIn(body['system']),
      messages,
      last: lastOfUser(messages),
      tools: list(body['tools']).map((tool) => ({ name: String(tool['name']), input: tool['input_schema'] })),
      schema: schemaIn(body),
      maxOutput: body['max_tokens'] as number | undefined,
      stream: body['stream'] === true,
      path,
      headers,
      body,
    }
  },
  whole: (request, reply) => ({
    ...opening(request, reply),
    content: blocks(request, reply),
    stop_reason: stopReason(request, reply),
    usage: usage(reply),
  }),
  stream(request, reply) {
    const content = blocks(request, reply).flatMap((block, at) => blockEvents(block, at, reply))
    const start = {
      ...opening(request, reply),
      content: [],
      stop_reason: null,
      usage: { ...usage(reply), output_tokens: 1 },
    }
    const delta = { stop_reason: stopReason(request, reply), stop_sequence: null }
    return [
      event({ type: 'message_start', message: start }),
      ...content,
      event({ type: 'message_delta', delta, usage: { output_tokens: usage(reply).output_tokens } }),
      event({ type: 'message_stop' }),
    ]
  },
  error: (status, text) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message: text },
  }),
  errorEvent: (error) => event({ type: 'error', error }),
}

export const countTokens = ({ body }: ReceivedRequest): unknown => ({
  input_tokens: Math.ceil(JSON.stringify(body['messages'] ?? []).length / 4),
})

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function readMessage(raw: Json): ModelMessage {
  const parts =
    typeof raw['content'] === 'string' ? [{ type: 'text', text: raw['content'] }] : list(raw['content'])
  const of = (type: string) => parts.filter((part) => (part as Json)['type'] === type) as Json[]
  return message(raw['role'] as ModelMessage['role'], {
    text: textIn(of('text')),
    toolCalls: of('tool_use').map((part) => ({
      id: String(part['id']),
      name: String(part['name']),
      input: part['input'],
    })),
    toolResults: of('tool_result').map((part) => ({
      id: String(part['tool_use_id']),
      output: textIn(part['content']),
    })),
  })
}

/** Newer models take a schema as such, older ones as a tool of this name that they are made to call. */
const jsonTool = 'json'

function schemaIn(body: Json): unknown {
  const format = (body['output_config'] as { format?: { schema?: unknown } } | undefined)?.format
  return format?.schema ?? list(body['tools']).find((tool) => tool['name'] === jsonTool)?.['input_schema']
}

type Block =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use' | 'server_tool_use'; id: string; name: string; input: unknown }
  | { type: 'web_search_tool_result'; tool_use_id: string; content: unknown }

function blocks(request: ModelRequest, reply: ModelReply): Block[] {
  const byTool = reply.json !== undefined && request.tools.some((tool) => tool.name === jsonTool)
  const calls: Block[] = callsOf(request, reply).map(({ id, name, input }) => ({
    type: 'tool_use',
    id,
    name,
    input,
  }))
  if (byTool) return [{ type: 'tool_use', id: 'json_1', name: jsonTool, input: reply.json }]
  const thought: Block[] = reply.reasoning
    ? [{ type: 'thinking', thinking: reply.reasoning, signature: 'signed' }]
    : []
  const said: Block[] = textOf(reply) === '' ? [] : [{ type: 'text', text: textOf(reply) }]
  return [...thought, ...searched(reply), ...said, ...calls]
}

function searched({ searched: search }: ModelReply): Block[] {
  if (!search) return []
  const found = search.urls.map((url) => ({
    type: 'web_search_result',
    url,
    title: 'Found',
    page_age: null,
    encrypted_content: 'secret',
  }))
  return [
    { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: search.query } },
    { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: found },
  ]
}

function blockEvents(block: Block, index: number, reply: ModelReply): string[] {
  const [empty, deltas] = piecewise(block, reply)
  return [
    event({ type: 'content_block_start', index, content_block: empty }),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ]
}

function piecewise(block: Block, reply: ModelReply): [Block, Json[]] {
  if (block.type === 'text')
    return [{ ...block, text: '' }, piecesOf(reply).map((text) => ({ type: 'text_delta', text }))]
  if (block.type === 'thinking') {
    const { thinking, signature } = block
    const deltas = [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ]
    return [{ ...block, thinking: '', signature: '' }, deltas]
  }
  if (block.type === 'web_search_tool_result') return [block, []]
  return [{ ...block, input: {} }, [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }]]
}

let messagesSoFar = 0

const opening = (request: ModelRequest, reply: ModelReply) => ({
  // Clients take two messages of one id for two parts of one message.
  id: `msg_${++messagesSoFar}`,
  type: 'message',
  role: 'assistant',
  model: reply.model ?? request.model,
  stop_sequence: null,
})

const stopReason = (request: ModelRequest, reply: ModelReply): string =>
  reply.stop ?? (blocks(request, reply).some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn')

function usage(reply: ModelReply) {
  const { input = 0, output = 0, cached = 0, cacheWritten = 0 } = usageOf(reply) ?? {}
  return {
    input_tokens: input - cached - cacheWritten,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWritten,
  }
}

const event = (data: Json): string => sse(data, String(data['type']))
