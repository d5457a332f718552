// Summaries, meta.json, cross-check and report: what is signed off and what other tools read.

import { describe, expect, test } from 'vitest'
import { put, renderingOf, stored, topics, wholeStore } from '../fixtures.suite.js'
import { crosschecked, crosscheckSentence } from '../rules/crosscheck.js'
import { noInferences, withInferences } from '../rules/inferences.js'
import { all, emptyStore, type Store } from '../rules/records.js'
import { metricsOf } from './impact-analysis.js'
import { readKeptFile } from './kept.js'
import { analysisStatus, metaText, type Own, phasesOf, readMeta, stepsOf } from './meta.js'
import { type AnalyzeOutcome, nextCommands, reportText, signal } from './report.js'
import { assumptionsText, closingSections, recordedFile, summaryBody, summaryFile } from './summaries.js'

const input = (store: Store = wholeStore()) => ({
  rendering: renderingOf(store),
  folder: 'docs/requirements/a',
  files: ['requirements-spec.md'] as const,
})
const titles = (text: string) => readKeptFile(text).sections.map(({ title }) => title)

describe('summaries', () => {
  test.each([
    [
      'requirements',
      [
        'Problem',
        'User Types',
        'Functional Requirements',
        'Key Acceptance Criteria',
        'Confidence by Area',
        'Assumptions and Inferences',
        'Artifacts',
      ],
    ],
    [
      'architecture',
      [
        'Key Decisions',
        'Trade-offs',
        'Integration Points',
        'Risks',
        'Assumptions and Inferences',
        'Artifacts',
      ],
    ],
    [
      'design',
      [
        'Executive Summary',
        'Modules',
        'Data Flow',
        'Sequence of Operations',
        'Interface Contracts',
        'Assumptions and Inferences',
        'Artifacts',
      ],
    ],
  ] as const)('%s has these sections, with or without content', (domain, sections) => {
    expect(titles(summaryBody(domain, input()))).toEqual(sections)
    expect(titles(summaryBody(domain, input(emptyStore)))).toEqual(sections)
  })
  test('they hold substance: problem, requirements with priority, decisions with what they were chosen over, contracts', () => {
    const body = (['requirements', 'architecture', 'design'] as const)
      .map((domain) => summaryBody(domain, input()))
      .join('\n')
    for (const words of [
      'Retries run for hours.',
      '| FR-001 | Bounded retries | Must Have | High |',
      'AC-001-01: given a failing endpoint',
      'ADR-001: Queue over Worker. One place to look.',
      'IF-1 mayRetry(tries: number): boolean',
      '**A failing delivery**',
      '- docs/requirements/a/requirements-spec.md',
      '1 module, 1 interface, 1 data flow, 1 error, for 3 requirements and 1 decision. 1 question is open.',
    ])
      expect(body).toContain(words)
  })
  test('the file is the header and the accepted body letter for letter, and for the design three more sections', () => {
    const body = summaryBody('design', input())
    const closing = closingSections(wholeStore(), {
      crosscheck: ['X1 agreed'],
      known: ['one thing'],
      ready: { is: true, why: 'all is there' },
      unmet: ['SP-6'],
    })
    const file = summaryFile('design', body, { ...input(), acceptedAt: 'T', closing })
    expect(file).toContain(`\n\n${body}\n\n## Cross-Check Results`)
    expect(titles(file).slice(-3)).toEqual([
      'Cross-Check Results',
      'Open Questions',
      'Implementation Readiness',
    ])
    expect(file).toMatch(
      /^# Design Summary: Bound the retries\n\n\*\*Status\*\*: Accepted\n[\s\S]*\*\*Accepted At\*\*: T\n\*\*Source Artifacts\*\*: requirements-spec.md/,
    )
    expect(closing).toContain('Known issue: one thing')
  })
  test('key criteria are those of Must Have requirements, one of each before a second of any, five at most', () => {
    const frs = ['001', '002', '003'].flatMap((number) => [
      put('fr', { id: `FR-${number}` }),
      put('ac', { id: `AC-${number}-01` }),
      put('ac', { id: `AC-${number}-02` }),
    ])
    const ids = summaryBody(
      'requirements',
      input(
        stored([
          ...frs,
          put('fr', { id: 'FR-004', data: { priority: 'Could Have' } }),
          put('ac', { id: 'AC-004-01' }),
        ]),
      ),
    ).match(/^- AC-\d{3}-\d{2}/gm)
    expect(ids).toEqual(['- AC-001-01', '- AC-002-01', '- AC-003-01', '- AC-001-02', '- AC-002-02'])
  })
  test('assumptions are counted by topic, and told one by one when asked for', () => {
    const store = stored([
      put('fr', { source: 'extrapolated', evidence: [] }),
      put('metric', { source: 'inferred' }),
    ])
    const log = withInferences(noInferences, {
      exchange: 2,
      stated: [],
      put: [...all(store, 'fr'), ...all(store, 'metric')],
    })
    const rendering = renderingOf(store, { log })
    const body = summaryBody('requirements', { ...input(), rendering })
    expect(body).toContain('**problem discovery**: 1 assumption\n**requirements definition**: 1 assumption')
    expect(body).not.toContain('INF-001')
    expect(summaryBody('requirements', { ...input(), rendering, detailed: true })).toContain(
      '> Assumption INF-001 (Low): FR-001',
    )
    expect(assumptionsText(rendering)).toContain('INF-002 (Medium)')
    expect(assumptionsText(renderingOf(store))).toMatch(/Nothing is assumed/)
  })
  test('a trivial item is recorded in a few lines', () => {
    const file = recordedFile(renderingOf(stored([put('problem'), put('fr')]), { tier: 'trivial' }))
    expect(file).toContain('**Status**: Recorded')
    expect(file).toContain('Retries run for hours. Support is called at night.\n\n- FR-001: Bounded retries')
  })
})

