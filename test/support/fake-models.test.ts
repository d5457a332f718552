// The fake models themselves: what the backend's tests do not reach, through the providers' own clients.

import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeModels, fakeModels } from './fake-models.js'

let fake: FakeModels
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false
  fake = await fakeModels()
})
afterAll(() => fake.close())

const apiKey = 'none'
const models: Readonly<Record<string, () => LanguageModel>> = {
  anthropic: () => createAnthropic({ apiKey, baseURL: `${fake.urls.anthropic}/v1` })('claude-sonnet-4-5'),
  'openai responses': () => createOpenAI({ apiKey, baseURL: fake.urls.openai })('gpt-5.1'),
  'openai chat': () => createOpenAI({ apiKey, baseURL: fake.urls.openai }).chat('gpt-4.1'),
  google: () =>
    createGoogleGenerativeAI({ apiKey, baseURL: `${fake.urls.google}/v1beta` })('gemini-3-pro-preview'),
  compatible: () => createOpenAICompatible({ name: 'local', baseURL: fake.urls.compatible })('llama'),
}

describe.each(Object.keys(models))('fake %s', (name) => {
  test('answers whole, with tools and usage', async () => {
    fake.answer(({ messages }) =>
      messages.at(-1)!.toolResults.length > 0
        ? { text: 'It says hello.', usage: { input: 40, output: 4 } }
        : { toolCalls: [{ name: 'look', input: { at: 'x' } }], usage: { input: 20, output: 2 } },
    )
    const look = tool({
      inputSchema: jsonSchema({ type: 'object', properties: { at: { type: 'string' } } }),
      execute: async () => 'hello',
    })
    const request = { system: 'Be brief.', prompt: 'Look.', tools: { look }, stopWhen: stepCountIs(3) }
    const { text, totalUsage } = await generateText({ model: models[name]!(), ...request })
    expect(text).toBe('It says hello.')
    expect(totalUsage).toMatchObject({ inputTokens: 60, outputTokens: 6 })
    expect(fake.requests.at(-1)).toMatchObject({
      system: 'Be brief.',
      last: 'Look.',
      tools: [{ name: 'look' }],
    })
    expect(fake.requests.at(-1)!.messages.at(-1)!.toolResults).toMatchObject([{ output: 'hello' }])
  })

  test('streams what it answers whole', async () => {
    fake.answer(() => ({ deltas: ['It ', 'streams.'] }))
    const pieces: string[] = []
    for await (const piece of streamText({ model: models[name]!(), prompt: 'Stream.' }).textStream)
      pieces.push(piece)
    expect(pieces).toEqual(['It ', 'streams.'])
  })
})

test('a system message after the last of the user does not hide it', async () => {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Mine.' }] },
    { role: 'system', content: 'Reminder.' },
  ]
  const body = JSON.stringify({ model: 'claude', max_tokens: 9, messages })
  const response = await fetch(`${fake.urls.anthropic}/v1/messages?beta=true`, { method: 'POST', body })
  expect(response.status).toBe(200)
  expect(fake.requests.at(-1)!.last).toBe('Mine.')
})

test('tokens are counted and models listed without being requests for a reply', async () => {
  fake.forget()
  const count = await fetch(`${fake.urls.anthropic}/v1/messages/count_tokens`, {
    method: 'POST',
    body: '{"messages":[{}]}',
  })
  expect(await count.json()).toEqual({ input_tokens: 1 })
  expect(await (await fetch(`${fake.urls.compatible}/models`)).json()).toMatchObject({
    data: [{ id: 'fake-model' }],
  })
  expect(fake.requests).toEqual([])
})
