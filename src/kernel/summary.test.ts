// The summary: what a journal folds to, and what a meeting waits for.

import { describe, expect, test } from 'vitest'
import { ada, bo, chose, procedure, prompt, question, setting } from './deps.suite.js'
import { BackendFailed } from './errors.js'
import type { Meeting } from './protocol.js'
import { summarise } from './summary.js'

async function summaryAfter(run: (meeting: Meeting) => Promise<unknown>, scripted = {}) {
  const met = setting(scripted)
  const { summary } = await met.meet(procedure(run))
  expect(summary).toEqual(summarise(await met.lines()))
  return summary
}

describe('a summary', () => {
  test('says what the meeting is, how far it came and what it cost', async () => {
    expect(
      await summaryAfter(async (meeting) => {
        await meeting.phase('open')
        await meeting.speak(ada, prompt('?'), { id: 'a' })
        await meeting.speak(bo, prompt('?'), { id: 'b' })
      }),
    ).toEqual({
      id: 'm-1',
      protocol: 'test',
      version: 1,
      title: 'A test',
      status: 'concluded',
      openedAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-02T03:04:05.678Z',
      lines: 5,
      phase: 'open',
      turns: 2,
      input: 20,
      output: 10,
      estimated: false,
      question: null,
      questions: [],
      detail: null,
      rehearsed: false,
    })
  })

  test.each([
    ['paused', (meeting: Meeting) => meeting.pause('lunch'), 'lunch'],
    ['halted', (meeting: Meeting) => meeting.halt('HALT x'), 'HALT x'],
    ['aborted', (meeting: Meeting) => meeting.abort('dropped'), 'dropped'],
    ['failed', () => Promise.reject(new Error('broke')), 'broke'],
    ['halted', (meeting: Meeting) => meeting.write('etc/x', ''), expect.stringContaining('etc/x')],
  ])('of a meeting that is %s says why', async (status, run, detail) => {
    expect(await summaryAfter(run)).toMatchObject({ status, detail, question: null })
  })

  test('of a meeting that asks says what it waits for, until it is answered', async () => {
    const run = (meeting: Meeting) => meeting.ask(question('q'))
    expect(await summaryAfter(run)).toMatchObject({
      status: 'waiting',
      question: { id: 'q', title: 'Is q right?' },
    })
    expect(await summaryAfter(run, { answer: chose('yes') })).toMatchObject({
      status: 'concluded',
      question: null,
    })
  })

  test('of a meeting whose branches ask has all that is open, the first first', async () => {
    const run = (meeting: Meeting) =>
      meeting.together({ a: (branch) => branch.ask(question('a')), b: (branch) => branch.ask(question('b')) })
    expect(await summaryAfter(run)).toMatchObject({
      question: { id: 'a' },
      questions: [{ id: 'a' }, { id: 'b' }],
    })
    const answer = (asked: { id: string }) => (asked.id === 'a' ? chose('yes')(question('a')) : undefined)
    expect(await summaryAfter(run, { answer })).toMatchObject({ status: 'waiting', questions: [{ id: 'b' }] })
  })

  test('of a meeting with an open question waits, although another branch broke, and says that it did', async () => {
    const run = (meeting: Meeting) =>
      meeting.together({
        a: (branch) => branch.ask(question('a')) as Promise<unknown>,
        b: () => Promise.reject(new Error('broke')),
      })
    expect(await summaryAfter(run)).toMatchObject({
      status: 'waiting',
      detail: 'broke',
      question: { id: 'a' },
    })
  })

  test('counts what failed turns cost, and marks an estimate', async () => {
    const usage = { input: 3, output: 2, estimated: true }
    const say = ({ nth }: { nth: number }) => {
      if (nth === 2) throw new BackendFailed('failed', 'down')
      return { text: '', usage }
    }
    const run = async (meeting: Meeting) => {
      await meeting.trySpeak(ada, prompt('?'), { id: 'a' })
      await meeting.trySpeak(bo, prompt('?'), { id: 'b' })
    }
    expect(await summaryAfter(run, { say })).toMatchObject({ turns: 0, input: 3, output: 2, estimated: true })
  })

  test('marks a rehearsal', async () => {
    const met = setting()
    const backend = await met.deps.backendFor(ada)
    const rehearsal = setting({ deps: { backendFor: async () => ({ ...backend, name: 'rehearsal' }) } })
    const protocol = procedure((meeting) => meeting.speak(ada, prompt('?'), { id: 'a' }))
    expect((await rehearsal.meet(protocol)).summary.rehearsed).toBe(true)
  })
})
