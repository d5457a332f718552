// What a seat says is its reply: not what it said before it looked something up, not what it thought, not what stands around JSON.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeTool } from '../../src/agents/backend.suite.js'
import type { FakeModels, ModelReply, ModelRequest } from '../support/fake-models.js'
import { call, claudeAt, printing, replies, server } from './table.js'

let fake: FakeModels
beforeAll(async () => {
  fake = await server()
})
afterAll(() => fake.close())

const looked = ({ messages }: ModelRequest) => messages.some(({ toolResults }) => toolResults.length > 0)
const toolbox = [fakeTool('read_file', 'We ship on Mondays.')]
const look = (text: string, name = 'read_file'): ModelReply => ({
  text,
  toolCalls: [{ name, input: { path: 'plan.md' } }],
})

describe('words before a tool call', () => {
  test('are kept in the receipt; the reply is what was said after the last result', async () => {
    fake.answer((request) =>
      looked(request) ? '**Position:** Monday.' : look('Let me look at the plan first.'),
    )
    const { turn, said } = await call(fake, { toolbox })
    expect(turn).toMatchObject({
      text: '**Position:** Monday.',
      receipt: { aside: 'Let me look at the plan first.', tools: [{ name: 'read_file', ok: true }] },
    })
    expect(said[0]).toMatchObject({ text: '**Position:** Monday.' })
  })

  test('are the reply where nothing was said after the result', async () => {
    fake.answer((request) => (looked(request) ? '' : look('Monday, and I note that down.')))
    const { turn } = await call(fake, { toolbox })
    expect(turn).toMatchObject({ text: 'Monday, and I note that down.' })
    expect(turn?.receipt.aside).toBeUndefined()
  })

  test.each<[string, ModelReply]>([
    ['refuses', { refusal: 'I will not say.' }],
    ['is withheld by a filter', { text: '', stop: 'content_filter' }],
  ])(
    'are no reply where the model then %s: the call has failed, and what it used is on record',
    async (_, then) => {
      fake.answer((request) => (looked(request) ? then : look('Let me look at the plan first.')))
      const { turn, failed } = await call(fake, { toolbox })
      expect(turn).toBeUndefined()
      expect(failed).toMatchObject({ cause: 'refused', tools: [{ name: 'read_file', ok: true }] })
    },
  )

  test('of Claude are kept apart too, and so are its thoughts', async () => {
    fake.answer((request) =>
      looked(request)
        ? { text: 'Monday.', reasoning: 'The plan says so.' }
        : look('Let me look.', 'mcp__parley__read_file'),
    )
    const { turn } = await call(fake, { toolbox, backend: claudeAt(fake) })
    expect(turn).toMatchObject({
      text: 'Monday.',
      receipt: { aside: 'Let me look.', thinking: 'The plan says so.' },
    })
  })
})

describe('thoughts', () => {
  const thoughts = '**Dissent:** I think not.'

  test.each<[string, ModelReply]>([
    ['in a tag', { text: `<think>\n${thoughts}\n</think>\n\nMonday.` }],
    ['split over pieces', { deltas: ['<th', 'ink>', thoughts, '</thi', 'nk>\n', 'Mon', 'day.'] }],
    ['beside the words', { text: 'Monday.', reasoning: thoughts }],
    ['under another tag', { text: `<reasoning>${thoughts}</reasoning>Monday.` }],
  ])('%s are in the receipt, and neither said nor shown', async (_, reply) => {
    fake.answer(() => reply)
    const { turn, live } = await call(fake)
    expect(turn?.text).toBe('Monday.')
    expect(turn?.receipt.thinking).toContain(thoughts)
    expect(live).toBe('Monday.')
  })

  test('without an end leave no reply, and no dissent', async () => {
    fake.answer(() => `<think>${thoughts}`)
    const { turn, failed, live } = await call(fake)
    expect(turn).toBeUndefined()
    expect(failed).toMatchObject({ cause: 'empty', partial: '' })
    expect(live).toBe('')
  })

  test('before a structure do not hide it', async () => {
    fake.answer(() => '<think>{"call":"continue","why":"maybe"}</think>{"call":"stop","why":"enough"}')
    const { turn } = await call(fake, { shaped: true })
    expect(turn).toMatchObject({ value: { call: 'stop' }, receipt: { attempts: 1 } })
  })

  test('that a program prints are taken out as well', async () => {
    const { turn, live } = await call(fake, {
      backend: printing('<think>', thoughts, '</think>\n', 'Monday.\n'),
    })
    expect(turn).toMatchObject({ text: 'Monday.', receipt: { thinking: thoughts } })
    expect(live).toBe('Monday.')
  })
})

describe('a structure', () => {
  const value = '{"call":"stop","why":"enough"}'

  test.each([
    ['after words', `Sure! Here is my verdict:\n${value}`],
    ['before words', `${value}\nLet me know if you want more.`],
    ['in a fence among prose', `I weighed it.\n\n\`\`\`json\n${value}\n\`\`\`\n\nThat is all.`],
    ['with a comma too many', '{"call":"stop","why":"enough",}'],
    ['with a line break in a string', '{"call":"stop",\n"why":"enough\nof it"}'],
  ])('%s is read without asking again', async (_, text) => {
    fake.answer(() => text)
    const { turn, requests } = await call(fake, { shaped: true })
    expect(turn).toMatchObject({ text: '', value: { call: 'stop' } })
    expect(requests).toHaveLength(1)
    const program = await call(fake, { shaped: true, backend: printing(text) })
    expect(program.turn).toMatchObject({ text: '', value: { call: 'stop' }, receipt: { attempts: 1 } })
  })

  test('that is missing is asked for once, with the fault in one line', async () => {
    fake.answer(replies('I would stop.', value))
    const { turn, requests } = await call(fake, { shaped: true })
    expect(turn).toMatchObject({ value: { call: 'stop' }, receipt: { attempts: 2 } })
    expect(requests).toHaveLength(2)
    expect(requests[1]?.last).toContain('did not fit the shape that was asked for: it holds no JSON object.')
  })
})
