// Lines: who may name a program or a server.

import { describe, expect, test } from 'vitest'
import { WrongUsage } from '../kernel/errors.js'
import { mustBeNoLine } from './lines.js'

const config = { seats: {}, voices: {}, models: {} }
const nobody = { config, env: {} }

describe('a request that no person typed here', () => {
  test.each([
    'command:touch x',
    'model:gpt@https://models.example.com/v1',
    'model:m@http://127.0.0.1.example.com/v1',
  ])('may not name %s, and is told where a person can', (name) => {
    expect(() => mustBeNoLine(name, 'over HTTP', nobody)).toThrow(WrongUsage)
    expect(() => mustBeNoLine(name, 'over HTTP', nobody)).toThrow(/not taken over HTTP/)
  })

  test.each([
    'claude:opus',
    'model:anthropic/some-model',
    'model:small@http://127.0.0.1:11434/v1',
    'model:small@http://localhost:1234/v1',
    'model:small@http://[::1]:1234/v1',
  ])('may name %s', (name) => {
    expect(() => mustBeNoLine(name, 'over HTTP', nobody)).not.toThrow()
  })

  test('may name what the person wrote in their own settings, and a server that their environment names', () => {
    const own = { config: { ...config, voices: { mine: 'command:llm -m small' } }, env: {} }
    expect(() => mustBeNoLine('command:llm -m small', 'over HTTP', own)).not.toThrow()
    expect(() => mustBeNoLine('command:llm -m large', 'over HTTP', own)).toThrow(WrongUsage)
    const env = { OPENAI_BASE_URL: 'https://models.example.com/v1' }
    expect(() =>
      mustBeNoLine('model:gpt@https://models.example.com/v1', 'over HTTP', { config, env }),
    ).not.toThrow()
  })
})