const own: Own = {
  ...{
    source: 'manual',
    source_id: 'unknown',
    slug: 'a',
    created_at: 'T0',
    analysis_status: 'partial',
    phases_completed: ['00-quick-scan'],
  },
  ...{
    topics_covered: [],
    steps_completed: [],
    codebase_hash: 'abc1234',
    recommended_scope: null,
    metrics: metricsOf(emptyStore),
    artifacts: {},
  },
  session: { meeting: 'm', state: 'IDLE', turn: 3, accepted_domains: [], amendment_cycles: 0, coverage: {} },
  ...{ degraded: [], early_exit: null, acceptance: null },
}

describe('meta.json', () => {
  test('a new one has its fields in order, foreign ones with their defaults, and no acceptance', () => {
    const text = metaText(null, own)
    expect(Object.keys(JSON.parse(text))).toEqual([
      'source',
      'source_id',
      'slug',
      'created_at',
      'analysis_status',
      'phases_completed',
      'topics_covered',
      'steps_completed',
      'codebase_hash',
      'depth_overrides',
      'sizing_decision',
      'recommended_tier',
      'metrics',
      'artifacts',
      'session',
    ])
    expect(text.startsWith('{\n  "source"')).toBe(true)
  })
  test('foreign fields stay with their values and order; ours are replaced in place; when it was made stays', () => {
    const before =
      '{"zeta":1,"slug":"old","created_at":"long ago","sizing_decision":{"x":[1]},"acceptance":{"domains":[]},"build_started_at":"B"}'
    const json = JSON.parse(metaText(before, own))
    expect(Object.keys(json).slice(0, 5)).toEqual([
      'zeta',
      'slug',
      'created_at',
      'sizing_decision',
      'build_started_at',
    ])
    expect(json).toMatchObject({
      zeta: 1,
      slug: 'a',
      created_at: 'long ago',
      sizing_decision: { x: [1] },
      build_started_at: 'B',
    })
    expect(json).not.toHaveProperty('acceptance')
    const after = JSON.parse(
      metaText(before, { ...own, degraded: ['capped'], early_exit: { at: 'T', state: 'IDLE' } }),
    )
    expect(after).toMatchObject({ degraded: ['capped'], early_exit: { at: 'T', state: 'IDLE' } })
  })
  test('writing it twice changes nothing', () => {
    const once = metaText('{"zeta":1}', own)
    expect(metaText(once, own)).toBe(once)
  })
  test('phases follow from files on disk, and only the end makes an analysis complete', () => {
    expect(
      phasesOf(['data-flow.md', 'requirements-spec.md', 'bug-report.md', 'quick-scan.md', 'constructor']),
    ).toEqual(['00-quick-scan', '01-requirements', '04-design'])
    const light = ['00-quick-scan', '01-requirements', '02-impact-analysis', '04-design']
    expect(analysisStatus([], 'light', true)).toBe('raw')
    expect([
      analysisStatus(light, 'light', true),
      analysisStatus(light, 'light', false),
      analysisStatus(light, 'standard', true),
    ]).toEqual(['analyzed', 'partial', 'partial'])
    expect(analysisStatus(['00-quick-scan'], 'trivial', true)).toBe('analyzed')
  })
  test('covered topics bring their steps along, each once', () => {
    const known = [
      { id: 'a', steps: ['00-01', '01-01'] },
      { id: 'b', steps: ['01-01'] },
      { id: 'c', steps: [] },
    ]
    expect(stepsOf(['a', 'b', 'c', 'd'], known)).toEqual(['00-01', '01-01'])
  })
  test('others’ files are read leniently, and what is no object not at all', () => {
    expect(
      readMeta(
        '{"analysis_status":"complete","source_id":null,"acceptance":{"domains":{"design":1,"requirements":1}},"topics_covered":["a",3],"sizing_decision":{"effective_intensity":"epic"}}',
      ),
    ).toEqual({
      ...{
        source: null,
        sourceId: null,
        status: 'analyzed',
        phases: [],
        topics: ['a'],
        hash: null,
        intensity: 'epic',
      },
      ...{ acceptance: { domains: ['requirements', 'design'] }, tier: undefined },
    })
    expect([readMeta('[]'), readMeta('oops'), readMeta('{}')?.status]).toEqual([null, null, 'raw'])
  })
})

