// Coverage: the arithmetic of what is known, how well, and to which depth.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inCode, none, put, said, stored, topics, wholeStore } from '../fixtures.suite.js'
import { type Source, sources, type Tier } from '../names.js'
import { countingRule } from './counting.js'
import {
  coverageOf,
  emptyTracker,
  type Known,
  progressOf,
  type Tracker,
  withClaims,
  withClosed,
  withConfirmed,
  withDepth,
  withExchange,
} from './coverage.js'
import { depthOf, exchangeTargets, isEnough, movedDepth } from './depth.js'
import { cycleIn } from './graph.js'
import { emptyStore, type Store } from './records.js'

const known = (store: Store = emptyStore, tier: Tier = 'standard', scanned = false): Known => ({
  store,
  scanned,
  topics,
  tier,
})
const of = (id: string, tracker: Tracker = emptyTracker, what: Known = known()) =>
  coverageOf(tracker, what).find(({ topic_id }) => topic_id === id)!
const claim = (criterion: string, source: Source = 'user', ref = 'u1') => ({
  criterion,
  source,
  evidence: [{ ref, quote: 'x' }],
})
const counts = (rule: string, store: Store, scanned = false) =>
  countingRule(rule)!({ store, scanned })?.source ?? null

describe('counted criteria', () => {
  const guess = { source: 'extrapolated', evidence: [] } as const
  test('every rule finds what it counts in a whole store, and nothing in an empty one', () => {
    const rules = topics.flatMap(({ criteria }) => criteria.flatMap(({ counts: rule }) => rule ?? []))
    expect(rules).toHaveLength(25)
    for (const rule of rules) {
      expect([rule, counts(rule, wholeStore(), true)]).toEqual([rule, rule === 'TA-1' ? 'inferred' : 'user'])
      expect([rule, counts(rule, emptyStore)]).toEqual([rule, null])
    }
  })
  test.each<[string, Store]>([
    ['PD-4', stored([put('user-type', { data: { main: false } })])],
    ['PD-4', stored([put('user-type', { data: { pains: [] } })])],
    ['RD-1', stored([put('fr'), put('fr', { id: 'FR-002' })])],
    ['RD-2', stored([put('fr'), put('ac'), put('fr', { id: 'FR-002' })])],
    ['RD-6', stored([put('fr', { data: { priority: undefined } })])],
    ['TA-2', stored([put('affected', { data: { tier: 2 } })])],
    ['TA-3', stored([put('affected'), none('affected', { tier: 2 })])],
    ['TA-6', stored([put('fr'), put('fr', { id: 'FR-002', data: { priority: 'Must Have' } }), put('step')])],
    [
      'TA-6',
      stored([
        put('fr'),
        put('step', { data: { depends_on: ['IS-2'] } }),
        put('step', { id: 'IS-2', data: { depends_on: ['IS-1'] } }),
      ]),
    ],
    [
      'AR-1',
      stored([
        put('decision', {
          data: { options: [{ name: 'Queue', summary: 's', pros: [], cons: [], fit: '' }] },
        }),
      ]),
    ],
    [
      'AR-2',
      stored([
        put('decision', {
          data: { options: [{ name: 'Queue', summary: 's', pros: ['p'], cons: [], fit: 'f' }] },
        }),
      ]),
    ],
    ['AR-3', stored([put('decision', { data: { rationale: undefined } })])],
    ['SP-2', stored([put('module'), put('interface', { data: { returns: 'any' } })])],
    [
      'SP-2',
      stored([
        put('module'),
        put('interface', { data: { params: [{ name: 'a', type: '', required: true }] } }),
      ]),
    ],
    ['SP-5', stored([put('module', { data: { depends_on: ['MD-retry-queue'] } })])],
  ])('%s is not met by less than it asks for (%#)', (rule, store) => expect(counts(rule, store)).toBeNull())
  test.each<[string, Store]>([
    ['TA-3', stored([put('affected', guess), none('affected', { tier: 2 }), none('affected', { tier: 3 })])],
    [
      'AR-1',
      stored([
        put('decision', {
          ...guess,
          data: {
            only_because: 'nothing else runs',
            options: [{ name: 'Queue', summary: 's', pros: [], cons: [], fit: '' }],
          },
        }),
      ]),
    ],
    ['AR-4', stored([none('technology')])],
    ['AR-5', stored([none('integration')])],
    ['SP-4', stored([none('error')])],
  ])('%s may be met by a stated absence or a stated reason (%#)', (rule, store) => {
    expect(counts(rule, store)).toBe('extrapolated')
  })
  test('where one is enough the best counts; where three are needed the third; where all are needed the weakest', () => {
    expect(counts('PD-2', stored([put('stakeholder', guess), put('stakeholder', { id: 'SH-2' })]))).toBe(
      'user',
    )
    const frs = [
      put('fr'),
      put('fr', { id: 'FR-002', source: 'inferred' }),
      put('fr', { id: 'FR-003', ...guess }),
      put('fr', { id: 'FR-004' }),
    ]
    expect(counts('RD-1', stored(frs))).toBe('inferred')
    expect(counts('RD-6', stored(frs))).toBe('extrapolated')
  })
})

