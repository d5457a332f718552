// Limits: a reply has its own, thinking has room beside it, a reply that was cut off goes on once, and the ceiling is kept.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeTool } from '../../src/agents/backend.suite.js'
import { beginningOf } from '../../src/rules/failure-words.js'
import type { FakeModels, ModelReply, ModelRequest } from '../support/fake-models.js'
import { call, claudeAt, local, replies, server } from './table.js'

let fake: FakeModels
beforeAll(async () => {
  fake = await server()
})
afterAll(() => fake.close())

const toolbox = [fakeTool('read_file', 'We ship on Mondays.')]
const looked = ({ messages }: ModelRequest) => messages.some(({ toolResults }) => toolResults.length > 0)
const look: ModelReply = { toolCalls: [{ name: 'read_file', input: { path: 'plan.md' } }] }

describe('a model that thinks', () => {
  test('more than its words may cost still gets the result of its tool, and speaks', async () => {
    fake.answer((request) =>
      looked(request)
        ? { text: 'Monday.', usage: { input: 900, output: 800, reasoning: 700 } }
        : { ...look, usage: { input: 500, output: 1550, reasoning: 1500 } },
    )
    const { turn, requests } = await call(fake, { toolbox, maxOutput: 1500 })
    expect(turn).toMatchObject({ text: 'Monday.', receipt: { tokens: { input: 1400, output: 2350 } } })
    expect(requests[0]?.maxOutput).toBe(1500)
    expect(requests[1]?.maxOutput).toBeGreaterThanOrEqual(1500 + 1500)
  })

  test('up to its limit before its first word is asked again with more room, and its conversation holds that once', async () => {
    const silent: ModelReply = {
      text: '',
      reasoning: 'Hm.',
      stop: 'length',
      usage: { input: 100, output: 800, reasoning: 800 },
    }
    fake.answer(replies(silent, 'Monday.', 'Still Monday.'))
    const { said, turn, requests } = await call(fake, { maxOutput: 800, times: 2 })
    expect(said).toMatchObject([
      { text: 'Monday.', usage: { input: 200, output: 810 } },
      { text: 'Still Monday.' },
    ])
    expect(turn?.cutOff).toBeUndefined()
    expect(requests.map(({ maxOutput }) => maxOutput)).toEqual([800, 4800, 4800])
    expect(requests[2]?.messages.map(({ text }) => text)).toEqual([
      'When do we ship?',
      'Monday.',
      'When do we ship?',
    ])
  })

  test('gets the room that the person settled for it', async () => {
    fake.answer(() => 'Monday.')
    const { requests } = await call(fake, { maxOutput: 800, model: { reasoningTokens: 6000 } })
    expect(requests[0]?.maxOutput).toBe(6800)
  })

  test('and never speaks has failed, with the way out', async () => {
    fake.answer(() => ({ text: '', stop: 'length', usage: { input: 1, output: 800, reasoning: 800 } }))
    const { failed, requests } = await call(fake, { maxOutput: 800 })
    expect(failed).toMatchObject({ cause: 'empty', message: expect.stringContaining('reasoning_tokens') })
    expect(requests).toHaveLength(2)
  })

  test('has its room reserved under the ceiling', async () => {
    fake.answer(() => 'Monday.')
    const limit = { maxOutput: 800, model: { reasoningTokens: 6000 } }
    expect((await call(fake, { ...limit, deps: { ceiling: 6500 } })).failed?.cause).toBe('ceiling')
    expect((await call(fake, { ...limit, deps: { ceiling: 7500 } })).turn?.text).toBe('Monday.')
  })

  test('as Claude does keeps its thinking, with room for it', async () => {
    fake.answer(() => ({ text: 'Monday.', reasoning: 'It is Monday.' }))
    const { turn, requests } = await call(fake, { backend: claudeAt(fake), maxOutput: 800 })
    expect(turn).toMatchObject({ text: 'Monday.', receipt: { thinking: 'It is Monday.' } })
    expect(requests[0]?.maxOutput).toBe(4800)
    expect(requests[0]?.body['thinking']).toMatchObject({ type: 'enabled', budget_tokens: 4000 })
  })
})

