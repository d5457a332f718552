import { describe, expect, test } from 'vitest'
import type { Line } from '../../kernel/line/line.js'
import { lineOf } from '../../kernel/line/line.suite.js'
import type { AnsweredBy, Question } from '../../kernel/question.js'
import { answerer, type Prepared } from './answers.js'

const never = new AbortController().signal
const round: Question = {
  id: 'round',
  title: 'Where next?',
  body: '',
  options: [
    { key: 'another-round', label: 'Another round', effect: '' },
    { key: 'conclude', label: 'Conclude', effect: '' },
  ],
  freeText: { key: 'steer', label: 'Steer' },
}
const leftover: Question = {
  id: 'leftover',
  title: 'Left over',
  body: '',
  options: [{ key: 'keep', label: '[k]eep', effect: '' }],
  default: 'keep',
}

const said = (question: Question, choose: string, by: AnsweredBy = 'answers', key = 'k'): Line[] => [
  lineOf('asked', question, key),
  lineOf('answered', { question: question.id, choose, by }, key),
]
const prepared = (list: readonly Prepared[], before: readonly Line[] = []) =>
  answerer({ prepared: list, yes: false }, before)

describe('prepared answers', () => {
  test('ANS1: an answer is given once, in order, and one for another question is kept for later', async () => {
    const ways = prepared([
      { to: 'leftover', choose: 'keep' },
      { choose: 'Another round' },
      { choose: 'steer', text: 'cost?' },
    ])
    const first = await ways.answer(round, never)
    expect(first).toEqual({ question: 'round', choose: 'another-round', by: 'answers' })
    for (const one of said(round, 'another-round')) ways.noticed(one)
    expect(await ways.answer(round, never)).toMatchObject({ choose: 'steer', text: 'cost?' })
    expect(await ways.answer(leftover, never)).toMatchObject({ choose: 'keep' })
  })

  test('ANS2: an answer that the journal already took from the list is not given again', async () => {
    const list = [{ choose: 'another-round' }, { choose: 'conclude' }]
    expect(await prepared(list, said(round, 'another-round')).answer(round, never)).toMatchObject({
      choose: 'conclude',
    })
    const both = [...said(round, 'another-round'), ...said(round, 'conclude', 'answers', 'k2')]
    expect(await prepared(list, both).answer(round, never)).toBeUndefined()
  })

  test('ANS2: an answer that the person typed uses up no prepared answer', async () => {
    const before = said(round, 'another-round', 'person')
    expect(await prepared([{ choose: 'another-round' }], before).answer(round, never)).toMatchObject({
      choose: 'another-round',
    })
  })

  test('ANS2: a new list for the rest of the meeting is used from its first answer', async () => {
    const before = said(round, 'another-round')
    expect(await prepared([{ choose: 'conclude' }], before).answer(round, never)).toMatchObject({
      choose: 'conclude',
    })
  })

  test('ANS3: an answer that does not fit is not given, and the reason is kept', async () => {
    const ways = prepared([{ choose: 'stop' }])
    expect(await ways.answer(round, never)).toBeUndefined()
    expect(String(ways.fault)).toContain('"stop" is no answer')
  })
})

describe('without a prepared answer', () => {
  test('--yes takes a default, and waits where there is none or the question needs the person', async () => {
    const ways = answerer({ prepared: [], yes: true })
    expect(await ways.answer(leftover, never)).toEqual({
      question: 'leftover',
      choose: 'keep',
      by: 'default',
    })
    expect(await ways.answer(round, never)).toBeUndefined()
    expect(await ways.answer({ ...leftover, personOnly: true }, never)).toBeUndefined()
  })

  test('the person at the terminal is asked last', async () => {
    const prompt = async () => ({ question: 'round', choose: 'conclude', by: 'person' }) as const
    const ways = answerer({ prepared: [{ to: 'leftover', choose: 'k' }], yes: true, prompt })
    expect(await ways.answer(leftover, never)).toMatchObject({ choose: 'keep', by: 'answers' })
    expect(await ways.answer(round, never)).toMatchObject({ choose: 'conclude', by: 'person' })
  })
})