describe('COV1: a criterion counts by records or by a claim whose evidence held', () => {
  test('at the start nothing is known', () => {
    expect(of('security')).toEqual({
      topic_id: 'security',
      coverage_pct: 0,
      confidence: 'low',
      criteria_met: [],
      criteria_total: ['SE-1', 'SE-2', 'SE-3', 'SE-4', 'SE-5'],
      last_discussed_turn: 0,
      exchanges: 0,
      depth: 'standard',
      covered: false,
      closed: null,
    })
  })
  test('a claim is accepted for a criterion that is claimed, with its source capped; others are refused', () => {
    const { tracker, accepted, rejected } = withClaims(
      emptyTracker,
      [claim('PD-1'), claim('SE-1', 'user', 'src/a.ts'), claim('PD-2'), claim('XX-1')],
      topics,
    )
    expect(accepted).toEqual([
      { criterion: 'PD-1', source: 'user' },
      { criterion: 'SE-1', source: 'extrapolated' },
    ])
    expect(rejected.map(({ what, why }) => `${what} ${why}`)).toEqual([
      expect.stringMatching(/PD-2 .*counted/),
      expect.stringMatching(/XX-1 .*no such/),
    ])
    expect(of('problem-discovery', tracker)).toMatchObject({ coverage_pct: 20, confidence: 'high' })
  })
  test('a contradiction retracts a claim', () => {
    const { tracker } = withClaims(emptyTracker, [claim('PD-1')], topics)
    const after = withClaims(tracker, [{ ...claim('PD-1'), retract: true }], topics).tracker
    expect(of('problem-discovery', after).criteria_met).toEqual([])
  })
  test('agreeing to a stated inference makes its targets the person’s, claimed or counted, but not for records that come later', () => {
    const store = stored([put('stakeholder', { source: 'extrapolated', evidence: [] })])
    const confirmed = withConfirmed(emptyTracker, {
      targets: ['PD-1', 'PD-2', 'ZZ-9'],
      topics,
      message: 3,
      exchange: 4,
    })
    const met = of('problem-discovery', confirmed, known(store)).criteria_met
    expect(met.map(({ id, source }) => [id, source])).toEqual([
      ['PD-1', 'user'],
      ['PD-2', 'user'],
    ])
    expect(met[0]?.evidence).toEqual([{ ref: 'u3' }])
    const later = stored([put('stakeholder', { source: 'extrapolated', evidence: [] })], store, 5)
    expect(of('problem-discovery', confirmed, known(later)).criteria_met[1]?.source).toBe('extrapolated')
  })
})

describe('COV2: a topic is as sure as the least sure of its criteria', () => {
  test('percentage is met of total, rounded, and confidence the lowest among those met', () => {
    const claims = fc.uniqueArray(
      fc.tuple(fc.constantFrom('SE-1', 'SE-2', 'SE-3', 'SE-4', 'SE-5'), fc.constantFrom(...sources)),
      { selector: ([id]) => id },
    )
    const refs: Record<Source, string> = {
      user: 'u1',
      draft: 'draft',
      inferred: 'discovery',
      extrapolated: 'a.ts',
    }
    fc.assert(
      fc.property(claims, (list) => {
        const { tracker } = withClaims(
          emptyTracker,
          list.map(([id, source]) => claim(id, source, refs[source])),
          topics,
        )
        const topic = of('security', tracker)
        expect(topic.coverage_pct).toBe(Math.round((100 * list.length) / 5))
        const worst = Math.max(-1, ...list.map(([, source]) => sources.indexOf(source)))
        expect(topic.confidence).toBe(['high', 'medium', 'medium', 'low'][worst] ?? 'low')
        expect(topic.covered).toBe(list.length === 5)
      }),
    )
  })
  test('adding records that are accepted never lowers a percentage while there is no cycle, and 100 means every criterion', () => {
    for (const topic of coverageOf(emptyTracker, known(wholeStore(), 'standard', true))) {
      const claimed = topic.criteria_total.length - topic.criteria_met.length
      expect(topic.coverage_pct === 100).toBe(claimed === 0)
      expect(topic.criteria_met.every(({ enough }) => enough)).toBe(true)
    }
  })
})

