// Choosing agents: what is there is found, and no key is ever repeated.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { detect, howToUse, type Probe } from './choose.js'
import { parseAgents } from './names.js'
import { probe } from './probe.js'

const bare: Probe = { models: async () => null, installed: async () => false, claudeReady: async () => true }
const secret = ['sk', 'very', 'private'].join('-')

describe('what is there', () => {
  test('on a bare machine is nothing', async () => {
    expect(await detect({}, bare)).toEqual([])
    expect(await detect({ OPENAI_API_KEY: '', ANTHROPIC_API_KEY: ' ' }, bare)).toEqual([])
    expect(howToUse([])).toHaveLength(1)
  })

  test('is every key in the environment, with a name that can be used and without the key', async () => {
    const env = { ANTHROPIC_API_KEY: secret, OPENAI_API_KEY: secret, GEMINI_API_KEY: secret }
    const found = await detect(env, bare)
    expect(found.map(({ because }) => because)).toEqual([
      'ANTHROPIC_API_KEY is set',
      'OPENAI_API_KEY is set',
      'GEMINI_API_KEY is set',
    ])
    for (const { name } of found) expect(parseAgents(name ?? '').kind).toBe('model')
    expect(JSON.stringify(found) + howToUse(found).join()).not.toContain(secret)
  })

  test('is offered with the model that the person settled on', async () => {
    const found = await detect({ GOOGLE_GENERATIVE_AI_API_KEY: secret }, bare, { google: { model: 'mine' } })
    expect(found.map(({ name }) => name)).toEqual(['model:google/mine'])
  })

  test('is a local server with its first model, or the hint that it has none', async () => {
    const models = async (url: string) => (url.includes('11434') ? ['qwen3:8b', 'other'] : [])
    const found = await detect({}, { ...bare, models })
    expect(found.map(({ name }) => name)).toEqual(['model:qwen3:8b@http://127.0.0.1:11434/v1', null])
    expect(parseAgents(found[0]?.name ?? '')).toMatchObject({ model: 'qwen3:8b' })
    expect(howToUse(found)[1]).toContain('load one there first')
  })

  test('is an installed agent', async () => {
    const found = await detect({}, { ...bare, installed: async (name) => name.includes('claude-agent-sdk') })
    expect(found).toMatchObject([{ name: 'claude', use: '--agents claude' }])
  })

  test('is an agent that nobody is logged in to, which says what is missing', async () => {
    const out: Probe = { ...bare, installed: async () => true, claudeReady: async () => false }
    expect(await detect({}, out)).toMatchObject([{ name: null, use: expect.stringContaining('log in') }])
  })

  test('is found even when a probe fails', async () => {
    const broken: Probe = {
      models: () => Promise.reject(new Error('no')),
      installed: () => Promise.reject(new Error('no')),
      claudeReady: () => Promise.reject(new Error('no')),
    }
    expect(await detect({ OPENAI_API_KEY: secret }, broken)).toHaveLength(1)
  })
})

describe('the probe', () => {
  async function serving(body: string, status = 200): Promise<string> {
    const server = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }

  test('asks a loopback server for its models', async () => {
    const url = await serving(JSON.stringify({ data: [{ id: 'qwen3:8b' }, { id: 'x; rm' }, {}, null] }))
    expect(await probe.models(url)).toEqual(['qwen3:8b'])
  })

  test('takes nothing else for one', async () => {
    expect(await probe.models(await serving('hello'))).toBeNull()
    expect(await probe.models(await serving('{"data": 1}'))).toBeNull()
    expect(await probe.models(await serving('{"data": []}', 500))).toBeNull()
    expect(await probe.models('http://models.example/v1')).toBeNull()
  })

  test('tells whether a package is there', async () => {
    expect(await probe.installed('zod')).toBe(true)
    expect(await probe.installed('no-such-package-here')).toBe(false)
  })
})
