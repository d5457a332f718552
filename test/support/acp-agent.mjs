// An agent for tests, a process of its own on the SDK's agent side. It asks the model at ACP_MODEL_URL (the fake on loopback) and does what
// that says: words, tools of ours by MCP, and tools of its own that misbehave: it can write with and without asking, warn, die, hang, flood, leave its mode.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import { agent, ndJsonStream, RequestError } from '@agentclientprotocol/sdk'

const { ACP_MODEL_URL: url, ACP_STATE: state, ACP_FLAGS: flags = '' } = process.env
const has = (flag) => flags.split(',').includes(flag)
if (has('silent')) setInterval(() => {}, 1000)
if (has('dies')) {
  process.stderr.write('no licence found\n')
  process.exit(137)
}
if (state) mkdirSync(state, { recursive: true })
const sessions = new Map()
const fileOf = (id) => join(state ?? '.', `${id}.json`)
const modes = () =>
  has('no-modes')
    ? undefined
    : { currentModeId: 'build', availableModes: ['plan', 'build'].map((id) => ({ id, name: id })) }
/** Newer agents tell their modes as an option. */
const modeOption = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'build',
  options: ['plan', 'build'].map((value) => ({ value, name: value })),
}
const configOptions = [
  {
    id: 'm',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: 'small',
    options: [
      { value: 'small', name: 'S' },
      { value: 'large', name: 'L' },
    ],
  },
  ...(has('mode-option') ? [modeOption] : []),
]

function open(id, { cwd, mcpServers = [] }, messages = []) {
  for (const one of sessions.get(id)?.servers ?? []) one.kill()
  const servers = mcpServers.map((one) => mcp(one, cwd))
  sessions.set(id, { cwd, messages, servers, mode: 'build', stop: undefined })
}

