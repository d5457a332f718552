// Backend `claude`: the real SDK and its real program, against a fake of the Messages API on loopback. Every start of the
// program costs half a second, so that a test here looks at more than one thing.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type FakeModels,
  fakeModels,
  type ModelReply,
  type ModelRequest,
} from '../../../test/support/fake-models.js'
import type { Exchange, Prompt, Room, SayOptions, ToolEvent, Usage } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import {
  backendSuite,
  fakeTool,
  type Line,
  type Plan,
  prompt,
  room,
  options as sayOptions,
  seat,
} from '../backend.suite.js'
import { claude } from './claude.js'
import { type ClaudeOptions, environment } from './options.js'
import { type Import, load, notInstalled } from './packages.js'
import { pointIn } from './session.js'
import { MOST_STEPS } from './turn.js'

const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')
const model = 'claude-sonnet-4-5'

let fake: FakeModels
let home: string
beforeAll(async () => {
  fake = await fakeModels()
  home = mkdtempSync(join(tmpdir(), 'parley-claude-'))
})
afterAll(async () => {
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => {
  fake.forget()
  fake.answer(() => 'Yes.')
})

const surroundings = () => ({
  PATH: process.env['PATH'],
  HOME: join(home, 'nobody'),
  PARLEY_HOME: join(home, 'parley'),
})
const backend = (more: ClaudeOptions = {}, from?: Import) =>
  claude({ model, baseUrl: fake.urls.anthropic, apiKey: key, env: surroundings(), ...more }, from)

async function say(
  text = 'When do we ship?',
  more: {
    prompt?: Partial<Prompt>
    say?: Partial<SayOptions>
    room?: Partial<Room>
    options?: ClaudeOptions
  } = {},
) {
  const voice = await backend(more.options).open(seat('theo'), room(more.room))
  try {
    return await voice.say({ ...prompt(text), ...more.prompt }, sayOptions(more.say))
  } finally {
    await voice.close()
  }
}

async function failing(said: Promise<unknown>): Promise<BackendFailed> {
  const error = await said.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BackendFailed)
  return error as BackendFailed
}

const own = (name: string): string => `mcp__parley__${name}`
const shape = 'StructuredOutput'

/** What was said by whom, without what the program adds about the machine, the day and the model. */
const spoken = ({ messages }: ModelRequest): readonly string[] =>
  messages
    .filter(({ role }) => role !== 'system')
    .map(
      ({ role, text }) => `${role}: ${text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>\s*/g, '')}`,
    )

const sessionIn = ({ body }: ModelRequest): string =>
  JSON.parse((body['metadata'] as { user_id: string }).user_id).session_id

const usedTools = ({ messages }: ModelRequest): boolean =>
  messages.some(({ toolResults }) => toolResults.length > 0)

