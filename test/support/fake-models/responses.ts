// The Responses API of OpenAI.

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
  sse,
  textIn,
  textOf,
  usageOf,
} from './types.js'

export const responses: Dialect = {
  handles: (path) => path.endsWith('/responses'),
  ending: 2,
  read({ path, headers, body }) {
    const input =
      typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : list(body['input'])
    const all = input.map(readItem)
    const messages = all.filter(({ role }) => role !== 'system')
    const systems = all.filter(({ role }) => role === 'system').map(({ text }) => text)
    return {
      provider: 'openai',
      model: String(body['model']),
      system: [textIn(body['instructions']), ...systems].filter(Boolean).join('\n'),
      messages,
      last: lastOfUser(messages),
      tools: list(body['tools']).flatMap(toolsIn),
      schema: (body['text'] as { format?: { schema?: unknown } } | undefined)?.format?.schema,
      maxOutput: body['max_output_tokens'] as number | undefined,
      stream: body['stream'] === true,
      path,
      headers,
      body,
    }
  },
  whole: (request, reply) => finished(request, reply),
  stream(request, reply) {
    const created = { ...finished(request, reply), status: 'in_progress', output: [], usage: null }
    const items = output(request, reply)
    return [
      event({ type: 'response.created', response: created }),
      ...items.flatMap((item, at) => itemEvents(item, at, reply)),
      event({ type: endType(reply), response: finished(request, reply) }),
    ]
  },
  error: (status, text) => ({
    error: { message: text, type: 'fake_error', code: String(status), param: null },
  }),
  errorEvent: ({ type, message: text }) =>
    event({ type: 'error', sequence_number: 1, error: { type, code: type, message: text, param: null } }),
}

/** A client may offer the tools of a server in a space of names; a call of one names both. */
function toolsIn(tool: Json): { name: string; input: unknown }[] {
  const within = tool['type'] === 'namespace' ? list(tool['tools']) : undefined
  if (!within) return [{ name: String(tool['name']), input: tool['parameters'] }]
  return within.map((one) => ({ name: `${tool['name']}${between}${one['name']}`, input: one['parameters'] }))
}

const between = '/'

function nameOf(name: string): Json {
  const [space = '', own] = name.split(between)
  return own === undefined ? { name } : { name: own, namespace: space }
}

function readItem(item: Json): ModelMessage {
  if (item['type'] === 'function_call') {
    const input = JSON.parse(String(item['arguments'])) as unknown
    return message('assistant', {
      toolCalls: [{ id: String(item['call_id']), name: String(item['name']), input }],
    })
  }
  if (item['type'] === 'function_call_output') {
    return message('tool', { toolResults: [{ id: String(item['call_id']), output: textIn(item['output']) }] })
  }
  const role = item['role'] === 'developer' ? 'system' : (item['role'] as ModelMessage['role'])
  return message(role, { text: textIn(item['content']) })
}

function output(request: ModelRequest, reply: ModelReply): Json[] {
  const text = textOf(reply)
  const part = { type: 'output_text', text, annotations: [] }
  const said = { type: 'message', id: 'msg_fake', role: 'assistant', status: 'completed', content: [part] }
  const calls = callsOf(request, reply).map(({ id, name, input }) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    ...nameOf(name),
    arguments: JSON.stringify(input),
    status: 'completed',
  }))
  return [...searched(reply), ...(text === '' ? calls : [said, ...calls])]
}

function searched({ searched: search }: ModelReply): Json[] {
  if (!search) return []
  const sources = search.urls.map((url) => ({ type: 'url', url }))
  const action = { type: 'search', query: search.query, sources }
  return [{ type: 'web_search_call', id: 'ws_1', status: 'completed', action }]
}

function itemEvents(item: Json, output_index: number, reply: ModelReply): string[] {
  const item_id = item['id']
  if (item['type'] === 'web_search_call')
    return [
      event({ type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } }),
      event({ type: 'response.output_item.done', output_index, item }),
    ]
  const empty =
    item['type'] === 'message' ? { ...item, content: [], status: 'in_progress' } : { ...item, arguments: '' }
  const deltas =
    item['type'] === 'message'
      ? piecesOf(reply).map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta }))
      : [{ type: 'response.function_call_arguments.delta', delta: item['arguments'] }]
  return [
    event({ type: 'response.output_item.added', output_index, item: empty }),
    ...deltas.map((delta) => event({ ...delta, item_id, output_index })),
    event({ type: 'response.output_item.done', output_index, item }),
  ]
}

const endType = (reply: ModelReply): string => (reply.stop ? 'response.incomplete' : 'response.completed')

const finished = (request: ModelRequest, reply: ModelReply) => ({
  id: 'resp_fake',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'completed',
  model: reply.model ?? request.model,
  output: output(request, reply),
  incomplete_details: reply.stop ? { reason: reply.stop } : null,
  usage: usage(reply),
})

function usage(reply: ModelReply) {
  const told = usageOf(reply)
  if (!told) return null
  return {
    input_tokens: told.input,
    output_tokens: told.output,
    total_tokens: told.input + told.output,
    input_tokens_details: { cached_tokens: told.cached ?? 0 },
    output_tokens_details: { reasoning_tokens: told.reasoning ?? 0 },
  }
}

const event = (data: Json): string => sse(data, String(data['type']))