describe('cross-check', () => {
  const check = (store: Store, more: Partial<Parameters<typeof crosschecked>[0]> = {}) =>
    crosschecked({
      ...{ store, tier: 'standard', kept: new Map(), matrix: null, files: new Map() },
      ...more,
    }).map(({ check: id, where, what }) => `${id} ${where}: ${what}`)
  test('a whole analysis agrees with itself', () => expect(check(wholeStore())).toEqual([]))
  test('X1: ids that are used are there: in fields and running text of records, and in kept text', () => {
    const store = stored([
      put('story', { data: { traces: ['FR-009'] } }),
      put('fr', { data: { depends_on: ['FR-008'] } }),
      put('step', { data: { frs: ['FR-001'] } }),
      put('trade-off', { data: { why: 'FR-007 needs it, as FR-001 does.' } }),
    ])
    expect(
      check(store, { kept: new Map([['impact-analysis.md', 'As FR-001 and AC-001-07 say, AC-001-07.']]) }),
    ).toEqual([
      'X1 US-001: FR-009 is used, and is not there',
      'X1 FR-001: FR-008 is used, and is not there',
      'X1 TO-1: FR-007 is used, and is not there',
      'X1 impact-analysis.md: AC-001-07 is used, and is not there',
    ])
  })
  test('X2: every integration point has an interface, where the tier has an architecture', () => {
    const store = stored([put('integration')])
    expect([check(store).length, check(store, { tier: 'light' }).length]).toEqual([1, 0])
  })
  test('X3: modules belong to decisions that were taken, and do not wait for themselves', () => {
    const store = stored([
      put('fr'),
      put('module', { data: { depends_on: ['MD-b'] } }),
      put('module', { id: 'MD-b', data: { adr: undefined, depends_on: ['MD-retry-queue'] } }),
    ])
    expect(check(store)).toEqual([
      'X3 MD-retry-queue: ADR-001 is not a decision that was taken',
      expect.stringMatching(/X3 .*circle: /),
    ])
  })
  test('X4: what is sure is not carried by guesses alone, and the matrix equals the specification', () => {
    const guess = put('module', { source: 'extrapolated', evidence: [], data: { adr: undefined } })
    expect(check(stored([put('fr'), guess]))).toEqual([expect.stringMatching(/^X4 FR-001/)])
    expect(check(stored([put('fr'), put('ac')]), { matrix: [{ fr: 'FR-001', ac: 'AC-001-02' }] })).toEqual([
      'X4 traceability-matrix.csv: FR-001 AC-001-01 is missing',
      'X4 traceability-matrix.csv: FR-001 AC-001-02 is in no requirement',
    ])
  })
  test('X5: a section that is open is listed as pending', () => {
    const files = new Map([
      ['data-flow.md', { text: '## Sources\n\nTBD: x\n\n## Sinks\n\nTBD: y\n', pending: ['Sinks'] }],
    ])
    expect(check(wholeStore(), { files })).toEqual([
      'X5 data-flow.md: "Sources" is open, and is not listed as pending',
    ])
  })
  test('its sentence is plain', () => {
    expect([crosscheckSentence(0, []), crosscheckSentence(2, ['X1 US-001: FR-009 is nowhere.'])]).toEqual([
      'The documents were checked against each other, and everything agrees.',
      'The documents were checked against each other: 2 things were corrected, and one known issue is left: US-001: FR-009 is nowhere.',
    ])
  })
})

describe('report', () => {
  const outcome: AnalyzeOutcome = {
    ...{
      status: 'accepted',
      slug: 'a',
      folder: 'docs/my folder/a',
      tier: 'light',
      domains: ['requirements', 'design'],
      amendment_cycles: 1,
    },
    artifacts: [{ path: 'docs/my folder/a/data-flow.md', status: 'Complete', confidence: 'High' }],
    ...{
      gaps: ['a gap'],
      known_issues: ['an issue'],
      degraded: ['capped'],
      next: nextCommands('docs/my folder/a', 'm'),
      issues: [],
      signal,
    },
  }
  test('names files with their worth, issues, gaps, what degrades it, and commands that can be copied', () => {
    const text = reportText(outcome)
    for (const words of [
      'a. Signed off: requirements, design.',
      '(Complete, confidence High)',
      'Known issues:\n\n- an issue',
      'Gaps:\n\n- a gap',
      'Degraded: capped',
    ])
      expect(text).toContain(words)
    expect(text).toContain("parley deliberate --from 'docs/my folder/a'")
    expect(text).not.toContain(signal)
  })
  test('the signal is a fixed word, and every topic here is one of six', () => {
    expect([signal, topics.length]).toEqual(['ROUNDTABLE_COMPLETE', 6])
    expect(
      reportText({ ...outcome, status: 'unsigned', domains: [], known_issues: [], gaps: [], degraded: [] }),
    ).toMatch(/Nothing could be signed off[^\n]*\.\n\nFiles/)
  })
})
