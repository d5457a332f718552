// Expected costs: what the button of an answer says is the protocol's forecast at the journal's prices.

import { expect, test } from 'vitest'
import { telling } from '../protocols/council/telling.js'
import { expenseWords } from '../rules/forecast.js'
import { expectedCosts } from './expected.js'
import { type Story, untold } from './story.js'

const price = { input: 1_000_000, cached: 0, written: 0, output: 1_000_000 }
const seats = [{ name: 'ada', persona: 'x'.repeat(400) }, { name: 'bo' }]
const story = {
  ...untold,
  opened: { input: { task: 'Why?', council: { chair: 'ada', seats } } },
  questions: [{ key: 'ask', n: 9, question: { id: 'round' } }],
  items: [{ kind: 'turn', cost: { output: 300 }, tools: [] }],
  voices: { default: 'model:a/b', seats: {}, prices: { 'model:a/b': price } },
} as unknown as Story

test('another round costs a turn of every seat, as long as those that were spoken; concluding costs the record', () => {
  const costs = expectedCosts(story, telling)
  expect([...costs.keys()]).toEqual(['another-round', 'steer', 'conclude'])
  const round = costs.get('another-round')
  expect(round).toMatchObject({ course: 'one round', unpriced: false })
  expect(round?.tokens).toBe(1000 + 1 + 300 + 100 + 300 + (1000 + 1 + 300 + 300 + 300))
  expect(expenseWords(round!)).toMatch(/^3,600 tokens, \$/)
})

test('nothing is said where nobody is paid, and of a price that nobody knows that it is unknown', () => {
  const voiced = (prices: object) => ({ ...story, voices: { ...story.voices, prices } }) as unknown as Story
  expect(expectedCosts(voiced({}), telling).size).toBe(0)
  expect(expectedCosts(voiced({ 'model:a/b': null }), telling).get('conclude')).toMatchObject({
    money: null,
    unpriced: true,
  })
})

test('a voice that is no text, in a journal from elsewhere, is taken for none of the seat’s own', () => {
  const odd = { ada: { toString: 1, valueOf: 1 } }
  const voices = { ...story.voices, seats: odd }
  expect(expectedCosts({ ...story, voices } as unknown as Story, telling)).toEqual(
    expectedCosts(story, telling),
  )
})
