// Choosing agents: available backends are found, no other server is contacted, and no key is ever printed.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { detect, nobodySpeaks, type Probe, told, usable } from './choose.js'
import { parseAgents } from './names.js'
import { probe } from './probe.js'
import { type ModelServer, ollamaAddress, serversToAsk } from './servers.js'

const bare: Probe = { models: async () => null, claude: async () => null }
const secret = ['sk', 'very', 'private'].join('-')

/** A probe for which these servers answer, by what their address holds. */
const answering = (servers: Readonly<Record<string, readonly string[]>>): Probe => ({
  ...bare,
  models: async ({ baseUrl }) =>
    Object.entries(servers).find(([part]) => baseUrl.includes(part))?.[1] ?? null,
})

describe('what is there', () => {
  test('on a bare machine is nothing', async () => {
    expect(await detect({}, bare)).toEqual([])
    expect(await detect({ OPENAI_API_KEY: '', ANTHROPIC_API_KEY: ' ' }, bare)).toEqual([])
  })

  test('is every key in the environment, with a name that can be used and without the key', async () => {
    const env = { ANTHROPIC_API_KEY: secret, OPENAI_API_KEY: secret, GEMINI_API_KEY: secret }
    const found = await detect(env, bare)
    expect(found.map(({ because }) => because)).toEqual([
      'ANTHROPIC_API_KEY is set',
      'OPENAI_API_KEY is set',
      'GEMINI_API_KEY is set',
    ])
    for (const { name } of usable(found)) expect(parseAgents(name).kind).toBe('model')
    expect(JSON.stringify(found) + found.map(told).join()).not.toContain(secret)
  })

  test('is offered with the model and under the variable that the person settled on', async () => {
    const settled = { google: { model: 'mine', apiKeyEnv: 'MINE' } }
    expect(await detect({ GEMINI_API_KEY: secret }, bare, settled)).toEqual([])
    expect(await detect({ MINE: secret }, bare, settled)).toMatchObject([
      { name: 'model:google/mine', because: 'MINE is set' },
    ])
  })

  test('is a key at another address, which is named; a wrong address cannot speak', async () => {
    const env = { ANTHROPIC_API_KEY: secret, ANTHROPIC_BASE_URL: 'http://proxy.example:9/x' }
    expect(await detect(env, bare)).toMatchObject([
      { name: 'model:anthropic/claude-sonnet-4-5', because: 'ANTHROPIC_API_KEY is set, for proxy.example:9' },
    ])
    expect(await detect({ ...env, ANTHROPIC_BASE_URL: 'proxy' }, bare)).toMatchObject([
      { name: null, use: expect.stringContaining('base URL') },
    ])
  })

  test('is a local server with all its models by name, or the hint that it has none', async () => {
    const found = await detect(
      {},
      answering({ ':11434': ['qwen3:8b', 'llama3'], ':1234': [], ':8000': ['m'] }),
    )
    expect(usable(found)).toEqual([
      {
        name: 'model:qwen3:8b@http://127.0.0.1:11434/v1',
        hint: 'Ollama answers at http://127.0.0.1:11434/v1',
      },
      { name: 'model:llama3@http://127.0.0.1:11434/v1', hint: 'Ollama answers at http://127.0.0.1:11434/v1' },
      { name: 'model:m@http://127.0.0.1:8000/v1', hint: 'vLLM answers at http://127.0.0.1:8000/v1' },
    ])
    expect(parseAgents(usable(found)[0]!.name)).toMatchObject({ model: 'qwen3:8b' })
    expect(told(found[0]!)).toContain('or another of its 2 models')
    expect(told(found[1]!)).toContain('load one there first')
  })

  test('is the server that OPENAI_BASE_URL or the settings name, with the models that it tells; the settled one first', async () => {
    const env = { OPENAI_API_KEY: secret, OPENAI_BASE_URL: 'https://models.example/v1' }
    const found = await detect(env, answering({ 'models.example': ['a', 'b'] }))
    expect(found).toMatchObject([{ name: 'model:a@https://models.example/v1' }])
    const untold = await detect(env, bare)
    expect(untold.map(({ name }) => name)).toEqual(['model:openai/gpt-5', null])
    const settled = { compatible: { model: 'b', baseUrl: 'http://box.local:9' } }
    expect(await detect({}, answering({ 'box.local': ['a', 'b'] }), settled)).toMatchObject([
      { name: 'model:b@http://box.local:9/v1', others: ['model:a@http://box.local:9/v1'] },
    ])
  })

  test('is an installed agent, or what keeps it from speaking', async () => {
    const claude = async () => ({ ready: true, detail: '' })
    expect(await detect({}, { ...bare, claude })).toMatchObject([{ name: 'claude', use: '--agents claude' }])
    const out = async () => ({ ready: false, detail: 'log in first' })
    expect(await detect({}, { ...bare, claude: out })).toMatchObject([{ name: null, use: 'log in first' }])
  })

  test('is found even when a probe fails', async () => {
    const no = () => Promise.reject(new Error('no'))
    expect(await detect({ OPENAI_API_KEY: secret }, { models: no, claude: no })).toHaveLength(1)
  })
})

