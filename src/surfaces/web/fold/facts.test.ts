// Facts: the body of a question, at a glance.

import { describe, expect, test } from 'vitest'
import { yieldQuestion } from '../../../protocols/meet/questions.js'
import { factsIn } from './facts.js'

describe('the facts of a question', () => {
  test('named facts, lists under a heading, and no prompt line of a terminal', () => {
    const { body } = yieldQuestion('pre-close', [
      'The discussion ended: wrap-up.',
      'Decisions so far: 1',
      '  LRU',
      'All well',
    ])
    expect(factsIn(body)).toEqual([
      { kind: 'named', name: 'The discussion ended', value: 'wrap-up.', more: [] },
      { kind: 'named', name: 'Decisions so far', value: '1', more: ['LRU'] },
      { kind: 'plain', text: 'All well' },
    ])
  })

  test('prose and tables are no facts', () => {
    expect(factsIn('| a | b |\n|---|---|\n| 1 | 2 |\n\nSteer it.')).toBeUndefined()
    expect(factsIn('Only one sentence: this.')).toBeUndefined()
  })

  test('lines that all have a name are facts', () => {
    expect(factsIn('Intent: a setting\nPinned by: Theo')).toHaveLength(2)
  })
})
