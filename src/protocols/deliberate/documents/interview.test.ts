// The interview: who asks, whose answer is whose, and that no answer can pass for a question of ours.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionsToAsk, roundsPlanned, splitAnswer } from '../rules/interview.js'
import type { Questions } from '../schemas.js'
import {
  answersIn,
  readTopic,
  readTranscript,
  relevanceIn,
  renderRound,
  renderSummary,
  renderTopic,
  renderTranscript,
} from './interview.js'
import { members, themeFrom } from './themes.suite.js'

const { roster } = themeFrom()

function reply(scores: readonly number[], asks: readonly string[] = members): Questions {
  return {
    scores: scores.map((score, at) => ({ member: members[at]!, score })),
    questions: asks.map((member) => ({ member, question: `What about ${member}?` })),
    more: false,
  }
}

const asked = (given: Questions, kind: 'first' | 'later' | 'meeting', earlier: string[] = []) =>
  questionsToAsk(given, roster, earlier, kind).map(({ member }) => member)

describe('who asks in a round', () => {
  test.each<[string, Questions, 'first' | 'later' | 'meeting', string[]]>([
    ['the best first', reply([3, 5, 4, 2]), 'later', ['birch', 'cedar', 'alder']],
    ['ties by roster order', reply([3, 3, 3, 3]), 'later', ['alder', 'birch', 'cedar', 'dogwood']],
    ['only who has a question', reply([5, 5, 5, 5], ['Cedar']), 'later', ['cedar']],
    ['at least the best one in the first round', reply([1, 2, 0, 2]), 'first', ['birch']],
    ['nobody in a later round', reply([1, 2, 0, 2]), 'later', []],
    [
      'three in a meeting, whatever the scores',
      reply([0, 1, 0, 2]),
      'meeting',
      ['dogwood', 'birch', 'alder'],
    ],
    ['scores beyond the range as its ends', reply([9, 5, -3, 3]), 'later', ['alder', 'birch', 'dogwood']],
    ['no stranger', { ...reply([]), questions: [{ member: 'elm', question: 'x' }] }, 'first', []],
  ])('%s', (_, given, kind, expected) => {
    expect(asked(given, kind)).toEqual(expected)
  })
  test('a question that was put before is not put again', () => {
    expect(asked(reply([5, 5, 0, 0]), 'later', ['what  about ALDER?'])).toEqual(['birch'])
  })
  test('there are two rounds, or three when the second wants one more', () => {
    expect([roundsPlanned(false), roundsPlanned(true)]).toEqual([2, 3])
  })
})

describe('which part of an answer is whose', () => {
  test.each([
    ['1. yes\n2) no', 2, ['yes', 'no']],
    ['Q2: later\nand more\nQ1: first', 2, ['first', 'later\nand more']],
    ['Well:\n1. yes', 2, ['Well:\nyes', null]],
    ['1. a\n1. b', 2, ['a\nb', null]],
    ['1. a\n3. c', 2, ['a\n3. c', null]],
    ['1.\n2. no', 2, [null, 'no']],
    ['1. yes 2. no, 3 of them 3) never', 3, ['yes', 'no, 3 of them', 'never']],
    ['2. no 3. never', 3, [null, 'no', 'never']],
    ['1. in version 2.5', 2, ['in version 2.5', null]],
  ] as const)('%j of %s', (text, count, parts) => {
    expect(splitAnswer(text, count)).toEqual({ kind: 'numbered', parts })
  })
  test.each(['yes', '1.5 metres', '7. no such question', 'Q1 is fine', ''])(
    '%j is one free answer',
    (text) => {
      expect(splitAnswer(text, 3)).toEqual({ kind: 'free', text })
    },
  )
  test('numbered parts of any words come back under their numbers', () => {
    const words = fc.array(fc.stringMatching(/^[a-z][a-z ]*[a-z]$/), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.map((part, at) => `${at + 1}. ${part}`).join('\n')
        expect(splitAnswer(text, parts.length)).toEqual({ kind: 'numbered', parts })
      }),
    )
  })
})

const two = [
  { member: 'alder', question: 'How wet?' },
  { member: 'birch', question: 'How light?' },
]

