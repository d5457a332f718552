// Backend `model`: four providers through their real clients, against a fake server on loopback.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type FakeModels,
  fakeModels,
  type ModelReply,
  type ModelRequest,
} from '../../../test/support/fake-models.js'
import type { Exchange, Prompt, SayOptions, ToolEvent } from '../../kernel/agents.js'
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
import { toolsFor } from '../tools/tools.js'
import { whoOf } from './failure.js'
import { fromEnvironment, type ModelOptions, model, type Provider } from './model.js'
import { MOST_STEPS } from './speaker.js'

const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')
const models: Readonly<Record<Provider, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5.1',
  google: 'gemini-3-pro-preview',
  compatible: 'llama3.3',
}
const providers = Object.keys(models) as Provider[]

let fake: FakeModels
beforeAll(async () => {
  fake = await fakeModels()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.forget()
  fake.answer(() => 'Yes.')
})

const backend = (provider: Provider, more: Partial<ModelOptions> = {}) =>
  model({ provider, model: models[provider], baseUrl: fake.urls[provider], apiKey: key, ...more })

async function say(
  provider: Provider,
  more: {
    prompt?: Partial<Prompt>
    say?: Partial<SayOptions>
    history?: readonly Exchange[]
    model?: Partial<ModelOptions>
  } = {},
) {
  const voice = await backend(provider, more.model).open(seat('theo'), room({ history: more.history ?? [] }))
  return voice.say({ ...prompt('When do we ship?'), ...more.prompt }, sayOptions(more.say))
}

async function failing(said: Promise<unknown>): Promise<BackendFailed> {
  const error = await said.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BackendFailed)
  return error as BackendFailed
}

for (const provider of providers) {
  backendSuite(`model (${provider})`, (plan) => {
    fake.answer(follow(plan))
    return { backend: backend(provider), heard: () => fake.requests.map(everything) }
  })
}

/** Each seat reads its own lines; which seat asks is known by its name in the prompt. */
function follow(plan: Plan): (request: ModelRequest) => ModelReply {
  const left = new Map(Object.entries(plan).map(([name, lines]) => [name, [...lines]]))
  return (request) => {
    const name = [...left.keys()].find((one) => request.last.toLowerCase().includes(one)) ?? 'theo'
    const line = left.get(name)?.[0]
    const answered = request.messages.at(-1)?.toolResults.length !== 0
    if (line?.kind !== 'uses' || answered) left.get(name)?.shift()
    return line ? replyTo(line, answered) : { text: 'Nothing more is planned.' }
  }
}

function replyTo(line: Line, answered: boolean): ModelReply {
  switch (line.kind) {
    case 'says':
      return { text: line.text, ...(line.pieces ? { deltas: line.pieces } : {}) }
    case 'gives':
      return { json: line.value }
    case 'uses':
      return answered ? { text: line.text } : { toolCalls: [{ name: line.tool, input: line.input }] }
    case 'hangs':
      return { text: line.text, hang: true }
    case 'breaks':
      return { status: 400, error: line.message }
  }
}

const everything = ({ system, messages }: ModelRequest): string =>
  [system, ...messages.map(({ text }) => text)].join('\n')

const Verdict = {
  type: 'object',
  properties: { call: { type: 'string' }, why: { type: 'string' } },
  required: ['call', 'why'],
}

