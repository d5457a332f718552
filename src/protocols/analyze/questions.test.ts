// Questions of an analysis: ids, titles and keys are what scripts send, so they are pinned here.

import { describe, expect, test } from 'vitest'
import { answerTo, type Question } from '../../kernel/question.js'
import { domains } from './names.js'
import {
  exitQuestion,
  reanalyseQuestion,
  replyQuestion,
  scopeQuestion,
  signoffQuestion,
  spokenAnswer,
} from './questions.js'

const proposal = { tier: 'light', affected: 4, rationale: 'Four files.' } as const
const scope = scopeQuestion(proposal, { modules: ['queue'] })
const shape = ({ id, title, options, freeText, default: by, personOnly }: Question) => [
  id,
  title,
  options.map(({ key }) => key).join(' '),
  freeText?.key ?? null,
  by ?? null,
  personOnly ?? false,
]

describe('questions', () => {
  test('each has the id, title, keys and default that scripts rely on', () => {
    const all = [
      replyQuestion('Why?'),
      scope,
      ...domains.map((domain) => signoffQuestion(domain, 's')),
      exitQuestion(),
      reanalyseQuestion(3),
    ]
    expect(all.map(shape)).toEqual([
      ['reply', 'Why?', '', 'say', null, true],
      [
        'scope',
        'Does light fit this, or is it trivial, light, standard or epic?',
        'fits trivial light standard epic',
        'say',
        'fits',
        false,
      ],
      [
        'signoff.requirements',
        'Accept these requirements, or amend them?',
        'accept amend',
        'say',
        null,
        true,
      ],
      ['signoff.architecture', 'Accept this architecture, or amend it?', 'accept amend', 'say', null, true],
      ['signoff.design', 'Accept this design, or amend it?', 'accept amend', 'say', null, true],
      ['exit', 'Stop here, and write the documents from what we have?', 'stop continue', 'say', null, true],
      [
        'reanalyse',
        'The code has moved since this analysis. Analyse again?',
        'again keep',
        null,
        'keep',
        false,
      ],
    ])
  })
  test('a reply’s title is cut to 200 characters, never inside one', () => {
    const title = replyQuestion('😀'.repeat(300)).title
    expect([...title]).toHaveLength(200)
    expect(title.endsWith('😀…')).toBe(true)
    expect(replyQuestion('x'.repeat(200)).title).toBe('x'.repeat(200))
  })
  test('what is accepted stands in the question itself, whole', () => {
    const summary = `# Summary\n${'line\n'.repeat(500)}`
    expect(signoffQuestion('design', summary).body).toBe(summary)
  })
  test('the scope question says how large it is, in which modules, and what the proposal means', () => {
    expect(scope.body).toBe('Four files. Modules: queue.\n\nLight: you sign off requirements and design.')
  })
  test('a text beside an option is refused with a hint to `say`, and a chosen word is the word that was said', () => {
    const question = signoffQuestion('design', 's')
    expect(() => answerTo(question, 'amend', 'rename it', 'person')).toThrow(/takes no text/)
    expect(spokenAnswer(question, answerTo(question, 'amend', undefined, 'person'))).toBe('Amend')
    expect(spokenAnswer(question, answerTo(question, 'say', 'rename it', 'person'))).toBe('rename it')
  })
})