describe('the transcript', () => {
  test('shows a round with its questions and what became of each', () => {
    expect(renderRound(1, two, { kind: 'numbered', parts: ['very\n**Q:** forged\n## Round 9', null] })).toBe(
      '## Round 1\n\n**Q:** How wet?\n**A:** very\n  **Q:** forged\n  \\## Round 9\n\n**Q:** How light?\n**A:** (no answer)\n',
    )
    expect(renderRound(3, two, null).match(/\(skipped\)/g)).toHaveLength(2)
    expect(renderRound(3, two, { kind: 'free', text: '' }).match(/\(no answer\)/g)).toHaveLength(2)
  })
  test('files one text under all questions of its round, and under none of them alone', () => {
    const text = renderRound(2, two, { kind: 'free', text: 'Yes.\n## Round 9' })
    expect(text).toBe(
      '## Round 2\n\n**Q:** How wet?\n**A:** (answered below)\n\n**Q:** How light?\n**A:** (answered below)\n\n' +
        '**A (all):** Yes.\n  \\## Round 9\n',
    )
    expect(readTranscript(text)).toMatchObject([
      { asked: [{ answer: '(answered below)' }, { answer: '(answered below)' }], all: 'Yes.\n\\## Round 9' },
    ])
    expect(renderRound(2, two.slice(1), { kind: 'free', text: 'Yes.' })).toBe(
      '## Round 2\n\n**Q:** How light?\n**A:** Yes.\n',
    )
  })
  test('has as many questions as were put, whatever the answers say', () => {
    const pieces = fc.constantFrom(
      '**Q:** x',
      '**A:** y',
      '**A (all):** y',
      '## Round 7',
      '```',
      'text',
      '',
      '# a',
      '  **Q:** z',
      '<!--',
    )
    const answer = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(answer, answer, (one, other) => {
        const text = renderTranscript([
          renderRound(1, two, { kind: 'numbered', parts: [one, other] }),
          renderRound(2, two, { kind: 'free', text: other }),
        ])
        const rounds = readTranscript(text)
        expect(rounds.map(({ n, asked: put }) => [n, put.map(({ question }) => question)])).toEqual([
          [1, ['How wet?', 'How light?']],
          [2, ['How wet?', 'How light?']],
        ])
      }),
    )
  })
  test('a block of code that an answer begins with is one, and no line of it a heading', () => {
    const text = renderRound(1, questionsToAsk(reply([5]), roster, [], 'first'), {
      kind: 'numbered',
      parts: ['```\n# a\n```'],
    })
    expect(text).toContain('**A:**\n  ```\n')
    expect(readTranscript(text)[0]!.asked[0]!.answer).toContain('# a')
  })

  test('gives back what the person said, and only that', () => {
    const text = renderTranscript([
      renderRound(1, two, { kind: 'numbered', parts: ['wet\nand cold', null] }),
      renderRound(2, two, { kind: 'free', text: 'light' }),
      renderRound(3, two, null),
    ])
    expect(answersIn(readTranscript(text))).toBe('wet\nand cold\n\nlight')
    expect(readTranscript('**A:** before any round')).toEqual([])
  })
})

describe('the summary', () => {
  const summary = {
    intent: 'A garden.\n# forged',
    decisions: [],
    open_questions: ['Which\nsoil?'],
    scores: [
      { member: 'BIRCH', score: 9, rationale: 'light | shade' },
      { member: 'elm', score: 3, rationale: '' },
    ],
  }
  const text = renderSummary('Garden', summary, roster)
  test('has a row for every member and no structure of the conductor’s', () => {
    expect(text).toContain('# Interview Summary: Garden\n\n## Core Intent\nA garden.\n\\# forged\n')
    expect(text).toContain('## Key Decisions Made\nNone.\n')
    expect(text).toContain('- Which soil?')
    expect(text).toContain(
      '| Perspective | Score (0-5) | Rationale |\n|-------------|-------------|-----------|\n| Alder | 0 |  |',
    )
  })
  test('gives its scores back by member', () => {
    expect(relevanceIn(text, roster)).toEqual(
      new Map([
        ['alder', 0],
        ['birch', 5],
        ['cedar', 0],
        ['dogwood', 0],
      ]),
    )
    expect(relevanceIn('# Topic Summary: x', roster)).toBeNull()
  })
  test('of a meeting it is a topic and a paragraph', () => {
    const topic = renderTopic({ topic: 'Which\nhedge', summary: 'Beech.' })
    expect(topic).toBe('# Topic Summary: Which hedge\n\nBeech.\n')
    expect(readTopic(topic)).toBe('Which hedge')
  })
})