test('a call that cannot reach its tool is refused in words, and what was sent is not repeated', async () => {
  const calls = [
    { name: 'grep', input: { pattern: 'tide' } },
    { name: 'read_file', input: "{path: 'plan.md'" },
  ]
  fake.answer(({ messages }) =>
    messages.some(({ toolResults }) => toolResults.length > 0) ? 'Done.' : { toolCalls: calls },
  )
  const reply = await say('compatible', { say: { tools: [fakeTool('read_file', 'text')] } })
  expect(reply.tools.map(({ ok, output }) => [ok, output])).toEqual([
    [false, 'The tool "grep" is not granted for this call. Granted: read_file.'],
    [false, expect.stringMatching(/^Its arguments are not JSON: [^{]*\.$/)],
  ])
})

describe.each(['anthropic', 'openai', 'google'] as const)('the search of a provider (%s)', (provider) => {
  const found = ['https://tide.example/tables', 'https://moon.example/']
  const searching = async (more: { search: boolean; web: boolean }) => {
    const voice = await backend(provider, { search: more.search }).open(seat('theo'), room({}))
    const grant = { kind: 'read', ...(more.web ? { web: true } : {}) } as const
    fake.answer(() => ({
      text: 'At noon.',
      ...(more.web && more.search ? { searched: { query: 'tides', urls: found } } : {}),
    }))
    return voice.say(prompt('When?'), sayOptions({ grant, tools: [fakeTool('read_file', 'x')] }))
  }

  test('is offered only with the web and by the person, beside our tools, and its addresses are recorded', async () => {
    const reply = await searching({ search: true, web: true })
    expect(reply.text).toBe('At noon.')
    const uses = reply.tools.filter(({ name }) => name === 'provider:web_search')
    expect(uses).toMatchObject([{ ok: true, output: found.join('\n') }])
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toMatch(/web_search|googleSearch|google_search/)
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('read_file')
    for (const off of [
      { search: false, web: true },
      { search: true, web: false },
    ]) {
      expect((await searching(off)).tools).toEqual([])
      expect(JSON.stringify(fake.requests.at(-1)?.body)).not.toMatch(/web_search|googleSearch|google_search/)
    }
  })
})

describe.each(providers)('model (%s)', (provider) => {
  test('the request holds the system text, the limit, the model and the key, and no tools that were not granted', async () => {
    await say(provider)
    expect(fake.requests).toHaveLength(1)
    const [request] = fake.requests
    expect(request).toMatchObject({
      provider,
      model: models[provider],
      system: prompt('').system,
      maxOutput: 800,
      tools: [],
    })
    expect(JSON.stringify(request!.headers)).toContain(key)
  })

  test('usage is what the provider counted, cached input among it', async () => {
    fake.answer(() => ({
      text: 'Monday.',
      usage: { input: 1200, output: 30, cached: 1000 },
      model: 'reported-model',
    }))
    const reply = await say(provider)
    expect(reply.usage).toEqual({ input: 1200, output: 30, cached: 1000, estimated: false })
    // Google's client does not pass on the version that answered.
    expect(reply.model).toBe(provider === 'google' ? models.google : 'reported-model')
  })

  test('the conversation goes out as turns of two, with what is asked now at the end', async () => {
    await say(provider, {
      history: [
        { prompt: 'One?', reply: 'First.' },
        { prompt: 'Two?', reply: '' },
      ],
    })
    const [request] = fake.requests
    expect(request!.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(request!.messages.map(({ text }) => text)).toEqual([
      'One?',
      'First.',
      'Two?',
      '(nothing was said)',
      'When do we ship?',
    ])
  })

  test('what failed is no part of the conversation', async () => {
    fake.answer(({ last }) => (last === 'Fail.' ? { status: 400, error: 'no' } : 'Yes.'))
    const voice = await backend(provider).open(seat('theo'), room())
    await failing(voice.say(prompt('Fail.'), sayOptions()))
    await voice.say(prompt('Go on.'), sayOptions())
    expect(everything(fake.requests.at(-1)!)).not.toContain('Fail.')
  })

  test.each([429, 529])('%i is a rate limit, with the time to wait', async (status) => {
    fake.answer(() => ({ status, error: 'slow down', retryAfter: 7 }))
    const error = await failing(say(provider))
    expect(error).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 })
    expect(error.message).toContain('slow down')
    expect(fake.requests).toHaveLength(1)
  })

  test('an overload is a rate limit, in a status or in the middle of a stream', async () => {
    fake.answer(() => ({ status: 503, error: 'The model is overloaded.' }))
    expect(await failing(say(provider))).toMatchObject({ kind: 'rate-limited' })
    fake.answer(() => ({ text: 'Ship', streamError: { type: 'overloaded_error', message: 'Overloaded' } }))
    expect(await failing(say(provider))).toMatchObject({ kind: 'rate-limited' })
  })

  test('other errors say what the provider said, and are not tried again here', async () => {
    fake.answer(() => ({ status: 500, error: 'the disk is on fire' }))
    const error = await failing(say(provider))
    expect(error.kind).toBe('broken')
    const who = whoOf({ provider, model: models[provider] })
    expect(error.message).toBe(`${who} answered 500: the disk is on fire`)
    expect(fake.requests).toHaveLength(1)
  })

  test('the key is never in an error, whoever quotes it', async () => {
    fake.answer(({ headers }) => ({
      status: 401,
      error: `bad credentials: ${JSON.stringify(headers)} for ${key}`,
    }))
    const error = await failing(say(provider, { model: { headers: { 'x-team': 'secret-team-name' } } }))
    const all = JSON.stringify([error.message, error.stack, String(error), error.cause ?? null, { ...error }])
    expect(error.message).toContain('answered 401: bad credentials')
    expect(all).not.toContain(key)
    expect(all).not.toContain('secret-team-name')
  })

  test('a server that is not there is named, and nothing of the key', async () => {
    const gone = await fakeModels()
    await gone.close()
    const error = await failing(say(provider, { model: { baseUrl: gone.urls[provider] } }))
    const { origin } = new URL(gone.urls[provider])
    expect(error.kind).toBe('broken')
    expect(error.message).toContain(`could not be reached at ${origin}: ECONNREFUSED`)
  })

  test.each([true, 'cleanly'] as const)(
    'a stream that breaks off (%s) fails and keeps what was said',
    async (breakOff) => {
      fake.answer(() => ({ text: 'Ship it on', breakOff }))
      expect(await failing(say(provider))).toMatchObject({
        kind: 'broken',
        partial: 'Ship it on',
        usage: { estimated: true },
      })
    },
  )

  test('an abort stops a call that has not begun to answer', async () => {
    const stop = new AbortController()
    fake.answer(() => {
      stop.abort()
      return { hang: true }
    })
    expect(await failing(say(provider, { say: { signal: stop.signal } }))).toMatchObject({
      kind: 'interrupted',
    })
  })

  test('an abort while a tool runs stops the call and keeps what was said before', async () => {
    const stop = new AbortController()
    const tool = { ...fakeTool('read_file', ''), run: () => new Promise<never>(() => stop.abort()) }
    fake.answer(() => ({ text: 'Let me look.', toolCalls: [{ name: 'read_file', input: { path: 'a' } }] }))
    const error = await failing(say(provider, { say: { signal: stop.signal, tools: [tool] } }))
    expect(error).toMatchObject({ kind: 'interrupted', partial: 'Let me look.' })
  })

  test('a schema goes out with the request, and the value comes back', async () => {
    fake.answer(() => ({ json: { call: 'stop', why: 'enough' } }))
    const reply = await say(provider, { prompt: { schema: Verdict } })
    expect(reply).toMatchObject({ text: '', value: { call: 'stop', why: 'enough' } })
    expect(fake.requests[0]!.schema).toMatchObject({
      properties: { call: { type: 'string' } },
      required: ['call', 'why'],
    })
  })

  test('JSON that cannot be read comes back as text, with its usage', async () => {
    fake.answer(() => ({ text: 'I would say { "call": "stop"', usage: { input: 50, output: 9 } }))
    const reply = await say(provider, { prompt: { schema: Verdict } })
    expect(reply).toMatchObject({ text: 'I would say { "call": "stop"', usage: { input: 50, output: 9 } })
    expect(reply.value).toBeUndefined()
  })

  test('a schema and tools work together', async () => {
    const tool = fakeTool('read_file', 'Ship on Monday.')
    fake.answer(({ messages }) =>
      messages.at(-1)!.toolResults.length > 0
        ? { json: { call: 'continue', why: 'monday' } }
        : { text: 'Let me look.', toolCalls: [{ name: 'read_file', input: { path: 'plan.md' } }] },
    )
    const reply = await say(provider, { prompt: { schema: Verdict }, say: { tools: [tool] } })
    expect(reply).toMatchObject({
      text: '',
      value: { call: 'continue', why: 'monday' },
      tools: [{ name: 'read_file', ok: true }],
    })
    expect(reply.usage).toMatchObject({ input: 200, output: 20 })
  })

  test('several tools at once are told by their ids, each with its result', async () => {
    const events: ToolEvent[] = []
    const tool = fakeTool('read_file', 'text')
    fake.answer(({ messages }) =>
      messages.some(({ toolResults }) => toolResults.length > 0)
        ? 'Done.'
        : {
            text: 'Two looks.',
            toolCalls: [
              { name: 'read_file', input: { path: 'a' } },
              { name: 'read_file', input: { path: 'b' } },
            ],
          },
    )
    const streamed: string[] = []
    const told = {
      tools: [tool],
      onTool: (event: ToolEvent) => void events.push(event),
      onText: (piece: string) => void streamed.push(piece),
    }
    const reply = await say(provider, { say: told })
    expect(reply).toMatchObject({ text: 'Done.', aside: 'Two looks.' })
    expect(streamed.join('')).toBe('Two looks.\n\nDone.')
    expect(new Set(reply.tools.map(({ id }) => id)).size).toBe(2)
    for (const { id } of reply.tools)
      expect(events.filter((event) => event.id === id).map(({ kind }) => kind)).toEqual(['use', 'result'])
    expect(
      fake.requests[1]!.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)),
    ).toEqual(['text', 'text'])
  })

  test('a path outside the grant is an error to the model, and nothing is touched', async () => {
    const top = mkdtempSync(join(tmpdir(), 'parley-model-'))
    onTestFinished(() => rmSync(top, { recursive: true, force: true }))
    writeFileSync(join(top, 'outside.txt'), 'as it was')
    const tools = toolsFor({ kind: 'work', root: mkdtempSync(join(top, 'root-')) }, top)
    fake.answer(({ messages }) =>
      messages.at(-1)!.toolResults.length > 0
        ? 'I could not.'
        : { toolCalls: [{ name: 'write_file', input: { path: '../outside.txt', content: 'owned' } }] },
    )
    const reply = await say(provider, { say: { tools } })
    expect(reply.tools).toMatchObject([{ ok: false, output: expect.stringContaining('is outside') }])
    expect(fake.requests[1]!.messages.at(-1)!.toolResults[0]!.output).toContain('is outside')
    expect(readFileSync(join(top, 'outside.txt'), 'utf8')).toBe('as it was')
  })

  test('the limit is for every request of a reply, and what a step cost is told before the next', async () => {
    const tool = fakeTool('read_file', 'text')
    fake.answer(() => ({
      text: 'Again.',
      toolCalls: [{ name: 'read_file', input: { path: 'a' } }],
      usage: { input: 10, output: 90, cached: 4 },
    }))
    const asked: number[] = []
    const mayStep: SayOptions['mayStep'] = ({ input, output, cached }, reads) => {
      asked.push(input + output)
      expect(cached).toBe(4 * asked.length)
      expect(reads).toBeGreaterThan(100)
      return asked.length < 3
    }
    const error = await failing(say(provider, { say: { tools: [tool], maxOutput: 100, mayStep } }))
    expect(asked).toEqual([100, 200, 300])
    expect(error.usage).toMatchObject({ input: 30, output: 270, cached: 12 })
    expect(error.usage?.requests).toMatchObject(asked.map(() => ({ input: 10, output: 90, cached: 4 })))
    expect(fake.requests.map(({ maxOutput }) => maxOutput)).toEqual([100, 100, 100])
  })

  test('after the most steps no tool may be chosen', async () => {
    const mayUse = ({ body }: ModelRequest) => !/"none"/i.test(JSON.stringify(body))
    fake.answer((request) => ({
      ...(mayUse(request)
        ? { toolCalls: [{ name: 'read_file', input: { path: 'a' } }] }
        : { text: 'Enough.' }),
      usage: { input: 1, output: 1 },
    }))
    const reply = await say(provider, { say: { tools: [fakeTool('read_file', 'text')] } })
    expect(reply.text).toBe('Enough.')
    expect(fake.requests).toHaveLength(MOST_STEPS)
    expect(fake.requests.map(mayUse).indexOf(false)).toBe(MOST_STEPS - 1)
  })

  test('the check is ready with all there is, and sends nothing', async () => {
    expect(await backend(provider).check()).toMatchObject({
      ready: true,
      detail: expect.stringContaining(models[provider]),
    })
    expect(fake.requests).toEqual([])
  })
})

