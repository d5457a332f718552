// Names of agents: every form is parsed, and every mistake gets a message with what is allowed.

import { describe, expect, test } from 'vitest'
import { WrongUsage } from '../kernel/errors.js'
import { type AgentName, agentForms, parseAgents, parseSeat } from './names.js'

describe('a name of agents', () => {
  test.each<[string, AgentName]>([
    ['script:tests/a b.yaml', { kind: 'script', file: 'tests/a b.yaml' }],
    ['script:C:\\replies.yaml', { kind: 'script', file: 'C:\\replies.yaml' }],
    ['model:anthropic/claude-x', { kind: 'model', provider: 'anthropic', model: 'claude-x' }],
    ['model:openai/gpt-x', { kind: 'model', provider: 'openai', model: 'gpt-x' }],
    ['model:google/gemini-x', { kind: 'model', provider: 'google', model: 'gemini-x' }],
    ['model:google', { kind: 'model', provider: 'google' }],
    ['model:compatible/qwen', { kind: 'model', provider: 'compatible', model: 'qwen' }],
    [
      'model:qwen3:8b@http://127.0.0.1:11434/v1',
      { kind: 'model', provider: 'compatible', model: 'qwen3:8b', baseUrl: 'http://127.0.0.1:11434/v1' },
    ],
    [
      'model:openai/gpt-oss@https://models.example/v1',
      {
        kind: 'model',
        provider: 'compatible',
        model: 'openai/gpt-oss',
        baseUrl: 'https://models.example/v1',
      },
    ],
    ['claude', { kind: 'claude' }],
    ['claude:opus', { kind: 'claude', model: 'opus' }],
    [`command:llm -m 'a b'`, { kind: 'command', argv: ['llm', '-m', 'a b'] }],
  ])('%s is understood', (text, name) => {
    expect(parseAgents(text)).toEqual(name)
  })

  test.each([
    '',
    ':',
    'gpt',
    'rehearsal',
    'script',
    'script:',
    'model',
    'model:',
    'model:gpt-x',
    'model:@http://127.0.0.1',
    'model:x@127.0.0.1',
    'model:x@http://',
    'claude:',
    'command:',
    'Script:a',
  ])('"%s" is wrong usage that names every form', (text) => {
    try {
      parseAgents(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(WrongUsage)
      for (const form of agentForms) expect((error as WrongUsage).hint).toContain(form)
    }
  })
})

describe('a seat and its agent', () => {
  test('are told apart at the first equals sign', () => {
    expect(parseSeat('theo=claude')).toEqual({ seat: 'theo', name: 'claude' })
    expect(parseSeat('ada=command:x --y=z')).toEqual({ seat: 'ada', name: 'command:x --y=z' })
  })

  test.each(['theo', '=claude', 'theo=', 'theo=gpt'])('"%s" is wrong usage', (text) => {
    expect(() => parseSeat(text)).toThrow(WrongUsage)
  })
})
