// Steering and artifacts: thresholds of every file, who owns it, what may still be asked, and when the talk has enough.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { none, put, stored, topicOf, topics, wholeStore } from '../fixtures.suite.js'
import { roles, type Tier } from '../names.js'
import {
  afterWrite,
  blockingTopics,
  boundaryFiles,
  dueArtifacts,
  hasEnough,
  isArtifact,
  missingFacts,
  missingTopics,
  ownerOf,
  pendingArtifact,
  type Standing,
  statusOf,
  summaryOf,
  type Written,
  writtenArtifacts,
} from './artifacts.js'
import { coverageOf, emptyTracker, type Tracker, withClaims, withClosed, withExchange } from './coverage.js'
import { artifactOwners } from './owners.js'
import { emptyStore, type Store } from './records.js'
import { askable, earlyComplete, focusOf, isReady, openPoints, stallAfter, stalling } from './steering.js'
import { requiredTopics } from './topics.js'

interface Given {
  readonly store?: Store
  readonly tier?: Tier
  readonly tracker?: Tracker
  readonly scan?: Standing['scan']
}
function standing({
  store = emptyStore,
  tier = 'standard',
  tracker = emptyTracker,
  scan = 'read',
}: Given): Standing {
  return {
    store,
    scan,
    tier,
    coverage: coverageOf(tracker, { store, scanned: scan === 'read', topics, tier }),
  }
}
const claims = (...ids: string[]) =>
  withClaims(
    emptyTracker,
    ids.map((criterion) => ({ criterion, source: 'user' as const, evidence: [{ ref: 'u1', quote: 'x' }] })),
    topics,
  ).tracker
const everyClaim = claims('PD-1', 'PD-5', 'RD-3', 'AR-6', 'SP-6', 'SE-1', 'SE-2', 'SE-3', 'SE-4', 'SE-5')
const three = ['FR-001', 'FR-002', 'FR-003'].flatMap((id) => [
  put('fr', { id }),
  put('ac', { id: `AC-${id.slice(3)}-01` }),
])

describe('owners', () => {
  test('every file has one owner, and nothing but these files, the draft and meta.json may be written', () => {
    expect(boundaryFiles).toHaveLength(15)
    const files = (owner: string) => Object.entries(artifactOwners).filter(([, one]) => one === owner).length
    expect([...roles, 'lead'].map(files)).toEqual([4, 3, 5, 1])
    expect(ownerOf('data-flow.md')).toBe('system-designer')
    expect([
      isArtifact('module-design-queue.md'),
      isArtifact('module-design.md'),
      isArtifact('constructor'),
    ]).toEqual([false, true, false])
    expect(summaryOf).toEqual({
      requirements: 'requirements-summary.md',
      architecture: 'architecture-summary.md',
      design: 'design-summary.md',
    })
  })
})