describe('without a voice three lines say', () => {
  const said = async (env: Record<string, string>, at: Probe) => {
    const { code, fault, message, hint } = nobodySpeaks(await detect(env, at))
    expect([code, fault]).toEqual(['NO_AGENTS', 'usage'])
    return [message, ...hint.split('\n')]
  }
  const demo = 'See a recorded meeting: `parley demo`.'

  test('what was looked for, and how to get one, where nothing is there', async () => {
    const [missing, way, last] = await said({}, bare)
    expect(missing).toBe(
      'Nobody is named who speaks. Looked for and not found: a key in the environment, the Claude Agent SDK with a login, a coding agent (Claude Code, Codex or Gemini CLI over ACP), a local model server.',
    )
    expect(way).toMatch(
      /^Set a key, .*, start a local server, .*, or install a coding agent; `parley doctor`/,
    )
    expect(last).toBe(demo)
    const out = { ...bare, claude: async () => ({ ready: false, detail: 'log in' }) }
    expect(await said({}, out)).toEqual([missing, way, last])
  })

  test('the command that names the best that is there, or what keeps it from speaking', async () => {
    const who = 'Nobody is named who speaks.'
    expect(await said({}, answering({ ':11434': ['llama3'] }))).toEqual([
      `${who} Ollama answers at http://127.0.0.1:11434/v1.`,
      '  parley ask "…" --agents model:llama3@http://127.0.0.1:11434/v1',
      demo,
    ])
    const acp = async () => [{ name: 'acp:codex', health: { ready: true, detail: 'Codex is here' } }]
    expect(await said({}, { ...bare, acp })).toEqual([
      `${who} Codex is here.`,
      '  parley ask "…" --agents acp:codex',
      demo,
    ])
    const empty = await said({}, answering({ ':11434': [] }))
    expect(empty[0]).not.toContain('local model server')
    expect(empty[1]).toBe(
      'Ollama answers at http://127.0.0.1:11434/v1: it has no model yet; load one there first.',
    )
  })
})

describe('the servers that are asked', () => {
  test('are usual ones on this machine, and others only where the person named them, with the key that is theirs', () => {
    const here = serversToAsk({ OPENAI_API_KEY: secret, OPENAI_BASE_URL: 'https://api.openai.com/v1' })
    expect(here.map(({ baseUrl }) => new URL(baseUrl).host)).toEqual([
      '127.0.0.1:11434',
      '127.0.0.1:1234',
      '127.0.0.1:8000',
      '127.0.0.1:8080',
    ])
    expect(here.every(({ by, apiKey }) => by === null && apiKey === undefined)).toBe(true)
    const env = { OLLAMA_HOST: 'box:1', OPENAI_BASE_URL: 'http://127.0.0.1:1234/v1', OPENAI_API_KEY: secret }
    const named = serversToAsk(env)
    expect(named[0]).toMatchObject({ by: 'OPENAI_BASE_URL', apiKey: secret })
    expect(named[1]).toMatchObject({ by: 'OLLAMA_HOST', baseUrl: 'http://box:1/v1' })
    expect(named.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1)
    expect(named).toHaveLength(4)
  })

  test.each([
    ['', null],
    ['box', 'http://box:11434'],
    ['box:80', 'http://box'],
    [':7000', 'http://127.0.0.1:7000'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['[::]:9', 'http://[::1]:9'],
    ['https://models.example/ollama/', 'https://models.example/ollama'],
    ['not a host', null],
  ])('OLLAMA_HOST=%j is %j', (value, address) => {
    expect(ollamaAddress(value)).toBe(address)
  })
})

describe('the probe', () => {
  async function serving(
    answer: (request: IncomingMessage, body: string) => string | null,
    more: Partial<ModelServer> = {},
  ): Promise<ModelServer> {
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const told = answer(request, Buffer.concat(pieces).toString())
      response.writeHead(told === null ? 404 : 200).end(told)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    return { what: 'A server', kind: 'other', by: null, baseUrl, ...more }
  }
  const list = (...ids: unknown[]) => JSON.stringify({ data: ids.map((id) => ({ id })) })

  test('asks a server for its models, with its key and with nothing else', async () => {
    const seen: string[] = []
    const told = list('qwen3:8b', 'x; rm', 7, undefined)
    const server = await serving(({ method, url, headers }) => {
      seen.push(`${method} ${url} ${headers.authorization}`)
      return told
    })
    expect(await probe.models({ ...server, apiKey: secret })).toEqual(['qwen3:8b'])
    expect(seen).toEqual([`GET /v1/models Bearer ${secret}`])
  })

  test('takes nothing else for one', async () => {
    expect(await probe.models(await serving(() => 'hello'))).toBeNull()
    expect(await probe.models(await serving(() => '{"data": 1}'))).toBeNull()
    expect(await probe.models(await serving(() => null))).toBeNull()
    const elsewhere = { what: 'x', kind: 'other', by: null, baseUrl: 'http://models.example/v1' } as const
    expect(await probe.models(elsewhere)).toBeNull()
  })

  test('leaves out models that only make embeddings, as far as the server tells them', async () => {
    const ollama = await serving(
      ({ url }, body) => {
        if (url === '/v1/models') return list('llama3', 'bge-m3', 'nomic-embed-text', 'old')
        const { model } = JSON.parse(body) as { model: string }
        const known = { llama3: ['completion', 'tools'], 'bge-m3': ['embedding'] }[model]
        return url === '/api/show' && known ? JSON.stringify({ capabilities: known }) : null
      },
      { kind: 'ollama' },
    )
    expect(await probe.models(ollama)).toEqual(['llama3', 'old'])
    const types = {
      data: [
        { id: 'a', type: 'llm' },
        { id: 'b', type: 'embeddings' },
      ],
    }
    const studio = await serving(
      ({ url }) => (url === '/api/v0/models' ? JSON.stringify(types) : list('a', 'b')),
      { kind: 'lm-studio' },
    )
    expect(await probe.models(studio)).toEqual(['a'])
  })
})
