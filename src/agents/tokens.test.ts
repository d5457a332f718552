// What the replies of a voice cost, estimated.

import { describe, expect, test } from 'vitest'
import type { Prompt } from '../kernel/agents.js'
import { tokensIn } from '../rules/tokens.js'
import { tally } from './tokens.js'

const prompt = (text: string): Prompt => ({ call: 'x', system: 'You are Theo.', text })

describe('tally', () => {
  test('every reply costs the conversation before it, and says that this is an estimate', () => {
    const voice = tally([])
    const first = voice.estimate(prompt('One question.'), { text: 'One answer.' })
    const second = voice.estimate(prompt('One question.'), { text: 'One answer.' })
    expect(first.estimated).toBe(true)
    expect(second.output).toBe(first.output)
    expect(second.input).toBe(first.input + tokensIn('One question.') + tokensIn('One answer.'))
  })

  test('what was said before the voice was opened, or at a known cost, is read again too', () => {
    const resumed = tally([{ prompt: 'One question.', reply: 'One answer.' }])
    const noted = tally([])
    noted.note(prompt('One question.'), { text: 'One answer.' })
    expect(resumed.estimate(prompt('Next?'), { text: 'No.' })).toEqual(
      noted.estimate(prompt('Next?'), { text: 'No.' }),
    )
  })

  test('a structured reply costs its JSON', () => {
    const value = { call: 'continue', why: 'two seats disagree' }
    const usage = tally([]).estimate(prompt('Judge.'), { text: '', value })
    expect(usage.output).toBe(tokensIn(JSON.stringify(value)))
  })
})