describe('thresholds of the first write', () => {
  test('with everything known every file of the talk has enough, and with nothing none has', () => {
    for (const artifact of writtenArtifacts) {
      expect([artifact, hasEnough(artifact, standing({ store: wholeStore(), tracker: everyClaim }))]).toEqual(
        [artifact, true],
      )
      expect([artifact, hasEnough(artifact, standing({ scan: 'none' }))]).toEqual([artifact, false])
    }
  })
  test.each<[Written, Given, RegExp]>([
    ['quick-scan.md', { scan: 'partial' }, /reading of the code/],
    [
      'requirements-spec.md',
      { store: stored([put('problem'), put('user-type'), ...three.slice(0, 5)]) },
      /three `fr` with an `ac`/,
    ],
    ['requirements-spec.md', { store: stored([put('user-type'), ...three]) }, /`problem`/],
    ['requirements-spec.md', { store: stored([put('problem'), ...three]) }, /`user-type`/],
    ['user-stories.json', { store: stored([put('fr')]) }, /`story`/],
    ['traceability-matrix.csv', { store: stored([put('fr'), put('ac')]) }, /`story` for FR-001/],
    ['traceability-matrix.csv', { store: stored([put('fr'), put('story')]) }, /`ac` for FR-001/],
    [
      'impact-analysis.md',
      { store: stored([put('affected'), none('affected', { tier: 2 })]) },
      /tier 3, or that there is none/,
    ],
    ['impact-analysis.md', { store: wholeStore(), scan: 'none' }, /reading of the code/],
    [
      'architecture-overview.md',
      { store: stored([put('decision', { data: { selected: undefined } })]) },
      /`decision`/,
    ],
    [
      'module-design.md',
      { store: stored([put('module'), put('decision', { data: { selected: undefined } })]) },
      /`selected` for ADR-001/,
    ],
    ['module-design.md', { store: stored([put('module')]), tier: 'light' }, /`approach`/],
    ['interface-spec.md', { store: stored([put('module')]) }, /`interface`/],
    ['data-flow.md', { store: stored([put('module')]) }, /`flow`/],
    ['error-taxonomy.md', { store: stored([put('module'), put('interface')]) }, /`error`/],
  ])('%s waits for what is missing (%#)', (artifact, given, missing) => {
    expect(missingFacts(artifact, standing(given)).join()).toMatch(missing)
  })
  test('a requirement of the system needs no story, a search that was given up holds nothing back', () => {
    const store = stored([put('fr', { data: { system: true } }), put('ac')])
    expect(missingFacts('traceability-matrix.csv', standing({ store }))).toEqual([])
    expect(missingFacts('quick-scan.md', standing({ scan: 'given-up' }))).toEqual([])
  })
  test('the specification waits for the problem and its main user, the matrix for all of the requirements topic', () => {
    const store = stored([put('problem'), put('user-type'), ...three])
    expect(missingTopics('requirements-spec.md', standing({ store }))).toEqual(['problem-discovery'])
    expect(missingTopics('requirements-spec.md', standing({ store, tracker: claims('PD-1') }))).toEqual([])
    expect(missingTopics('traceability-matrix.csv', standing({ store }))).toEqual(['requirements-definition'])
    expect(blockingTopics('architecture-overview.md')).toEqual(['technical-analysis', 'architecture'])
  })
  test('a light item has no architecture, and flows and errors only if there are any', () => {
    expect(dueArtifacts('trivial', wholeStore())).toEqual(['quick-scan.md'])
    expect(dueArtifacts('standard', emptyStore)).toEqual(writtenArtifacts)
    expect(dueArtifacts('epic', emptyStore)).toEqual(writtenArtifacts)
    const light = dueArtifacts('light', emptyStore)
    expect(writtenArtifacts.filter((artifact) => !light.includes(artifact))).toEqual([
      'architecture-overview.md',
      'data-flow.md',
      'error-taxonomy.md',
    ])
    expect(dueArtifacts('light', wholeStore())).toHaveLength(9)
  })
})

describe('how far a file is', () => {
  test('draft at the first write, in progress when updated, complete at the end, a draft again below its minimum', () => {
    const first = afterWrite(pendingArtifact, 4, false)
    const second = afterWrite(first, 6, false)
    const last = afterWrite(second, 9, true)
    expect(
      [first, second, last].map(({ readiness, writes, lastExchange }) => [readiness, writes, lastExchange]),
    ).toEqual([
      ['written', 1, 4],
      ['updated', 2, 6],
      ['finalized', 3, 9],
    ])
    expect([first, second, last].map(({ readiness }) => statusOf(readiness, true))).toEqual([
      'Draft',
      'In Progress',
      'Complete',
    ])
    expect(statusOf('updated', false)).toBe('Draft')
    expect(afterWrite(last, 10, false).readiness).toBe('finalized')
  })
})