describe('model, where providers differ', () => {
  test('a provider that counts nothing is estimated, and says so', async () => {
    fake.answer(() => ({ text: 'Monday, as we said.', usage: null }))
    for (const provider of ['openai', 'google', 'compatible'] as const) {
      const { usage } = await say(provider)
      expect(usage.estimated).toBe(true)
      expect(usage.input).toBeGreaterThan(5)
      expect(usage.output).toBeGreaterThan(3)
    }
  })

  test('an estimate grows with the steps that a reply took', async () => {
    const tool = fakeTool('read_file', 'text '.repeat(500))
    fake.answer(({ messages }) =>
      messages.at(-1)!.toolResults.length > 0
        ? { text: 'Yes.', usage: null }
        : { toolCalls: [{ name: 'read_file', input: { path: 'a' } }], usage: null },
    )
    const { usage } = await say('compatible', { say: { tools: [tool] } })
    expect(usage.input).toBeGreaterThan(500)
  })

  test('Anthropic may cache the system text and the conversation so far', async () => {
    await say('anthropic', { history: [{ prompt: 'One?', reply: 'First.' }] })
    const body = fake.requests[0]!.body as { system: unknown[]; messages: { content: unknown[] }[] }
    const cached = { cache_control: { type: 'ephemeral' } }
    expect(body.system.at(-1)).toMatchObject(cached)
    expect(body.messages.map(({ content }) => JSON.stringify(content).includes('cache_control'))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('an older Claude, which takes no schema, gives the value through a tool', async () => {
    fake.answer(() => ({ json: { call: 'stop', why: 'old' } }))
    const reply = await say('anthropic', {
      prompt: { schema: Verdict },
      model: { model: 'claude-3-5-haiku-latest' },
    })
    expect(reply).toMatchObject({ text: '', value: { call: 'stop', why: 'old' }, tools: [] })
  })

  test('OpenAI keeps nothing, and is strict only where the schema allows it', async () => {
    fake.answer(() => ({ json: { call: 'stop' } }))
    const format = () => (fake.requests.at(-1)!.body as { text: { format: unknown } }).text.format
    await say('openai', { prompt: { schema: Verdict } })
    expect(fake.requests[0]!.body).toMatchObject({ store: false })
    expect(format()).toMatchObject({ strict: true, schema: { additionalProperties: false } })
    await say('openai', { prompt: { schema: { ...Verdict, required: ['call'] } } })
    expect(format()).toMatchObject({ strict: false })
  })

  test('a Gemini that takes no schema beside tools is told it in words', async () => {
    fake.answer(() => '```json\n{ "call": "stop", "why": "words" }\n```')
    const tools = [fakeTool('read_file', '')]
    const reply = await say('google', {
      prompt: { schema: Verdict },
      say: { tools },
      model: { model: 'gemini-2.5-flash' },
    })
    expect(reply.value).toEqual({ call: 'stop', why: 'words' })
    expect(fake.requests[0]!.schema).toBeUndefined()
    expect(fake.requests[0]!.last).toContain('JSON schema')
  })

  test('a compatible server that refuses a schema is asked again in words, from then on', async () => {
    fake.answer(({ schema }) =>
      schema
        ? { status: 400, error: 'This response_format type is unavailable now' }
        : '{"call":"stop","why":"words"}',
    )
    const voice = await backend('compatible').open(seat('theo'), room())
    for (const text of ['First?', 'Second?']) {
      expect(await voice.say({ ...prompt(text), schema: Verdict }, sayOptions())).toMatchObject({
        value: { call: 'stop' },
      })
    }
    expect(fake.requests.map(({ schema }) => schema !== undefined)).toEqual([true, false, false])
  })

  test('a compatible server needs no key', async () => {
    const reply = await model({ provider: 'compatible', model: 'm', baseUrl: fake.urls.compatible })
      .open(seat('theo'), room())
      .then((voice) => voice.say(prompt('Well?'), sayOptions()))
    expect(reply.text).toBe('Yes.')
    expect(fake.requests[0]!.headers.authorization).toBeUndefined()
  })

  test('a bare host of a compatible server means its first version', async () => {
    await say('compatible', { model: { baseUrl: fake.urls.google } })
    expect(fake.requests[0]!.path).toBe('/v1/chat/completions')
  })

  test('a reply that was withheld is a failure, since there are no words', async () => {
    fake.answer(() => ({ text: '', stop: 'refusal' }))
    const error = await failing(say('anthropic'))
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining('withheld') })
  })
})

describe('what a model needs', () => {
  const lacking: [Partial<ModelOptions> & { provider: Provider }, string][] = [
    [{ provider: 'anthropic' }, 'ANTHROPIC_API_KEY'],
    [{ provider: 'openai' }, 'OPENAI_API_KEY'],
    [{ provider: 'google' }, 'GEMINI_API_KEY'],
    [{ provider: 'compatible' }, 'base URL'],
    [{ provider: 'openai', apiKey: key, baseUrl: 'localhost' }, 'base URL'],
    [{ provider: 'openai', apiKey: key, model: ' ' }, 'No model'],
  ]
  test.each(lacking)('%j is not ready, and says what is missing', async (given, word) => {
    const it = model({ model: 'm', ...given })
    expect(await it.check()).toMatchObject({ ready: false, detail: expect.stringContaining(word) })
    expect((await failing(it.open(seat('theo'), room()))).message).toContain(word)
  })

  test('the environment gives keys and addresses by the names that people use', () => {
    const env = {
      ANTHROPIC_API_KEY: 'a',
      ANTHROPIC_BASE_URL: 'http://a',
      OPENAI_BASE_URL: 'http://o/v1',
      GEMINI_API_KEY: 'g',
      GOOGLE_GENERATIVE_AI_API_KEY: '',
    }
    expect(fromEnvironment(env)).toEqual({
      anthropic: { apiKey: 'a', baseUrl: 'http://a' },
      openai: { baseUrl: 'http://o/v1' },
      google: { apiKey: 'g' },
    })
    expect(fromEnvironment({})).toEqual({})
  })

  test('the clients do not look into the environment by themselves', async () => {
    process.env['ANTHROPIC_BASE_URL'] = 'http://127.0.0.1:1'
    onTestFinished(() => void delete process.env['ANTHROPIC_BASE_URL'])
    expect((await say('anthropic')).text).toBe('Yes.')
  })
})
