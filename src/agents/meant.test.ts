// What a wrong name of agents was probably meant to be.

import { expect, test } from 'vitest'
import { probablyMeant } from './meant.js'
import { parseAgents } from './names.js'

test.each([
  ['gpt-5', 'model:openai/gpt-5'],
  ['model:gpt-5', 'model:openai/gpt-5'],
  ['o3-mini', 'model:openai/o3-mini'],
  ['claude-sonnet-4-5', 'model:anthropic/claude-sonnet-4-5'],
  ['gemini-2.5-pro', 'model:google/gemini-2.5-pro'],
  ['anthropic/claude-opus-4', 'model:anthropic/claude-opus-4'],
  ['opus', 'claude:opus'],
  ['ollama/llama3', 'model:llama3@http://localhost:11434/v1'],
  ['model:llama3@localhost:11434', 'model:llama3@http://localhost:11434/v1'],
  ['llama3@127.0.0.1:8080/v1', 'model:llama3@http://127.0.0.1:8080/v1'],
  ['model:openai/gpt-5@localhost:1234/v1', 'model:openai/gpt-5@http://localhost:1234/v1'],
  ['model:qwen@models.example.org/v1', 'model:qwen@http://models.example.org/v1'],
  ['localhost:11434', 'model:NAME@http://localhost:11434/v1'],
  ['model:localhost:11434/llama3', 'model:llama3@http://localhost:11434/v1'],
  ['model:http://127.0.0.1:9/v1/llama3', 'model:llama3@http://127.0.0.1:9/v1'],
  ['https://models.example.org/api/v1', 'model:NAME@https://models.example.org/api/v1'],
  ['codex', 'acp:codex'],
  ['gemini', 'acp:gemini'],
  ['openai', 'model:openai/NAME'],
  ['ollama', 'model:NAME@http://localhost:11434/v1'],
  ['comand:./agent.sh --fast', 'command:./agent.sh --fast'],
])('%s is refused, and %s is offered, which can be given', (given, meant) => {
  expect(probablyMeant(given)).toBe(meant)
  expect(() => parseAgents(given)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining(`Did you mean ${meant}?`) }),
  )
  expect(() => parseAgents(meant)).not.toThrow()
})

test('a name that fits nothing is not guessed at', () => {
  expect(probablyMeant('the big one')).toBeUndefined()
  expect(() => parseAgents('the big one')).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^Choose one of:/) }),
  )
})

test('a model with an @ in its name is no address', () => {
  expect(parseAgents('model:anthropic/claude-sonnet-4@20250514')).toMatchObject({
    model: 'claude-sonnet-4@20250514',
  })
})
