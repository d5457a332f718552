// The generateContent API of Google.

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

export const google: Dialect = {
  handles: (path) => /:(streamG|g)enerateContent$/.test(path),
  ending: 1,
  read({ path, query, headers, body }) {
    const messages = list(body['contents']).map(readContent)
    const config = (body['generationConfig'] ?? {}) as Json
    return {
      provider: 'google',
      model: /models\/([^/:]+):/.exec(path)?.[1] ?? '',
      system: textIn((body['systemInstruction'] as { parts?: unknown } | undefined)?.parts),
      messages,
      last: lastOfUser(messages),
      tools: list(body['tools'])
        .flatMap((group) => list(group['functionDeclarations']))
        .map((tool) => ({
          name: String(tool['name']),
          input: tool['parameters'] ?? tool['parametersJsonSchema'],
        })),
      schema: config['responseSchema'] ?? config['responseJsonSchema'],
      maxOutput: config['maxOutputTokens'] as number | undefined,
      stream: path.endsWith(':streamGenerateContent') && query.get('alt') === 'sse',
      path,
      headers,
      body,
    }
  },
  whole: (request, reply) => chunk(request, reply, [...words(textOf(reply)), ...calls(request, reply)], true),
  stream: (request, reply) => [
    ...(reply.reasoning
      ? [sse(chunk(request, reply, [{ text: reply.reasoning, thought: true }], false))]
      : []),
    ...piecesOf(reply).map((text) => sse(chunk(request, reply, [{ text }], false))),
    sse(chunk(request, reply, calls(request, reply), true)),
  ],
  error: (status, text) => ({ error: { code: status, message: text, status: 'FAKE_ERROR' } }),
  errorEvent: ({ type, message: text }) => sse({ error: { code: 503, message: text, status: type } }),
}

function readContent(raw: Json): ModelMessage {
  const parts = list(raw['parts'])
  const results = parts.flatMap((part) =>
    part['functionResponse'] ? [part['functionResponse'] as Json] : [],
  )
  const made = parts.flatMap((part) => (part['functionCall'] ? [part['functionCall'] as Json] : []))
  return message(raw['role'] === 'model' ? 'assistant' : 'user', {
    text: textIn(parts),
    toolCalls: made.map((call) => ({
      id: String(call['id'] ?? call['name']),
      name: String(call['name']),
      input: call['args'],
    })),
    toolResults: results.map((result) => ({
      id: String(result['id'] ?? result['name']),
      output: outputIn(result),
    })),
  })
}

function outputIn(result: Json): string {
  const response = result['response'] as { content?: unknown; output?: unknown; error?: unknown } | undefined
  const output = response?.content ?? response?.output ?? response?.error ?? response
  return typeof output === 'string' ? output : JSON.stringify(output)
}

const words = (text: string): Json[] => (text === '' ? [] : [{ text }])

const calls = (request: ModelRequest, reply: ModelReply): Json[] =>
  callsOf(request, reply).map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }))

function grounded({ searched }: ModelReply): Json {
  if (!searched) return {}
  const groundingChunks = searched.urls.map((uri) => ({ web: { uri, title: 'Found' } }))
  return { groundingMetadata: { webSearchQueries: [searched.query], groundingChunks } }
}

function chunk(request: ModelRequest, reply: ModelReply, parts: Json[], last: boolean): Json {
  const told = usageOf(reply)
  const content = { role: 'model', parts }
  const end = last ? { finishReason: reply.stop ?? 'STOP' } : {}
  return {
    responseId: 'fake',
    modelVersion: reply.model ?? request.model,
    candidates: [{ content, index: 0, ...end, ...(last ? grounded(reply) : {}) }],
    ...(last && told
      ? {
          usageMetadata: {
            promptTokenCount: told.input,
            candidatesTokenCount: told.output - (told.reasoning ?? 0),
            ...(told.reasoning ? { thoughtsTokenCount: told.reasoning } : {}),
            cachedContentTokenCount: told.cached ?? 0,
            totalTokenCount: told.input + told.output,
          },
        }
      : {}),
  }
}