/** A process that asks by the SDK and would wait for ever. */
const parent = `
  const [sdk, env] = process.argv.slice(1)
  const { query } = await import(sdk)
  const options = { tools: [], settingSources: [], env: JSON.parse(env) }
  for await (const _ of query({ prompt: 'Well?', options }));
`
const sdkPath = pathToFileURL(createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk')).href

test('the SDK and its program are installed, without which nothing below could be told', () => {
  expect(notInstalled()).toBeNull()
})

backendSuite('claude', (plan) => {
  fake.answer(follow(plan))
  return { backend: backend(), heard: () => fake.requests.map(everything) }
})

/** Each seat reads its own lines; which seat asks is known by its name in the prompt. */
function follow(plan: Plan): (request: ModelRequest) => ModelReply {
  const left = new Map(Object.entries(plan).map(([name, lines]) => [name, [...lines]]))
  return (request) => {
    const name = [...left.keys()].find((one) => request.last.toLowerCase().includes(one)) ?? 'theo'
    const line = left.get(name)?.[0]
    const answered = usedTools(request)
    if (line?.kind === 'breaks') return replyTo(line, answered)
    if (line?.kind !== 'uses' || answered) left.get(name)?.shift()
    return line ? replyTo(line, answered) : { text: 'Nothing more is planned.' }
  }
}

function replyTo(line: Line, answered: boolean): ModelReply {
  switch (line.kind) {
    case 'says':
      return { text: line.text, ...(line.pieces ? { deltas: line.pieces } : {}) }
    case 'gives':
      return { toolCalls: [{ name: shape, input: line.value }] }
    case 'uses':
      return answered ? { text: line.text } : { toolCalls: [{ name: own(line.tool), input: line.input }] }
    case 'hangs':
      return { text: line.text, hang: true }
    case 'breaks':
      return { status: 400, error: line.message }
  }
}

const everything = ({ system, messages }: ModelRequest): string =>
  [system, ...messages.map(({ text }) => text)].join('\n')

describe('what the model is sent', () => {
  test('the request holds our system text, limit, model, key and prompt, and no tool that was not granted', async () => {
    const cwd = join(home, 'work')
    mkdirSync(cwd)
    const reply = await say('/clear @/etc/hostname When do we ship?', { room: { cwd } })
    expect(reply.text).toBe('Yes.')
    // One request: no session was named, no mode asked what it may do, nothing was counted ahead.
    expect(fake.requests).toHaveLength(1)
    const [request] = fake.requests
    expect(request).toMatchObject({
      model,
      maxOutput: 4800,
      tools: [],
      body: { thinking: { type: 'enabled', budget_tokens: 4000 } },
    })
    expect(request!.system).toContain(prompt('').system)
    expect(request!.headers['x-api-key']).toBe(key)
    expect(spoken(request!)).toEqual(['user: /clear @/etc/hostname When do we ship?'])
    expect(everything(request!)).toContain(`working directory: ${cwd}`)
    expect(readdirSync(cwd)).toEqual([])
    expect(existsSync(join(home, 'parley', 'claude', 'projects'))).toBe(true)
    expect(existsSync(join(home, 'nobody'))).toBe(false)
  })

  test('a voice with a history and no session of Claude’s is told it once, before its first prompt', async () => {
    const history: Exchange[] = [
      { prompt: 'Which day?', reply: 'Monday.' },
      { prompt: 'Which hour?', reply: 'Nine.' },
    ]
    const voice = await backend().open(seat('theo'), room({ history, session: 'another-backends' }))
    await voice.say(prompt('Are you sure?'), sayOptions())
    await voice.say(prompt('Quite?'), sayOptions())
    await voice.close()
    const [first, second] = fake.requests
    const order = ['Which day?', 'Monday.', 'Which hour?', 'Nine.', 'Are you sure?']
    const at = order.map((words) => first!.last.indexOf(words))
    expect(at).not.toContain(-1)
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(spoken(second!)).toEqual([...spoken(first!), 'assistant: Yes.', 'user: Quite?'])
    expect(sessionIn(second!)).toBe(sessionIn(first!))
  })
})

describe('what is heard', () => {
  test('text, tools and text again come once each, with a paragraph between and every result at its own call', async () => {
    const events: ToolEvent[] = []
    const pieces: string[] = []
    const tool = {
      ...fakeTool('read_file', ''),
      run: async (input: unknown) => ({ ok: true, output: `text of ${(input as { path: string }).path}` }),
    }
    const looks = ['a.md', 'b.md'].map((path) => ({ name: own('read_file'), input: { path } }))
    fake.answer((request) =>
      usedTools(request)
        ? {
            deltas: ['It says ', 'Monday.'],
            usage: { input: 500, output: 20, cached: 400 },
            model: 'claude-as-told',
          }
        : {
            deltas: ['Let me ', 'look.'],
            toolCalls: [
              ...looks,
              { name: 'Bash', input: { command: 'ls' } },
              { name: own('write_file'), input: {} },
            ],
            usage: { input: 300, output: 30, cached: 100, cacheWritten: 150 },
          },
    )
    const reply = await say('Look it up.', {
      say: {
        tools: [tool],
        onTool: (event) => void events.push(event),
        onText: (piece) => void pieces.push(piece),
      },
    })
    expect(reply).toMatchObject({ text: 'It says Monday.', aside: 'Let me look.' })
    expect(pieces).toEqual(['Let me ', 'look.', '\n\n', 'It says ', 'Monday.'])
    const first = { input: 300, output: 30, cached: 100, written: 150, estimated: false }
    const second = { input: 500, output: 20, cached: 400, estimated: false }
    expect(reply.usage).toEqual({
      input: 800,
      output: 50,
      cached: 500,
      written: 150,
      estimated: false,
      requests: [first, second],
    })
    expect(reply.model).toBe('claude-as-told')
    expect(fake.requests).toHaveLength(2)
    expect(fake.requests[0]!.tools).toEqual([{ name: own('read_file'), input: tool.input }])

    const asked = fake.requests[1]!.messages.flatMap(({ toolCalls }) => toolCalls)
    const told = fake.requests[1]!.messages.flatMap(({ toolResults }) => toolResults)
    const idOf = (path: string) => asked.find(({ input }) => (input as { path?: string }).path === path)!.id
    for (const path of ['a.md', 'b.md']) {
      const id = idOf(path)
      const result = { id, name: 'read_file', ok: true, output: `text of ${path}` }
      expect(told).toContainEqual({ id, output: `text of ${path}` })
      expect(reply.tools).toContainEqual({ ...result, input: { path } })
      expect(events.filter((event) => event.id === id)).toEqual([
        { kind: 'use', id, name: 'read_file', input: { path } },
        { kind: 'result', ...result },
      ])
    }
    const refused = reply.tools.filter(({ ok }) => !ok)
    expect(refused.map(({ name }) => name).sort()).toEqual(['Bash', 'write_file'])
    for (const { output } of refused) expect(output).toContain('No such tool available')
    expect(events).toHaveLength(8)
    expect(new Set(reply.tools.map(({ id }) => id)).size).toBe(4)
  })

  test('a reply that reaches its limit ends there, and the conversation goes on from it', async () => {
    fake.answer(({ last }) =>
      last.includes('Go on.') ? 'Gladly.' : { text: 'Ship it on', stop: 'max_tokens' },
    )
    const voice = await backend().open(seat('theo'), room())
    const reply = await voice.say(prompt('When do we ship?'), sayOptions())
    expect(reply.text).toBe('Ship it on')
    await voice.say(prompt('Go on.'), sayOptions())
    await voice.close()
    expect(spoken(fake.requests.at(-1)!)).toEqual([
      'user: When do we ship?',
      'assistant: Ship it on',
      'user: Go on.',
    ])
  })

  test('a model that never stops using tools is stopped, by what it may cost or by its steps', async () => {
    const tools = [fakeTool('read_file', 'text')]
    const again = (output: number): ModelReply => ({
      text: 'Again.',
      toolCalls: [{ name: own('read_file'), input: { path: 'a' } }],
      usage: { input: 10, output },
    })
    fake.answer(() => again(60))
    const mayStep = ({ output }: Usage) => output < 120
    const spent = await failing(say('Look.', { say: { tools, mayStep } }))
    expect(spent).toMatchObject({ partial: 'Again.\n\nAgain.', usage: { input: 20, output: 120 } })
    // The tool of the step that may not be followed is not run.
    expect(tools[0]!.inputs).toHaveLength(1)

    fake.forget()
    fake.answer(() => again(1))
    const error = await failing(say('Look.', { say: { tools } }))
    expect(error).toMatchObject({ kind: 'failed', message: expect.stringContaining(`(${MOST_STEPS})`) })
    expect(error.partial).toContain('Again.')
    expect(fake.requests).toHaveLength(MOST_STEPS)
  })
})

describe('structured replies', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { call: { enum: ['stop', 'continue'] } },
    required: ['call'],
  }

  test('a value comes through the schema, also after tools, and one that does not fit comes as it is', async () => {
    const tools = [fakeTool('read_file', 'text')]
    fake.answer((request) => ({
      text: 'Hm.',
      toolCalls: usedTools(request)
        ? [{ name: shape, input: { call: 'stop' } }]
        : [{ name: own('read_file'), input: { path: 'a' } }],
    }))
    const reply = await say('Stop?', { prompt: { schema }, say: { tools } })
    expect(reply).toMatchObject({
      text: '',
      value: { call: 'stop' },
      tools: [{ name: 'read_file', ok: true }],
    })
    expect(reply.tools).toHaveLength(1)
    expect(fake.requests[0]!.tools.map(({ name }) => name).sort()).toEqual([shape, own('read_file')])

    fake.forget()
    fake.answer(() => ({ toolCalls: [{ name: shape, input: { call: 'perhaps' } }] }))
    expect(await say('Stop?', { prompt: { schema } })).toMatchObject({ text: '', value: { call: 'perhaps' } })
    expect(fake.requests).toHaveLength(1)
  })

  test('words where a value was wanted are still a reply', async () => {
    fake.answer(() => 'I would rather not say.')
    const reply = await say('Stop?', { prompt: { schema } })
    expect(reply.text).toBe('I would rather not say.')
    expect(reply.value).toBeUndefined()
  })

  test.each([
    ['that is no object', { anyOf: [{ type: 'object' }, { type: 'array' }] }],
    [
      'that the program does not take',
      { type: 'object', properties: { a: { prefixItems: [{ type: 'string' }] } } },
    ],
  ])('a schema %s is told in words', async (_, odd) => {
    fake.answer(() => '```json\n{ "call": "stop" }\n```')
    expect(await say('Stop?', { prompt: { schema: odd } })).toMatchObject({
      text: '',
      value: { call: 'stop' },
    })
    expect(fake.requests).toHaveLength(1)
    expect(fake.requests[0]!.last).toContain(JSON.stringify(odd))
    expect(fake.requests[0]!.tools).toEqual([])
  })
})