/** A small MCP client of the older era. */
function mcp({ command, args, env }, cwd) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map()
  createInterface(child.stdout).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    waiting.get(id)?.(result ?? { isError: true, content: [{ type: 'text', text: error?.message ?? '' }] })
  })
  let n = 0
  const ask = (method, params) =>
    new Promise((done) => {
      waiting.set(++n, done)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: n, method, params })}\n`)
    })
  const ready = ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test-agent', version: '1' },
  }).then(() => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    return ask('tools/list', {})
  })
  return {
    tools: ready.then(({ tools }) => tools),
    call: (name, input) => ask('tools/call', { name, arguments: input }),
    kill: () => child.kill(),
  }
}

/** One answer of the model, its words told as they come. */
async function think(session, say, signal) {
  const tools = (await Promise.all(session.servers.map((one) => one.tools))).flat()
  const body = {
    model: 'fake',
    stream: true,
    messages: session.messages,
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, inputSchema }) => ({
            type: 'function',
            function: { name, parameters: inputSchema },
          })),
        }
      : {}),
  }
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw new RequestError(-32603, `${response.status} ${await response.text()}`)
  const message = { role: 'assistant', content: '', tool_calls: [] }
  let rest = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    rest += piece
    const lines = rest.split('\n')
    rest = lines.pop()
    for (const line of lines.filter((one) => one.startsWith('data: {'))) {
      const { delta = {} } = JSON.parse(line.slice(6)).choices?.[0] ?? {}
      if (delta.content) await say(delta.content)
      message.content += delta.content ?? ''
      for (const call of delta.tool_calls ?? []) {
        const at = call.index ?? 0
        message.tool_calls[at] ??= { id: '', type: 'function', function: { name: '', arguments: '' } }
        const known = message.tool_calls[at]
        known.id ||= call.id ?? ''
        known.function.name += call.function?.name ?? ''
        known.function.arguments += call.function?.arguments ?? ''
      }
    }
  }
  if (message.tool_calls.length === 0) delete message.tool_calls
  session.messages.push(message)
  return message.tool_calls ?? []
}

/** Its own tools: what the model tells it to do, it does. */
async function own(name, input, { session, client, sessionId, id }) {
  const update = (more) => client.notify('session/update', { sessionId, update: more })
  const path = resolve(session.cwd, input.path ?? 'x')
  if (name === 'die') process.exit(137)
  if (name === 'hang') await new Promise(() => {})
  if (name === 'flood')
    await update({
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'text', text: 'x'.repeat(9_000_000) },
    })
  if (name === 'mode') await update({ sessionUpdate: 'current_mode_update', currentModeId: 'build' })
  if (name === 'warn')
    await update({
      sessionUpdate: 'notice',
      severity: 'warning',
      title: 'A warning',
      description: input.text,
    })
  if (name === 'murmur')
    await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: input.text } })
  if (name !== 'write' && name !== 'shell') return 'done'
  const kind = name === 'shell' ? 'execute' : 'edit'
  const call = {
    toolCallId: id,
    title: input.title ?? name,
    kind: input.kind ?? kind,
    rawInput: input,
    locations: input.hides ? [] : [{ path }],
  }
  if (input.tells) await update({ sessionUpdate: 'tool_call', status: 'pending', ...call })
  if (input.asks) {
    const options = ['allow_once', 'allow_always', 'reject_once'].map((one) => ({
      optionId: one,
      name: one,
      kind: one,
    }))
    const { outcome } = await client.request('session/request_permission', {
      sessionId,
      toolCall: call,
      options,
    })
    if (outcome.optionId !== 'allow_once') {
      if (input.tells) await update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed' })
      return `refused: ${JSON.stringify(outcome)}`
    }
  }
  try {
    writeFileSync(path, 'written by the agent')
  } catch (error) {
    if (input.tells) await update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed' })
    return String(error.code)
  }
  if (input.tells) await update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed' })
  return 'written'
}

async function prompt({ params, client }) {
  const { sessionId } = params
  const session = sessions.get(sessionId)
  session.messages.push({ role: 'user', content: params.prompt.map(({ text }) => text).join('') })
  const stop = new AbortController()
  session.stop = () => stop.abort()
  let message = 0
  try {
    for (;;) {
      const messageId = has('nameless') ? undefined : `m${++message}`
      const say = (text) =>
        client.notify('session/update', {
          sessionId,
          update: { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } },
        })
      const calls = await think(session, say, stop.signal)
      if (calls.length === 0) break
      for (const { id, function: used } of calls) {
        const input = JSON.parse(used.arguments || '{}')
        const mine = /^own_(\w+)$/.exec(used.name)?.[1]
        const result = mine
          ? await own(mine, input, { session, client, sessionId, id })
          : await session.servers[0]?.call(used.name, input)
        const text =
          typeof result === 'string'
            ? result
            : (result?.content?.map((part) => part.text).join('') ?? 'no such tool')
        session.messages.push({ role: 'tool', tool_call_id: id, content: text })
      }
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
    return { stopReason: 'cancelled' }
  }
  if (state) writeFileSync(fileOf(sessionId), JSON.stringify(session.messages))
  return {
    stopReason: has('refuses') ? 'refusal' : 'end_turn',
    usage: { totalTokens: 18, inputTokens: 10, outputTokens: 3, cachedReadTokens: 5 },
  }
}

const reopen = ({ params }) => {
  if (!state || !existsSync(fileOf(params.sessionId)) || has('forgets'))
    throw new RequestError(-32002, 'Resource not found')
  open(params.sessionId, params, JSON.parse(readFileSync(fileOf(params.sessionId), 'utf8')))
  return { modes: modes(), configOptions }
}

if (!has('silent'))
  agent({ name: 'test-agent' })
    .onRequest('initialize', () => ({
      protocolVersion: has('old') ? 0 : 1,
      agentCapabilities: {
        loadSession: has('loads'),
        sessionCapabilities: has('no-resume') ? {} : { resume: {} },
      },
      authMethods: has('login') ? [{ id: 'key', name: 'test-agent login' }] : [],
    }))
    .onRequest('session/new', ({ params }) => {
      if (has('login')) throw new RequestError(-32000, 'Authentication required')
      // In a sandbox every process has the same number.
      const sessionId = randomUUID()
      open(sessionId, params)
      return { sessionId, modes: modes(), configOptions }
    })
    .onRequest('session/resume', reopen)
    .onRequest('session/load', reopen)
    .onRequest('session/set_mode', async ({ params, client }) => {
      sessions.get(params.sessionId).mode = params.modeId
      const update = { sessionUpdate: 'current_mode_update', currentModeId: 'build' }
      if (has('stays')) await client.notify('session/update', { sessionId: params.sessionId, update })
      return {}
    })
    .onRequest('session/set_config_option', ({ params }) => ({
      configOptions: configOptions.map((one) =>
        one.id === params.configId && !has('stuck') ? { ...one, currentValue: params.value } : one,
      ),
    }))
    .onRequest('session/prompt', prompt)
    .onNotification('session/cancel', ({ params }) => {
      if (!has('stubborn')) sessions.get(params.sessionId)?.stop?.()
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
process.stdin.on('close', () => process.exit(0))
