// A rehearsed analysis: the same procedure without a model. The person's lines are the records, and every document says that it is a rehearsal.

import { describe, expect, test } from 'vitest'
import { rehearsal } from '../../agents/rehearsal/rehearsal.js'
import { type Answers, inputFor, session } from './harness.suite.js'

const found = [{ path: 'src/queue.ts', line: 2, text: 'retry(queue)' }]
const backend = rehearsal({ openDesk: async () => ({ files: 2, find: (_, most) => found.slice(0, most) }) })
const replies: Answers = [
  ['say', 'Retries wake support at night.'],
  ['say', 'Operator: is woken at night\nCustomer: gets ten mails'],
  [
    'say',
    'It must stop after ten tries\ngiven a dead endpoint, when ten tries failed, then nothing is sent\nIt should park the delivery\nGiven ten tries, when they failed, then it is parked\nIt could tell somebody\ngiven a parked one, when it is parked, then a mail is sent',
  ],
  ['say', 'A new queue'],
  ['say', 'Fewer than two calls a week'],
  ['say', 'Who is told?'],
]

describe('a rehearsal', () => {
  test('asks six fixed questions, makes records of the person’s lines word for word, and keeps every check', async () => {
    const held = await session(inputFor({ tier: 'light' }))
    const ending = await held.hold({}, [...replies, 'accept', 'accept'], { backendFor: async () => backend })
    expect(held.asked().slice(0, 6)).toEqual(Array(6).fill('reply'))
    expect(held.notes('retry')).toEqual([])
    expect(held.notes('salvaged')).toEqual([])
    const spec = held.text('requirements-spec.md')
    for (const words of [
      'Retries wake support at night.',
      '- is woken at night',
      '### FR-001: It must stop after ten tries',
      'Given a dead endpoint, when ten tries failed, then nothing is sent',
      '| FR-003 | It could tell somebody | Could Have |',
      '| A new queue |',
      '- Fewer than two calls a week',
    ])
      expect(spec).toContain(words)
    expect(spec).toContain('**Degraded**: ')
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: { degraded: expect.arrayContaining(['rehearsal']) },
    })
    expect((await held.verify()).findings).toEqual([])
  })
  test('amends without inventing anything, and comes back to sign-off', async () => {
    const held = await session(inputFor({ tier: 'light' }))
    const ending = await held.hold(
      {},
      [...replies, ['say', 'no, rename the first'], ['say', 'Call it limit.'], 'accept'],
      { backendFor: async () => backend },
    )
    expect(ending).toMatchObject({ outcome: { status: 'accepted', amendment_cycles: 1 } })
    expect(held.notes('salvaged')).toEqual([])
  })
})