describe('a reply that reached its length limit', () => {
  const first: ModelReply = { text: 'We ship on Mon', stop: 'length' }

  test('is asked to go on once, and its pieces are one reply', async () => {
    fake.answer(replies(first, 'day.\n\n**Dissent:** not in May.'))
    const { turn, live, requests } = await call(fake)
    expect(turn?.text).toBe('We ship on Monday.\n\n**Dissent:** not in May.')
    expect(turn?.cutOff).toBeUndefined()
    expect(live).toBe(turn?.text)
    expect(requests).toHaveLength(2)
    expect(requests[1]?.messages.at(-2)?.text).toBe('We ship on Mon')
  })

  test('and repeats its last words when it goes on says them once', async () => {
    fake.answer(replies(first, 'ship on Monday.'))
    expect((await call(fake)).turn?.text).toBe('We ship on Monday.')
  })

  test('twice is marked as cut off, and what it said is kept', async () => {
    fake.answer(replies(first, { text: 'day.\n\n**Dissent:** not in', stop: 'length' }))
    const { turn, said, requests } = await call(fake)
    expect(turn).toMatchObject({ text: 'We ship on Monday.\n\n**Dissent:** not in', cutOff: 'length' })
    expect(said[0]).toMatchObject({ cutOff: 'length' })
    expect(requests).toHaveLength(2)
  })

  test('and cannot go on is marked as cut off, with what the failed call cost', async () => {
    fake.answer(replies(first, { status: 400, error: 'no' }))
    const { turn } = await call(fake)
    expect(turn).toMatchObject({ text: 'We ship on Mon', cutOff: 'length', receipt: { attempts: 2 } })
  })

  test('as a structure goes on too, and is never taken by half', async () => {
    fake.answer(replies({ text: '{"call":"stop","why":"en', stop: 'length' }, 'ough"}'))
    expect((await call(fake, { shaped: true })).turn).toMatchObject({
      value: { call: 'stop', why: 'enough' },
    })
    fake.answer(() => ({ text: '{"call":"stop","why":"en', stop: 'length' }))
    const { failed, requests } = await call(fake, { shaped: true })
    expect(failed).toMatchObject({ cause: 'invalid', began: '{"call":"stop","why":"en' })
    expect(requests).toHaveLength(3)
  })

  test('of Claude goes on in its own session', async () => {
    fake.answer(replies({ text: 'We ship on Mon', stop: 'max_tokens' }, 'day.'))
    const { turn, requests } = await call(fake, { backend: claudeAt(fake) })
    expect(turn).toMatchObject({ text: 'We ship on Monday.', receipt: { attempts: 2 } })
    expect(requests.at(-1)?.messages.map(({ text }) => text)).toContain('We ship on Mon')
  })

  test('by a filter is marked, and is not asked to go on', async () => {
    fake.answer(() => ({ text: 'We ship on', stop: 'content_filter' }))
    const { turn, requests } = await call(fake)
    expect(turn).toMatchObject({ text: 'We ship on', cutOff: 'filter' })
    expect(requests).toHaveLength(1)
  })
})

describe('the ceiling', () => {
  const endless: ModelReply = { ...look, usage: { input: 5000, output: 5 } }

  test('is kept over many tool steps: the step that would pass it is not taken', async () => {
    fake.answer(() => endless)
    const { failed, requests, lines } = await call(fake, { toolbox, deps: { ceiling: 20_000 } })
    expect(failed).toMatchObject({ cause: 'ceiling', message: expect.stringContaining('the next step') })
    expect(failed?.tokens.input).toBe(requests.length * 5000)
    expect(requests.length).toBeLessThan(4)
    expect(failed?.tools).toHaveLength(requests.length)
    expect(lines.at(-1)?.kind).toBe('concluded')
  })

  test('is kept for Claude too', async () => {
    const name = 'mcp__parley__read_file'
    fake.answer(() => ({ ...endless, toolCalls: [{ name, input: { path: 'plan.md' } }] }))
    const { failed, requests } = await call(fake, {
      toolbox,
      backend: claudeAt(fake),
      deps: { ceiling: 20_000 },
      maxOutput: 800,
    })
    expect(failed).toMatchObject({ cause: 'ceiling', tokens: { input: requests.length * 5000 } })
    expect(requests.length).toBeLessThan(4)
  })
})

describe('what a provider counts', () => {
  test.each([1e308, -5, 4e12])('is estimated where it cannot be: %d', async (wrong) => {
    fake.answer(() => ({ text: 'Monday.', usage: { input: wrong, output: wrong } }))
    const { turn } = await call(fake)
    expect(turn?.receipt.tokens.estimated).toBe(true)
    expect(turn?.receipt.tokens.input).toBeGreaterThan(3)
    expect(turn?.receipt.tokens.input).toBeLessThan(100)
  })

  test('is counted also for a call that came to nothing, and is spent', async () => {
    fake.answer(() => ({ text: '', usage: { input: 5000, output: 5 } }))
    const { failed, met } = await call(fake, { backend: local(fake), times: 3, deps: { ceiling: 20_000 } })
    expect(failed?.tokens).toMatchObject({ input: 5000, output: 5 })
    expect(met.summaries.at(-1)).toMatchObject({ input: 15_000, output: 15 })
  })
})

test('a reply of many megabytes is stopped before it fills the memory, with what it cost', async () => {
  const megabyte = 'It depends. '.repeat(90_000)
  fake.answer(() => ({ deltas: Array.from({ length: 12 }, () => megabyte) }))
  const { failed, requests } = await call(fake, { draft: true })
  expect(failed).toMatchObject({ cause: 'failed', began: beginningOf(megabyte) })
  expect(failed?.message).toContain('longer than any reply needs to be')
  expect(failed?.partial.length).toBeLessThanOrEqual(32_000)
  expect(failed?.tokens.output).toBeGreaterThan(1_000_000)
  expect(requests).toHaveLength(1)
})
