// Trying a voice: through the real clients, against fake servers.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeModels, fakeModels, nobodyAt } from '../../test/support/fake-models.js'
import { folder } from './backend.suite.js'
import { tryVoice } from './try.js'

const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')

let fake: FakeModels
beforeAll(async () => {
  fake = await fakeModels()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.forget()
  fake.answer(() => ({ text: 'ready', usage: { input: 20, output: 2 } }))
})

const env = () => ({
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: fake.urls.openai,
  GEMINI_API_KEY: key,
  GOOGLE_GEMINI_BASE_URL: fake.urls.google,
})
const trying = (name: string, given: Record<string, string> = env()) =>
  tryVoice(name, { root: folder(), env: given, models: {} })

describe('trying a voice', () => {
  const voices = () => [
    'model:anthropic/claude-sonnet-4-5',
    'model:openai/gpt-5',
    'model:google/gemini-2.5-pro',
    `model:llama3@${fake.urls.compatible}`,
  ]

  test('is one small call that holds nothing of the user, and tells what it cost', async () => {
    for (const name of voices())
      expect(await trying(name)).toMatchObject({
        ok: true,
        usage: { input: 20, output: 2, estimated: false },
      })
    expect(fake.requests.map(({ provider }) => provider)).toEqual([
      'anthropic',
      'openai',
      'google',
      'compatible',
    ])
    for (const { last, maxOutput, tools } of fake.requests)
      expect({ last, maxOutput, tools }).toEqual({ last: 'Answer with: ready', maxOutput: 256, tools: [] })
  })

  test('says in one sentence why it failed, without the key, and never rejects', async () => {
    fake.answer(({ headers }) => ({ status: 401, error: `wrong key ${JSON.stringify(headers)}` }))
    for (const name of voices().slice(0, 3)) {
      const tried = await trying(name)
      expect(tried).toMatchObject({ ok: false, why: expect.stringContaining('answered 401: wrong key') })
      expect(JSON.stringify(tried)).not.toContain(key)
    }
    expect(await trying('model:openai/gpt-5', {})).toMatchObject({
      ok: false,
      why: 'There is no key for openai: set OPENAI_API_KEY.',
    })
    expect(await trying(`model:x@${nobodyAt}`)).toMatchObject({
      ok: false,
      why: expect.stringContaining('could not be reached'),
    })
  })

  test('the key of OPENAI_BASE_URL goes to that server also when it is named by its address, and to no other', async () => {
    await trying(`model:llama3@${fake.urls.compatible}`)
    expect(fake.requests[0]!.headers.authorization).toBe(`Bearer ${key}`)
    await trying(`model:llama3@${fake.urls.compatible}`, {
      ...env(),
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    })
    expect(fake.requests[1]!.headers.authorization).toBeUndefined()
  })
})
