import { expect, test } from 'vitest'
import { put } from '../fixtures.suite.js'
import { applied, emptyStore } from './records.js'
import { outOfOrder, unfinished } from './unfinished.js'

const written = new Set([
  ...['requirements-spec.md', 'impact-analysis.md', 'architecture-overview.md'],
  ...['module-design.md', 'interface-spec.md'],
])
const storeOf = (...changes: Parameters<typeof applied>[1][number][]) =>
  applied(emptyStore, changes, { exchange: 2 }).store

test('before its document is final every user type has a journey, and something stays out', () => {
  const store = storeOf(put('user-type'), put('fr'))
  expect(unfinished(store, written)).toEqual([
    { artifact: 'requirements-spec.md', why: 'no journey is told for Operator' },
    { artifact: 'requirements-spec.md', why: 'nothing is said to stay out' },
  ])
  expect(unfinished(storeOf(put('user-type'), put('journey'), put('fr'), put('exclusion')), written)).toEqual(
    [],
  )
  expect(unfinished(store, new Set())).toEqual([])
})

test('that there is no journey, and that nothing stays out, may be stated with a reason', () => {
  const none = (type: 'journey' | 'exclusion') =>
    ({ op: 'none', type, by: 'business-analyst', reason: 'A job at night, nobody travels.' }) as const
  expect(unfinished(storeOf(put('user-type'), none('journey'), none('exclusion')), written)).toEqual([])
})

test('a step stands after those that it depends on', () => {
  const step = (order: number, depends_on: string[]) => ({
    ...{ order, frs: ['FR-001'], description: 'Bound the loop', risk: 'low', parallel: false, depends_on },
  })
  const store = storeOf(
    put('step', { id: 'IS-1', data: step(2, ['IS-2']) }),
    put('step', { id: 'IS-2', data: step(2, []) }),
  )
  expect(outOfOrder(store)).toEqual(['IS-1'])
})

test('a review agrees with decisions that are there', () => {
  const said = storeOf(
    put('exclusion'),
    put('design-review', { data: { agrees_with: ['ADR-009'], buildable: true } }),
  )
  expect(unfinished(said, written)).toEqual([
    { artifact: 'module-design.md', why: 'the review agrees with decisions that are not there: ADR-009' },
  ])
})

test('a decision is taken, and an interface has its error paths', () => {
  const said = storeOf(
    put('exclusion'),
    put('decision', { data: { selected: undefined } }),
    put('module'),
    put('interface', { data: { errors: [] } }),
  )
  expect(unfinished(said, written)).toEqual([
    { artifact: 'architecture-overview.md', why: 'not decided yet: ADR-001' },
    { artifact: 'interface-spec.md', why: 'no error path is named for IF-1' },
  ])
})
