// Prices: what the person states wins over the shipped table, a local server is free, and what is not known is not called free.

import { describe, expect, test } from 'vitest'
import { WrongUsage } from '../kernel/errors.js'
import { free, isPrice } from '../rules/money.js'
import { shippedLibrary } from '../workspace/library.js'
import { mustBePriced, pricesOf } from './prices.js'

const dollar = 1_000_000
const nothing = { prices: {}, models: {} }

const priceOf = async (voice: string, config: Parameters<typeof pricesOf>[1] = nothing) =>
  (await pricesOf([voice], config))[voice]

describe('the price of a voice', () => {
  test('comes from the shipped table, also for a dated snapshot of the model, and through Claude', async () => {
    const sonnet = { input: 3 * dollar, cached: 300_000, written: 3_750_000, output: 15 * dollar }
    expect(await priceOf('model:anthropic/claude-sonnet-4-5')).toEqual(sonnet)
    expect(await priceOf('model:anthropic/claude-sonnet-4-5-20250929')).toEqual(sonnet)
    expect(await priceOf('claude:claude-sonnet-4-5')).toEqual(sonnet)
    expect(await priceOf('model:openai/gpt-5-2025-08-07')).toMatchObject({
      cached: 125_000,
      written: 1_250_000,
    })
    expect(await priceOf('model:google/gemini-2.5-pro')).toMatchObject({
      long: { over: 200_000, output: 15 * dollar },
    })
  })

  test('goes by the model that is settled, where the voice names none', async () => {
    const models = { openai: { model: 'gpt-5-mini' } }
    expect(await priceOf('model:openai', { prices: {}, models })).toMatchObject({ input: 250_000 })
  })

  test('is nothing for a server on this machine, and unknown for any other, for a program and for an unlisted model', async () => {
    expect(await priceOf('model:llama3@http://127.0.0.1:11434/v1')).toEqual(free)
    expect(await priceOf('model:llama3@http://localhost:1234/v1')).toEqual(free)
    for (const voice of [
      'model:llama3@http://box.example/v1',
      'model:anthropic/claude-of-tomorrow',
      'claude',
      'command:mind --now',
    ])
      expect(await priceOf(voice)).toBeNull()
  })

  test('is what the person states, over the table and for what the table does not know', async () => {
    const mine = { ...free, output: 7 }
    const prices = {
      'anthropic/claude-sonnet-4-5': mine,
      'llama3@http://box.example/v1': mine,
      'command:mind --now': mine,
      'model:x@http://127.0.0.1:1/v1': mine,
    }
    for (const voice of [
      'model:anthropic/claude-sonnet-4-5',
      'model:llama3@http://box.example/v1',
      'command:mind --now',
      'model:x@http://127.0.0.1:1/v1',
    ])
      expect(await priceOf(voice, { prices, models: {} })).toEqual(mine)
  })

  test('is asked only for voices that somebody is paid for', async () => {
    expect(await pricesOf(['script:a.yaml', 'claude', 'claude'], nothing)).toEqual({
      claude: null,
    })
  })
})

test('a limit on money is refused where a price is not known, with the way to state it', async () => {
  expect(() => mustBePriced({ 'model:openai/gpt-5': free })).not.toThrow()
  const unknown = await pricesOf(['model:m@http://box.example/v1'], nothing)
  expect(() => mustBePriced(unknown)).toThrow(WrongUsage)
  try {
    mustBePriced(unknown)
  } catch (error) {
    expect((error as WrongUsage).hint).toContain(
      'prices: { "m@http://box.example/v1": { input: 1, output: 5 } }',
    )
  }
})

test('the shipped table says when and from what its prices are known, and that they are list prices', async () => {
  const text = (await shippedLibrary().read('prices.yaml')) ?? ''
  expect(text).toMatch(
    /^# List prices .*\n[\s\S]*^# Put together on (\d{4}-\d{2}-\d{2}) from [\s\S]*^date: \1$/m,
  )
  expect(isPrice(await priceOf('model:openai/gpt-5'))).toBe(true)
})
