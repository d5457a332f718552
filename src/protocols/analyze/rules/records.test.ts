// Records: who may change what, which ids are free, what a record needs, and how changes of one turn fold.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { none, put, samples, stored } from '../fixtures.suite.js'
import { roles } from '../names.js'
import type { Change } from '../schemas.js'
import { labelOf } from './labels.js'
import { recordKinds, recordTypes } from './record-types.js'
import { acsOf, all, applied, emptyStore, nextIds, one } from './records.js'

/** What a sample stands on. */
const ground = [put('fr'), put('user-type'), put('module')]
const why = (changes: readonly Change[], store = emptyStore) =>
  applied(store, changes, { exchange: 3 }).rejected.map((each) => `${each.what}: ${each.why}`)

describe('record types', () => {
  test('there are thirty-four: twelve of the analyst, thirteen of the architect, nine of the designer', () => {
    const counts = roles.map((role) => recordTypes.filter((type) => recordKinds[type].owner === role).length)
    expect([recordTypes.length, ...counts]).toEqual([34, 12, 13, 9])
  })
  test.each(recordTypes)(
    'a %s is kept as it was put, by its owner alone, under its own pattern of ids',
    (type) => {
      const [id, data] = samples[type]
      const store = stored([...ground.filter((change) => change.type !== type), put(type)])
      expect(store.records.get(id)).toMatchObject({ type, id, source: 'user', data, exchange: 2 })
      expect(labelOf(store.records.get(id)!)).not.toBe('')
      const other = roles.find((role) => role !== recordKinds[type].owner)!
      expect(why([...ground.filter((change) => change.type !== type), put(type, { by: other })])).toEqual([
        expect.stringContaining(`belongs to ${recordKinds[type].owner}`),
      ])
      for (const wrong of [`${id}_`, id.toLowerCase(), 'FR-1', 'XX-1', ''])
        expect(why([put(type, { id: wrong })]).join()).toMatch(/is no id|the id is missing/)
      expect(why([{ ...put(type), data: {} }]).join()).toMatch(/does not fit/)
    },
  )
  test.each<[Change, RegExp]>([
    [put('fr', { data: { priority: 'Urgent' } }), /priority/],
    [put('fr', { data: { title: 'x'.repeat(1001) } }), /title/],
    [put('fr', { data: { depends_on: ['FR-1'] } }), /depends_on/],
    [put('user-type', { data: { goals: Array(21).fill('x') } }), /goals/],
    [put('affected', { data: { tier: 2, path: undefined } }), /need a path/],
    [put('affected', { data: { tier: 3 } }), /tier 3 an area/],
    [put('affected', { data: { tier: 4 } }), /tier/],
    [put('decision', { data: { selected: 'Nowhere' } }), /name of no option/],
    [put('decision', { data: { options: [] } }), /options/],
    [put('story', { data: { traces: [] } }), /traces/],
    [{ ...put('fr'), type: 'epic' }, /no record type "epic"/],
  ])('%j is refused', (change, reason) => {
    expect(why([change]).join()).toMatch(reason)
  })
})

describe('REC1: a refused change changes nothing, and the rest of the turn stands', () => {
  test('the good ones are kept beside the bad one, and fields that nobody knows are dropped', () => {
    const { store, accepted, rejected } = applied(
      emptyStore,
      [put('fr', { data: { colour: 'red' } }), put('metric', { by: 'system-designer' }), put('stakeholder')],
      { exchange: 2 },
    )
    expect([...store.records.keys()]).toEqual(['FR-001', 'SH-1'])
    expect(accepted).toHaveLength(2)
    expect(rejected.map(({ what }) => what)).toEqual(['put SM-1'])
    expect(one(store, 'fr')?.data).not.toHaveProperty('colour')
  })
})

