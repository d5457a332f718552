// Inferences: one for every gap that was filled without the person, gone once the person has said it.

import { describe, expect, test } from 'vitest'
import { inCode, put, stored } from '../fixtures.suite.js'
import {
  byTopic,
  documentConfidence,
  noInferences,
  stillOpen,
  withGap,
  withInferences,
} from './inferences.js'
import { all } from './records.js'

const guess = { source: 'extrapolated', evidence: inCode } as const
const store = stored([
  put('fr', guess),
  put('ac', guess),
  put('metric', { source: 'inferred' }),
  put('stakeholder'),
])
const put_ = [...store.records.values()]
const gap = { topic: 'x', about: 'PD-5', text: 'How it is done today', exchange: 4 }
const stated = {
  assumption: 'Ten is the limit',
  trigger: 'The code says so',
  topic: 'requirements-definition',
  frs: ['FR-001'],
}

describe('inferences', () => {
  test('every record without the person’s word gets one, unless the turn states one for it', () => {
    const alone = withInferences(noInferences, { exchange: 2, stated: [], put: put_ })
    expect(
      alone.open.map(({ id, about, confidence, topic_id, fr_ids }) => [
        id,
        about,
        confidence,
        topic_id,
        fr_ids,
      ]),
    ).toEqual([
      ['INF-001', 'FR-001', 'Low', 'requirements-definition', ['FR-001']],
      ['INF-002', 'AC-001-01', 'Low', 'requirements-definition', ['FR-001']],
      ['INF-003', 'SM-1', 'Medium', 'problem-discovery', []],
    ])
    const told = withInferences(noInferences, { exchange: 2, stated: [stated], put: put_ })
    expect(told.open.map(({ about, assumption }) => about ?? assumption)).toEqual([
      'Ten is the limit',
      'SM-1',
    ])
  })
  test('a record that is changed again does not get a second one', () => {
    const first = withInferences(noInferences, { exchange: 2, stated: [], put: put_ })
    expect(withInferences(first, { exchange: 3, stated: [], put: put_ })).toEqual(first)
  })
  test('what the person has said in the meantime, and what was dropped, is no inference; numbers are not given again', () => {
    const log = withInferences(noInferences, { exchange: 2, stated: [stated], put: all(store, 'metric') })
    const later = stored([put('metric'), put('fr')], store, 3)
    expect(stillOpen(log, later, new Set())).toEqual({ given: 2, open: [] })
    const dropped = stored([{ op: 'drop', type: 'metric', id: 'SM-1', by: 'business-analyst' }], store)
    expect(stillOpen(log, dropped, new Set()).open.map(({ id }) => id)).toEqual(['INF-001'])
    expect(withGap(stillOpen(log, later, new Set()), gap).open[0]?.id).toBe('INF-003')
  })
  test('a gap that the person left is an assumption of low confidence, and ends when its criterion is met', () => {
    const log = withGap(noInferences, gap)
    expect(log.open).toMatchObject([
      { assumption: 'Left to whoever builds it: How it is done today', confidence: 'Low', topic_id: 'x' },
    ])
    expect(stillOpen(log, store, new Set(['PD-1'])).open).toHaveLength(1)
    expect(stillOpen(log, store, new Set(['PD-5'])).open).toEqual([])
  })
  test('they are grouped by topic, and documents say confidence with a capital', () => {
    const log = withInferences(noInferences, { exchange: 2, stated: [], put: put_ })
    expect([...byTopic(log)].map(([topic, list]) => [topic, list.length])).toEqual([
      ['requirements-definition', 2],
      ['problem-discovery', 1],
    ])
    expect((['high', 'medium', 'low'] as const).map(documentConfidence)).toEqual(['High', 'Medium', 'Low'])
  })
})
