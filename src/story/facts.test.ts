// The facts of a question, from its own fields and from the bodies of the first journals.

import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.js'

describe('the facts of a question', () => {
  test('are those that it carries', () => {
    const facts = [{ name: 'Mode', value: 'decide' }]
    expect(factsOf({ facts, body: 'Mode: other\nYou: there' })).toBe(facts)
  })

  test('in the first journals: named facts, lists under a heading, and no prompt line of a terminal', () => {
    const prompt = '[c]ontinue / [p]ause / [i]nterject "..." / [w]rap-up / [a]bort'
    const lines = ['The discussion ended: wrap-up.', 'Decisions so far: 1', '  LRU', 'All well', '', prompt]
    expect(factsOf({ body: lines.join('\n') })).toEqual([
      { name: 'The discussion ended', value: 'wrap-up.' },
      { name: 'Decisions so far', value: '1', items: ['LRU'] },
      { value: 'All well' },
    ])
  })

  test('prose and tables are no facts', () => {
    expect(factsOf({ body: '| a | b |\n|---|---|\n| 1 | 2 |\n\nSteer it.' })).toBeUndefined()
    expect(factsOf({ body: 'Only one sentence: this.' })).toBeUndefined()
  })
})