describe('REC2: an id is given once', () => {
  test('a put on a known id replaces the fields that are given, lists whole', () => {
    const store = stored([put('user-type', { data: { goals: ['a', 'b'], pains: ['c'] } })])
    const change = { ...put('user-type'), data: { goals: ['z'] } }
    expect(one(stored([change], store), 'user-type')?.data).toMatchObject({
      goals: ['z'],
      pains: ['c'],
      name: 'Operator',
    })
  })
  test('after a drop an id stays taken', () => {
    const store = stored([put('metric')])
    const dropped = stored([{ op: 'drop', type: 'metric', id: 'SM-1', by: 'business-analyst' }], store)
    expect(all(dropped, 'metric')).toEqual([])
    expect(why([put('metric')], dropped)).toEqual([expect.stringContaining('no id is given twice')])
    expect(nextIds(dropped)).toMatchObject({ SM: 'SM-2', FR: 'FR-001', IF: 'IF-1' })
  })
  test('dropping what is not there is refused', () => {
    expect(why([{ op: 'drop', type: 'metric', id: 'SM-9', by: 'business-analyst' }])).toEqual([
      'drop SM-9: there is no SM-9',
    ])
  })
})

describe('REC3: what must be there for a record is there', () => {
  test.each([
    ['ac', 'FR-001'],
    ['journey', 'UT-1'],
    ['interface', 'MD-retry-queue'],
    ['structure', 'MD-retry-queue'],
  ] as const)(
    'a %s without its %s is refused, and accepted with it in the same turn, in any order',
    (type, needed) => {
      expect(why([put(type)])).toEqual([`put ${samples[type][0]}: there is no ${needed}`])
      const base = ground.find(({ id }) => id === needed)!
      expect(why([put(type), base])).toEqual([])
      expect(why([base, put(type)])).toEqual([])
    },
  )
  test('what stood on a refused record falls with it', () => {
    const bad = put('fr', { by: 'system-designer' })
    expect(why([bad, put('ac')]).map((line) => line.split(':')[0])).toEqual(['put FR-001', 'put AC-001-01'])
  })
  test('an FR takes its criteria along, and only its own', () => {
    const store = stored([put('fr'), put('ac'), put('fr', { id: 'FR-002' }), put('ac', { id: 'AC-002-01' })])
    const left = stored([{ op: 'drop', type: 'fr', id: 'FR-001', by: 'business-analyst' }], store)
    expect([...left.records.keys()]).toEqual(['FR-002', 'AC-002-01'])
    expect(acsOf(left, 'FR-002')).toHaveLength(1)
  })
})

describe('that there is none', () => {
  test('counts with its reason until there is one, and cannot be said where there is one', () => {
    const store = stored([none('technology')])
    expect(store.none.get('technology')).toEqual({ reason: 'nothing of it', source: 'extrapolated' })
    expect(stored([put('technology')], store).none.size).toBe(0)
    expect(why([none('technology')], stored([put('technology')])).join()).toMatch(/there are records/)
    expect(why([{ op: 'none', type: 'error', by: 'system-designer' }]).join()).toMatch(/needs a reason/)
  })
  test('is said of one tier of what is affected', () => {
    const store = stored([put('affected'), none('affected', { tier: 2 })])
    expect([...store.none.keys()]).toEqual(['affected:2'])
    expect(why([none('affected')]).join()).toMatch(/of one tier/)
    expect(why([none('affected', { tier: 1 })], store).join()).toMatch(/there are records/)
  })
})

describe('folding', () => {
  const change = fc.oneof(
    fc.constantFrom(...recordTypes).map((type) => put(type)),
    fc.constantFrom('FR-001', 'FR-002').map((id) => put('fr', { id })),
    fc.constantFrom<Change>(
      { op: 'drop', type: 'fr', id: 'FR-001', by: 'business-analyst' },
      { op: 'drop', type: 'module', id: 'MD-retry-queue', by: 'system-designer' },
      { op: 'drop', type: 'user-type', id: 'UT-1', by: 'business-analyst' },
    ),
    fc.constantFrom(none('error'), none('affected', { tier: 3 })),
  )
  test('every change is accepted or refused with a reason; no criterion is ever without its requirement; used ids only grow', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 6 }), (turns) => {
        let store = emptyStore
        for (const turn of turns) {
          const next = applied(store, turn, { exchange: 2 })
          expect(next.accepted.length + next.rejected.length).toBe(turn.length)
          expect(
            all(next.store, 'ac').every(({ id }) => next.store.records.has(`FR-${id.slice(3, 6)}`)),
          ).toBe(true)
          expect([...store.used].every((id) => next.store.used.has(id))).toBe(true)
          expect([...next.store.records.keys()].every((id) => next.store.used.has(id))).toBe(true)
          store = next.store
        }
      }),
    )
  })
})
