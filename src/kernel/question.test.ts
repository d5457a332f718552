// Questions: what counts as an answer, and how a wrong one is refused.

import { describe, expect, test } from 'vitest'
import { type AnsweredBy, answerTo, choices } from './question.js'
import { question } from './run/deps.suite.js'

const asked = question('merge', {
  options: [
    { key: 'b', label: '[A] Again', effect: '' },
    { key: 'a', label: '[B] Back', effect: '' },
  ],
})

describe('an answer', () => {
  test.each([
    ['its key', 'yes', 'yes'],
    ['its key in any case, with blanks around it', ' YES ', 'yes'],
    ['its label', '[n] no', 'no'],
    ['the letter that its label sets in brackets', 'n', 'no'],
  ])('may name an option by %s', (_, choice, key) => {
    expect(answerTo(question('q'), choice, undefined, 'person')).toEqual({
      question: 'q',
      choose: key,
      by: 'person',
    })
  })

  test('that is the key of one option and the letter of another chooses the key', () => {
    expect(answerTo(asked, 'a', undefined, 'person').choose).toBe('a')
    expect(answerTo(asked, 'b', undefined, 'person').choose).toBe('b')
  })

  test('in free text is kept as it was written, and cannot be empty', () => {
    expect(answerTo(question('q'), 'say', ' Wait. ', 'answers')).toEqual({
      question: 'q',
      choose: 'say',
      text: ' Wait. ',
      by: 'answers',
    })
    expect(() => answerTo(question('q'), 'say', ' \n', 'person')).toThrow('"say" wants a text.')
  })

  test('to a question for the person alone is refused where a model hands it over', () => {
    const own = { ...question('q'), personOnly: true }
    expect(() => answerTo(own, 'yes', undefined, 'relayed')).toThrow(/by the person alone/)
    expect(answerTo(own, 'yes', undefined, 'person')).toMatchObject({ by: 'person' })
    expect(answerTo(question('q'), 'yes', undefined, 'relayed')).toMatchObject({ by: 'relayed' })
  })

  test('by an unknown kind of answerer is refused before it is recorded', () => {
    const refusal = () => answerTo(question('q'), 'yes', undefined, 'program' as AnsweredBy)
    expect(refusal).toThrow('Nobody can answer as "program".')
    expect(refusal).toThrow(
      expect.objectContaining({ hint: 'Answer by one of: person, answers, default, relayed.' }),
    )
  })

  test('that names no option is refused with a list of the options', () => {
    const refusal = () => answerTo(question('q'), 'perhaps', undefined, 'person')
    expect(refusal).toThrow('"perhaps" is no answer to "Is q right?".')
    expect(refusal).toThrow(expect.objectContaining({ hint: choices(question('q')), code: 'USAGE' }))
    expect(choices(question('q'))).toBe('Choose one of: yes, no, say TEXT.')
    expect(() => answerTo(question('q'), '', undefined, 'person')).toThrow()
  })
})