describe('sessions', () => {
  test('another voice goes on from the place of the last reply, without what was interrupted or failed since', async () => {
    fake.answer(() => 'Monday.')
    const { session = '' } = await say('Which day?')
    const [begun] = fake.requests
    const voice = await backend().open(seat('theo'), room({ session, cwd: home }))

    const stop = new AbortController()
    fake.answer(() => ({ text: 'Tues', hang: true }))
    const cut = voice.say(prompt('Really?'), sayOptions({ signal: stop.signal, onText: () => stop.abort() }))
    expect(await failing(cut)).toMatchObject({ kind: 'interrupted', partial: expect.stringMatching(/^T/) })
    fake.answer(() => ({ status: 500, error: 'the disk is on fire' }))
    expect(await failing(voice.say(prompt('Really now?'), sayOptions()))).toMatchObject({ kind: 'broken' })

    fake.forget()
    fake.answer(() => 'Still Monday.')
    const later = await voice.say(prompt('Are you sure?'), sayOptions())
    await voice.close()
    const [resumed] = fake.requests
    expect(spoken(resumed!)).toEqual(['user: Which day?', 'assistant: Monday.', 'user: Are you sure?'])
    expect(sessionIn(resumed!)).toBe(sessionIn(begun!))
    for (const told of [session, later.session!]) {
      expect(pointIn(told)?.session).toBe(sessionIn(begun!))
    }

    // A fork of the meeting goes on from where it was forked, not from where the other went on to.
    fake.forget()
    await say('What else?', { room: { session } })
    expect(spoken(fake.requests[0]!)).toEqual(['user: Which day?', 'assistant: Monday.', 'user: What else?'])
  })

  test('a session that is gone has expired, and nothing was sent', async () => {
    const session = '00000000-0000-4000-8000-000000000000'
    expect(await failing(say('Well?', { room: { session } }))).toMatchObject({ kind: 'expired' })
    expect(fake.requests).toEqual([])
  })
})

