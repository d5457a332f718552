// The summary of a story: what lists show of a meeting, and what it waits for.

import { describe, expect, test } from 'vitest'
import { BackendFailed } from '../kernel/errors.js'
import type { Line } from '../kernel/line/line.js'
import { empty, type Summary } from '../kernel/line/summary.js'
import type { Meeting } from '../kernel/protocol.js'
import { ada, bo, chose, procedure, prompt, question, setting } from '../kernel/run/deps.suite.js'
import { openQuestion } from '../kernel/run/hold.js'
import { golden, goldens, tellings, told } from './journals.suite.js'
import type { Story } from './story.js'
import { summarised } from './summary.js'
import { Teller } from './teller.js'

async function summaryAfter(run: (meeting: Meeting) => Promise<unknown>, scripted = {}) {
  const met = setting(scripted)
  const { summary } = await met.meet(procedure(run))
  expect(met.summaries.at(-1)).toEqual(summary)
  return summary
}

describe('a summary', () => {
  test('names a meeting by its id where nothing can be seen of its title', () => {
    const titled = (title: string) => {
      const [opened, ...rest] = golden('council.meeting')
      if (opened?.kind !== 'opened') throw new Error('The first line of a journal opens it.')
      return summarised([{ ...opened, data: { ...opened.data, title } }, ...rest], tellings).title
    }
    expect(['\u200b\u202e', ' \n', '?', 'שלום'].map(titled)).toEqual([titled(''), titled(''), '?', 'שלום'])
    expect(titled('')).toBe(summarised(golden('council.meeting'), tellings).id)
  })

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
      money: null,
      unpriced: 2,
      question: null,
      questions: [],
      detail: null,
      why: null,
      degraded: [],
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
})

/** Looks at the story and the summary of a journal after each of its lines. */
function eachLine(
  lines: readonly Line[],
  look: (story: Story, summary: Summary, before: readonly Line[]) => void,
): void {
  const teller = new Teller(tellings)
  let summary = empty
  for (const [at, line] of lines.entries()) {
    teller.take(line)
    // As a kept summary grows, in another process and from its own text.
    summary = summarised([line], tellings, JSON.parse(JSON.stringify(summary)) as Summary)
    look(teller.story, summary, lines.slice(0, at + 1))
  }
}

describe.each(goldens)('the summary of %s', (name) => {
  const lines = golden(name)

  test('grows line by line to what the whole journal folds to, and is that of the story', () => {
    eachLine(lines, (story, summary) => expect(story.summary).toEqual(summary))
    expect(told(lines).summary).toEqual(summarised(lines, tellings))
  })

  test('has paid what the calls of the story cost together', () => {
    eachLine(lines, ({ costs }, { input, output, turns }) => {
      expect(costs.at(-1)?.total ?? 0).toBe(input + output)
      expect(turns).toBe(costs.filter(({ failed }) => !failed).length)
    })
  })

  test('asks what the story asks and what an answer would go to, until it is over', () => {
    eachLine(lines, ({ questions }, { status, question }, before) => {
      const over = status === 'concluded' || status === 'aborted'
      const open = over ? undefined : openQuestion(before)?.question
      expect(questions[0]?.question).toEqual(open)
      expect(question?.id).toBe(open?.id)
    })
  })
})
