// Tokens: exact for ordinary texts, never slow, and not confused by special tokens in a text.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Prompt } from '../kernel/agents.js'
import { countTokens, roughTokens, tally } from './tokens.js'

const prompt = (text: string): Prompt => ({ call: 'x', system: 'You are Theo.', text })

describe('tokens', () => {
  test('a text is counted as its encoding counts it', async () => {
    expect(await countTokens('hello world')).toBe(2)
    expect(await countTokens('')).toBe(0)
  })

  test('text that spells a special token is ordinary text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })

  test('one unbroken run counts about as much as the same run in pieces', async () => {
    const whole = await countTokens('-'.repeat(100_000))
    const piece = await countTokens('-'.repeat(256))
    expect(whole).toBeGreaterThan(0)
    expect(whole).toBeLessThanOrEqual(piece * Math.ceil(100_000 / 256))
  })

  test('a text over 200 kB is a quarter of its bytes', async () => {
    const long = 'word '.repeat(50_000)
    expect(await countTokens(long)).toBe(roughTokens(long))
  })

  test('a rough count is a quarter of the bytes, rounded up', () => {
    expect(roughTokens('')).toBe(0)
    expect(roughTokens('abcde')).toBe(2)
    expect(roughTokens('é')).toBe(1)
    expect(roughTokens('漢字漢字')).toBe(3)
  })

  test('no text costs more tokens than it has bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 600 }), async (text) => {
        expect(await countTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
      { numRuns: 50 },
    )
  })
})

describe('tally', () => {
  test('every reply costs the conversation before it, and says that this is an estimate', async () => {
    const voice = tally([])
    const first = await voice.estimate(prompt('One question.'), { text: 'One answer.' })
    const second = await voice.estimate(prompt('One question.'), { text: 'One answer.' })
    expect(first.estimated).toBe(true)
    expect(second.output).toBe(first.output)
    expect(second.input).toBe(
      first.input + (await countTokens('One question.')) + (await countTokens('One answer.')),
    )
  })

  test('what was said before the voice was opened, or at a known cost, is read again too', async () => {
    const resumed = tally([{ prompt: 'One question.', reply: 'One answer.' }])
    const noted = tally([])
    noted.note(prompt('One question.'), { text: 'One answer.' })
    expect(await resumed.estimate(prompt('Next?'), { text: 'No.' })).toEqual(
      await noted.estimate(prompt('Next?'), { text: 'No.' }),
    )
  })

  test('a structured reply costs its JSON', async () => {
    const value = { call: 'continue', why: 'two seats disagree' }
    const usage = await tally([]).estimate(prompt('Judge.'), { text: '', value })
    expect(usage.output).toBe(await countTokens(JSON.stringify(value)))
  })
})