describe('what goes wrong', () => {
  test.each([
    ['429', { status: 429, error: 'slow down' }],
    [
      'an overload in the middle',
      { text: 'Ship', streamError: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
  ])('%s is a rate limit, and is not tried again here', async (_, reply) => {
    fake.answer(() => reply)
    expect(await failing(say())).toMatchObject({ kind: 'rate-limited' })
    expect(fake.requests).toHaveLength(1)
  })

  test('other errors say what was said, keep what came before, and never hold the key', async () => {
    fake.answer(() => ({ status: 401, error: `bad credentials ${key}` }))
    const error = await failing(say())
    expect(error.kind).toBe('failed')
    expect(error.message).toContain('bad credentials [key]')
    expect(JSON.stringify([error.message, error.stack, { ...error }])).not.toContain(key)

    fake.answer(() => ({ text: 'Ship it on', breakOff: 'cleanly' }))
    expect(await failing(say())).toMatchObject({ kind: 'broken', partial: 'Ship it on' })
  })

  test('an abort before anything is sent, before the first word, or in the middle of a tool stops the call', async () => {
    const first = new AbortController()
    const sdk = await load()
    const query: typeof sdk.query = (asked) => {
      setImmediate(() => first.abort())
      return sdk.query(asked)
    }
    const voice = await backend({}, async () => ({ ...sdk, query })).open(seat('theo'), room())
    const given = voice.say(prompt('When?'), sayOptions({ signal: first.signal }))
    expect(await failing(given)).toMatchObject({ kind: 'interrupted' })
    await voice.close()
    expect(fake.requests).toEqual([])

    const early = new AbortController()
    fake.answer(() => {
      early.abort()
      return { hang: true }
    })
    expect(await failing(say('When?', { say: { signal: early.signal } }))).toMatchObject({
      kind: 'interrupted',
    })

    const late = new AbortController()
    const tool = { ...fakeTool('read_file', ''), run: () => new Promise<never>(() => late.abort()) }
    fake.answer(() => ({
      text: 'Let me look.',
      toolCalls: [{ name: own('read_file'), input: { path: 'a' } }],
    }))
    const error = await failing(say('When?', { say: { signal: late.signal, tools: [tool] } }))
    expect(error).toMatchObject({ kind: 'interrupted', partial: 'Let me look.' })
  })

  test('a voice that is closed while it speaks is interrupted', async () => {
    fake.answer(() => ({ text: 'Ship it ', hang: true }))
    const voice = await backend().open(seat('theo'), room())
    let closing: Promise<void> | undefined
    const onText = () => {
      closing ??= voice.close()
    }
    expect(await failing(voice.say(prompt('When?'), sayOptions({ onText })))).toMatchObject({
      kind: 'interrupted',
    })
    await closing
  })

  test('a parley that is killed leaves no program behind', async () => {
    const hanging = createServer()
    const asked = once(hanging, 'request')
    await once(hanging.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void hanging.close())
    const baseUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
    const env = environment({ apiKey: key, baseUrl, env: surroundings() }, 800)
    const child = spawn(process.execPath, ['--input-type=module', '-e', parent, sdkPath, JSON.stringify(env)])
    const [{ socket }] = (await asked) as [IncomingMessage]
    const closed = once(socket, 'close')
    child.kill('SIGKILL')
    await closed
  })

  test('a package that is missing is named with the command that installs it', async () => {
    const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }))
    const opening = claude({ apiKey: key }, gone).open(seat('theo'), room())
    expect((await failing(opening)).message).toMatch(
      /^The Claude Agent SDK is not installed: npm ci --prefix /,
    )
  })
})
