// What the journal holds of an answer: masked words, and the name of the person who gave it.

import { describe, expect, test } from 'vitest'
import type { AnsweredBy } from '../question.js'
import { chose, procedure, question, setting } from '../run/deps.suite.js'
import { keptAnswer } from './kept-answer.js'

const scrub = async (text: string) => {
  const clean = text.replace(/hush-\w+/g, '[masked]')
  return { text: clean, kinds: clean === text ? [] : ['hush'] }
}
const kept = (name: string | undefined, by: AnsweredBy = 'person') =>
  keptAnswer({ question: 'q', choose: 'yes', by }, { asked: 'Go on?', scrub, who: async () => name })

describe('the name of an answer', () => {
  test('is the name of the person, on one line, without control characters and text direction marks', async () => {
    expect(await kept(' Ada\u001b[31m\n\u202e  Example\u0000 ')).toEqual({
      question: 'q',
      choose: 'yes',
      by: 'person',
      name: 'Ada [31m Example',
    })
  })

  test('is masked like every other text', async () => {
    expect((await kept('Ada hush-abc')).name).toBe('Ada [masked]')
  })

  test('is cut to the longest allowed name, between characters', async () => {
    const { name = '' } = await kept('😀'.repeat(200))
    expect([...name]).toHaveLength(80)
    expect(name.endsWith('😀…')).toBe(true)
  })

  test.each([undefined, '', ' \n\u0007'])('is absent where nobody is named (%j)', async (name) => {
    expect(await kept(name)).not.toHaveProperty('name')
  })

  test.each(['answers', 'default'] as const)(
    'is absent where nobody answered (%s), and is not looked up',
    async (by) => {
      const asked = keptAnswer(
        { question: 'q', choose: 'yes', by, name: 'Ada' },
        { asked: 'Go on?', scrub, who: () => Promise.reject(new Error('nobody is to be asked')) },
      )
      expect(await asked).toEqual({ question: 'q', choose: 'yes', by })
    },
  )
})

test('an answer is recorded under the name that comes with it, else under the name in the settings', async () => {
  const asking = procedure((meeting) => meeting.ask(question('q')))
  const deps = { person: async () => 'Ada Example' }
  const settled = setting({ answer: chose('yes'), deps })
  expect(await settled.meet(asking)).toMatchObject({ outcome: { by: 'person', name: 'Ada Example' } })
  const brought = setting({ answer: (asked) => ({ ...chose('yes')(asked), name: 'Bo' }), deps })
  expect(await brought.meet(asking)).toMatchObject({ outcome: { by: 'person', name: 'Bo' } })
})