describe('depth', () => {
  test('follows the tier, and aims at so many exchanges', () => {
    expect((['trivial', 'light', 'standard', 'epic'] as const).map(depthOf)).toEqual([
      'brief',
      'brief',
      'standard',
      'deep',
    ])
    expect(exchangeTargets).toEqual({
      brief: { enough: 1, most: 2 },
      standard: { enough: 3, most: 5 },
      deep: { enough: 6, most: Number.POSITIVE_INFINITY },
    })
  })
  test.each(['keep it simple', 'Just the basics please', 'quick', 'skip the details', 'whatever you think'])(
    '“%s” makes it shallower',
    (reply) => {
      expect([movedDepth('deep', reply), movedDepth('standard', reply), movedDepth('brief', reply)]).toEqual([
        'standard',
        'brief',
        'brief',
      ])
    },
  )
  test.each(['tell me more', 'Dig deeper!', 'what about edge cases?', 'be thorough'])(
    '“%s” makes it deeper',
    (reply) => {
      expect([movedDepth('brief', reply), movedDepth('standard', reply), movedDepth('deep', reply)]).toEqual([
        'standard',
        'deep',
        'deep',
      ])
    },
  )
  test('other words and contradictory ones leave it, and it moves for one topic only', () => {
    expect([movedDepth('standard', 'quickly'), movedDepth('standard', 'quick, but be thorough')]).toEqual([
      'standard',
      'standard',
    ])
    const tracker = withDepth(emptyTracker, 'security', 'standard', 'dig deeper')
    expect([of('security', tracker).depth, of('architecture', tracker).depth]).toEqual(['deep', 'standard'])
    expect(withDepth(emptyTracker, 'security', 'standard', 'yes')).toBe(emptyTracker)
  })
  test('standard needs the person or the draft for the problem, the main user and the requirements; deep needs the person', () => {
    const met = (source: Source, code = false) => ({ source, inCode: code })
    for (const id of ['PD-1', 'PD-4', 'RD-1', 'RD-2']) {
      expect(sources.map((source) => isEnough(id, 'standard', met(source)))).toEqual([
        true,
        true,
        false,
        false,
      ])
      expect(sources.map((source) => isEnough(id, 'brief', met(source)))).toEqual([true, true, true, true])
    }
    for (const id of ['PD-2', 'RD-7', 'AR-3']) {
      expect(sources.map((source) => isEnough(id, 'standard', met(source)))).toEqual([true, true, true, true])
      expect(sources.map((source) => isEnough(id, 'deep', met(source)))).toEqual([true, false, false, false])
    }
    expect([
      isEnough('TA-2', 'deep', met('inferred')),
      isEnough('TA-2', 'deep', met('inferred', true)),
    ]).toEqual([false, true])
  })
  test('at depth a fact about the code counts only with the file that shows it', () => {
    const evidence = [...said, ...inCode]
    const deep = (list: typeof evidence) =>
      of('technical-analysis', emptyTracker, known(stored([put('affected', { evidence: list })]), 'epic'))
        .criteria_met
    expect(deep([...said])).toMatchObject([{ id: 'TA-2', enough: false }])
    expect(deep(evidence)).toMatchObject([{ id: 'TA-2', enough: true }])
  })
})

describe('exchanges and closing', () => {
  test('an exchange counts once for a topic, however often it came up', () => {
    const tracker = withExchange(withExchange(emptyTracker, ['security', 'security'], 3), ['security'], 5)
    expect(of('security', tracker)).toMatchObject({ exchanges: 2, last_discussed_turn: 5 })
  })
  test('a topic stays closed for the reason that closed it first', () => {
    const tracker = withClosed(
      withClosed(emptyTracker, ['security'], 'person'),
      ['security', 'architecture'],
      'cap',
    )
    expect([of('security', tracker).closed, of('architecture', tracker).closed]).toEqual(['person', 'cap'])
  })
  test('progress grows with every criterion that is met, and with every one that is met well enough', () => {
    const none_ = coverageOf(emptyTracker, known())
    const some = coverageOf(emptyTracker, known(stored([put('stakeholder')])))
    expect([progressOf(none_), progressOf(some)]).toEqual([0, 2])
  })
})

describe('cycles', () => {
  test('a chain has none, whatever its length; one edge back makes one', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({ id: `n${at}`, on: [`n${at + 1}`] }))
    expect(cycleIn(chain)).toBeNull()
    expect(cycleIn([...chain.slice(0, 3), { id: 'n3', on: ['n1'] }])).toEqual(['n1', 'n2', 'n3'])
  })
  test('edges that only lead upward never make a cycle; what is found is one', () => {
    const edges = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })), { maxLength: 12 })
    fc.assert(
      fc.property(edges, (list) => {
        const nodes = (pairs: readonly (readonly [number, number])[]) =>
          Array.from({ length: 7 }, (_, id) => ({
            id: `${id}`,
            on: pairs.filter(([from]) => from === id).map(([, to]) => `${to}`),
          }))
        expect(cycleIn(nodes(list.filter(([from, to]) => from < to)))).toBeNull()
        const cycle = cycleIn(nodes(list))
        const isEdge = (one: string, other: string | undefined) =>
          list.some(([from, to]) => `${from}` === one && `${to}` === other)
        expect(cycle?.every((id, at) => isEdge(id, cycle[(at + 1) % cycle.length])) ?? true).toBe(true)
      }),
    )
  })
})
