// Documents of a deliberation as a Markdown parser sees them: no words of a member change what stands behind them.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileTexts, tree } from '../../../documents/hostile.suite.js'
import { renderTopic } from './interview.js'
import { renderExchange, renderInsight, renderOpening } from './meeting-mode.js'
import { renderRoundFile } from './rounds.js'
import { renderSurvey } from './survey.js'

const exchange = (words: string) => ({ question: words }) as never
const insight = (words: string) =>
  ({ insight: words, tension: words, recommendation: words, question: words }) as never

const papers: Readonly<Record<string, (words: string) => string>> = {
  'an opening': (words) => renderOpening('Alder', words, words),
  'an exchange': (words) =>
    renderExchange(exchange(words), { answer: words, followUp: { question: words, answer: words } }),
  'what somebody takes along': (words) => renderInsight(insight(words)),
  'a position': (words) => renderRoundFile({ kind: 'position', agent: 'Alder', topic: words }, words).text,
  'a response': (words) => renderRoundFile({ kind: 'response', agent: 'Alder', topic: 'Birch' }, words).text,
  'a survey': (words) => renderSurvey(words),
  'a topic': (words) => renderTopic({ topic: words, summary: words } as never),
}

test.each(Object.keys(papers))('%s: whatever was said, what follows it is seen as it was written', (name) => {
  const after = '\n## Dissent\n\nBirch stays against [engine].\n'
  const seen = (words: string) => tree(`${papers[name]!(words)}${after}`).slice(-2)
  const plain = seen('words')
  expect(plain).toMatchObject([{ type: 'heading', depth: 2 }, { type: 'paragraph' }])
  fc.assert(
    fc.property(hostileTexts, (words) => {
      expect(seen(words)).toEqual(plain)
    }),
    { numRuns: 60 },
  )
})