describe('what may still be asked', () => {
  test('a topic that is covered, closed or asked about as often as its depth allows gets no further question', () => {
    const { coverage } = standing({
      store: wholeStore(),
      tracker: withClosed(everyClaim, ['security'], 'person'),
    })
    expect(askable(coverage)).toEqual([])
    const often = [1, 2, 3, 4, 5].reduce(
      (tracker, exchange) => withExchange(tracker, ['security'], exchange),
      emptyTracker,
    )
    const ids = (tracker: Tracker, tier: Tier) =>
      askable(standing({ tracker, tier }).coverage).map(({ topic_id }) => topic_id)
    expect(ids(often, 'standard')).not.toContain('security')
    expect(ids(often, 'epic')).toContain('security')
    expect(ids(withExchange(emptyTracker, ['security'], 1), 'light')).toContain('security')
  })
  test('the talk stays with its topic while that may be asked, and looks for another when it stalls', () => {
    const { coverage } = standing({})
    expect(focusOf(coverage, 'architecture', false)).toBe('architecture')
    expect(focusOf(coverage, null, false)).toBe('problem-discovery')
    expect(focusOf(coverage, 'problem-discovery', true)).toBe('requirements-definition')
    expect(focusOf([], 'architecture', false)).toBeNull()
  })
  test('exchanges without progress are counted until something is learned; five stall, seven close', () => {
    expect(stalling).toEqual({ stalled: 5, closed: 7 })
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 })), (gains) => {
        let [stall, was] = [0, 0]
        for (const gain of gains) {
          stall = stallAfter(stall, { was, is: was + gain })
          was += gain
        }
        expect(stall).toBe(gains.length - 1 - gains.findLastIndex((gain) => gain > 0))
      }),
    )
  })
  test('nothing more is asked for files that have their facts once their topic was talked about long enough', () => {
    const store = stored([put('module'), put('interface'), put('flow'), put('error'), put('approach')])
    const closedAfter = (count: number, tier: Tier) =>
      earlyComplete(
        standing({
          store,
          tier,
          tracker: Array.from({ length: count }).reduce<Tracker>(
            (tracker, _, at) => withExchange(tracker, ['specification'], at),
            emptyTracker,
          ),
        }),
      )
    expect([0, 1].map((count) => closedAfter(count, 'light'))).toEqual([[], ['specification']])
    expect([2, 3].map((count) => closedAfter(count, 'standard'))).toEqual([[], ['specification']])
    expect([5, 6].map((count) => closedAfter(count, 'epic'))).toEqual([[], ['specification']])
    expect(
      earlyComplete(standing({ tier: 'light', tracker: withExchange(emptyTracker, ['specification'], 1) })),
    ).toEqual([])
  })
})

describe('when the talk has enough', () => {
  const talk = (
    given: Given & {
      readonly written?: readonly string[]
      readonly heard?: readonly (typeof roles)[number][]
    },
  ) => {
    const { coverage, store, tier, scan } = standing(given)
    return openPoints({
      tier,
      topics,
      coverage,
      store,
      scan,
      written: new Set(given.written ?? writtenArtifacts),
      heard: new Set(given.heard ?? roles),
      missing: new Set(),
    })
  }
  test('every required topic is covered or closed, every file due is written or its topics are closed, and all three were heard', () => {
    const done = { store: wholeStore(), tracker: everyClaim }
    expect(talk(done)).toEqual([])
    expect(talk({ ...done, tracker: emptyTracker })).toContain('topic security')
    expect(talk({ ...done, written: [] })).toContain('file quick-scan.md')
    expect(talk({ ...done, heard: ['business-analyst'] })).toEqual([
      'voice solutions-architect',
      'voice system-designer',
    ])
    const closed = withClosed(
      emptyTracker,
      topics.map(({ id }) => id),
      'cap',
    )
    expect(talk({ tracker: closed, written: ['quick-scan.md'] })).toEqual([])
  })
  test('a trivial item needs the problem alone, and not every voice', () => {
    const store = stored([put('stakeholder'), put('metric'), put('user-type')])
    expect(
      talk({
        store,
        tier: 'trivial',
        tracker: claims('PD-1', 'PD-5'),
        written: ['quick-scan.md'],
        heard: [],
      }),
    ).toEqual([])
  })
  test('required are one, four or all topics, those of the workspace too for the larger tiers', () => {
    const all = [...topics, topicOf('my-own', 'MO', 1, 'business-analyst')]
    expect(
      (['trivial', 'light', 'standard', 'epic'] as const).map((tier) => requiredTopics(tier, all).length),
    ).toEqual([1, 4, 7, 7])
  })
  test('it ends at a plateau, or three exchanges after nothing was open; never while something is', () => {
    expect(isReady([], true, 0)).toBe(true)
    expect([2, 3].map((count) => isReady([], false, count))).toEqual([false, true])
    expect(isReady(['topic security'], true, 9)).toBe(false)
  })
})
