// Loading: every name loads its backend, and a key is sent only to its own server.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { WrongUsage } from '../kernel/errors.js'
import { folder, options, prompt, room, seat } from './backend.suite.js'
import { load, type Surroundings } from './load.js'
import { parseAgents } from './names.js'

const made = vi.hoisted(() => ({ options: [] as unknown[] }))
vi.mock('./model/model.js', async (original) => {
  const real = await original<typeof import('./model/model.js')>()
  const model = (given: Parameters<typeof real.model>[0]) => {
    made.options.push(given)
    return real.model(given)
  }
  return { ...real, model }
})

const secret = ['sk', 'very', 'private'].join('-')

function around(more: Partial<Surroundings> = {}): Surroundings {
  return { root: folder(), env: {}, models: {}, serves: () => true, ...more }
}

async function optionsFor(name: string, more: Partial<Surroundings>): Promise<unknown> {
  await load(parseAgents(name), around(more))
  return made.options.at(-1)
}

describe('loading', () => {
  test('gives the backend that was named', async () => {
    const given = around()
    writeFileSync(join(given.root, 'a.yaml'), 'seats: { theo: [from the script] }\n')
    for (const name of ['script:a.yaml', 'command:node', 'model:openai/x', 'claude:opus']) {
      expect((await load(parseAgents(name), given)).name).toBe(name.split(':')[0])
    }
    const voice = await (await load(parseAgents('script:a.yaml'), given)).open(
      seat('theo'),
      room({ cwd: given.root }),
    )
    expect((await voice.say(prompt('Now?'), options())).text).toBe('from the script')
  })

  test('says so where a script or a model is missing', async () => {
    await expect(load(parseAgents('model:google'), around())).rejects.toThrow(WrongUsage)
    await expect(load(parseAgents('script:none.yaml'), around())).rejects.toThrow(WrongUsage)
  })

  test('takes model, address and key from the settings, then from the environment', async () => {
    const env = { OPENAI_API_KEY: 'from-env', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OTHER: secret }
    expect(await optionsFor('model:openai/x', { env })).toEqual({
      provider: 'openai',
      model: 'x',
      apiKey: 'from-env',
      baseUrl: 'http://127.0.0.1:1/v1',
    })
    const models = { openai: { model: 'mine', apiKeyEnv: 'OTHER', baseUrl: 'http://127.0.0.1:2' } }
    expect(await optionsFor('model:openai', { env, models })).toEqual({
      provider: 'openai',
      model: 'mine',
      apiKey: secret,
      baseUrl: 'http://127.0.0.1:2',
    })
  })

  test('keeps a key from a server that it was not settled for', async () => {
    const models = { compatible: { baseUrl: 'https://models.example/v1', apiKeyEnv: 'OTHER' } }
    const given = { env: { OTHER: secret }, models }
    expect(await optionsFor('model:x@https://elsewhere.example/v1', given)).not.toHaveProperty('apiKey')
    expect(await optionsFor('model:x@https://models.example/v2', given)).toHaveProperty('apiKey', secret)
    expect(await optionsFor('model:compatible/x', given)).toHaveProperty('apiKey', secret)
  })

  test('gives Claude what is settled for Anthropic, and goes by its own name first', async () => {
    const settled = { model: 'claude-x', apiKeyEnv: 'OTHER', baseUrl: 'http://127.0.0.1:1/v1' }
    const given = around({ env: { OTHER: secret }, models: { anthropic: settled } })
    const detail = async (name: string) => (await (await load(parseAgents(name), given)).check()).detail
    expect(await detail('claude')).toBe('Claude Agent SDK, claude-x at 127.0.0.1:1, with a key')
    expect(await detail('claude:claude-y')).toContain('claude-y')
  })
})
