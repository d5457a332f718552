// Fixtures of an analysis: one good record of every type, the topics that ship, and short ways to make changes of them.

import type { Rendering } from './documents/rendering.js'
import type { Role } from './names.js'
import { coverageOf, emptyTracker } from './rules/coverage.js'
import { noInferences } from './rules/inferences.js'
import { type DataOf, type RecordType, recordKinds } from './rules/record-types.js'
import { applied, emptyStore, type Store } from './rules/records.js'
import type { Topic } from './rules/topics.js'
import type { Change, Evidence, ScanReading } from './schemas.js'

export const said: readonly Evidence[] = [{ ref: 'u1', quote: 'stop after ten' }]
export const inCode: readonly Evidence[] = [{ ref: 'src/queue.ts:3', quote: 'retry(' }]

// biome-ignore-start lint/suspicious/noThenProperty: a part of a criterion is called so.
const criterion = { given: 'a failing endpoint', when: 'ten tries failed', then: 'no further try is made' }
// biome-ignore-end lint/suspicious/noThenProperty: as above.
const param = { name: 'limit', type: 'number', required: true, constraint: '1 to 100' }

/** By type: an id and data that fit. */
export const samples: { readonly [T in RecordType]: readonly [string, DataOf<T>] } = {
  problem: [
    'PB',
    { statement: 'Retries run for hours.', effect: 'Support is called at night.', drivers: ['churn'] },
  ],
  stakeholder: ['SH-1', { name: 'Support', role: 'on call', interest: 'quiet nights' }],
  metric: ['SM-1', { measure: 'Calls at night', threshold: 'under 2 a week' }],
  'user-type': [
    'UT-1',
    { name: 'Operator', role: 'on call', main: true, goals: ['sleep'], pains: ['woken by retries'] },
  ],
  journey: [
    'UJ-1',
    { user: 'UT-1', entry: 'an alert', steps: ['open the queue'], exit: 'the queue is quiet' },
  ],
  context: ['TC-1', { kind: 'constraint', text: 'Node 20 only.' }],
  quality: ['QA-1', { attribute: 'Latency', priority: 'high', threshold: 'p95 under 200 ms' }],
  risk: [
    'RK-1',
    { risk: 'Lost deliveries', likelihood: 'low', impact: 'high', mitigation: 'keep them for a week' },
  ],
  fr: [
    'FR-001',
    {
      title: 'Bounded retries',
      description: 'A delivery is tried ten times at most.',
      priority: 'Must Have',
    },
  ],
  ac: ['AC-001-01', criterion],
  exclusion: ['OS-1', { item: 'A new queue', reason: 'the old one works' }],
  story: [
    'US-001',
    {
      title: 'Quiet nights',
      story: 'As an operator, I want retries to end so that I sleep.',
      acceptance_criteria: ['no try after the tenth'],
      priority: 'Must Have',
      traces: ['FR-001'],
    },
  ],
  affected: [
    'AF-1',
    { tier: 1, path: 'src/queue.ts', module: 'queue', change: 'modify', traces: ['FR-001'] },
  ],
  'entry-point': ['EP-1', { path: 'src/queue.ts', why: 'the loop is there' }],
  step: ['IS-1', { order: 1, frs: ['FR-001'], description: 'Bound the loop', risk: 'low', parallel: false }],
  'risk-zone': [
    'RZ-1',
    {
      risk: 'Double delivery',
      area: 'queue',
      likelihood: 'low',
      impact: 'medium',
      mitigation: 'idempotency keys',
    },
  ],
  'test-cover': ['TV-1', { area: 'queue', tests: 'queue.test.ts', gap: 'no test of the limit' }],
  verdict: [
    'IV',
    { overall: 'low', go: 'go', why: 'One loop changes.', recommendations: ['Start with the limit.'] },
  ],
  decision: [
    'ADR-001',
    {
      title: 'Where the limit lives',
      context: 'Two places could hold it.',
      options: [
        { name: 'Queue', summary: 'in the queue', pros: ['one place'], cons: ['coupled'], fit: 'as today' },
        { name: 'Worker', summary: 'in the worker', pros: ['simple'], cons: ['spread'], fit: 'new' },
      ],
      selected: 'Queue',
      rationale: 'One place to look.',
      consequences: ['Workers stay as they are.'],
    },
  ],
  technology: ['TD-1', { name: 'none new', rationale: 'nothing is needed', alternatives: ['bullmq'] }],
  integration: [
    'IP-1',
    {
      source: 'queue',
      target: 'endpoint',
      interface: 'HTTP POST',
      format: 'JSON',
      errors: 'counted as a try',
    },
  ],
  'system-flow': ['SF', { steps: ['event', 'queue', 'endpoint'], synchronization: 'one worker a delivery' }],
  'trade-off': [
    'TO-1',
    { gained: 'one place', given_up: 'limits by endpoint', why: 'nobody asked for them' },
  ],
  approach: ['AP', { text: 'Count tries in the queue.', reason: 'It sees each of them.' }],
  security: [
    'SC-1',
    { area: 'input', finding: 'The limit is configured.', control: 'bounds 1 to 100', severity: 'low' },
  ],
  module: [
    'MD-retry-queue',
    { responsibility: 'Counts tries.', size: 'small', tests: 'unit', frs: ['FR-001'], adr: 'ADR-001' },
  ],
  interface: [
    'IF-1',
    {
      name: 'mayRetry',
      module: 'MD-retry-queue',
      signature: 'mayRetry(tries: number): boolean',
      params: [param],
      returns: 'boolean',
      errors: ['E_LIMIT'],
      integration: 'IP-1',
    },
  ],
  structure: ['DS-1', { name: 'Delivery', module: 'MD-retry-queue', fields: [param] }],
  flow: ['DF-1', { source: 'event', sink: 'endpoint', transformations: ['to JSON'], mutates: ['tries'] }],
  sequence: ['SQ-1', { title: 'A failing delivery', steps: ['try', 'count', 'stop'] }],
  error: [
    'ER-1',
    {
      code: 'E_LIMIT',
      description: 'Tries are spent',
      trigger: 'the eleventh try',
      severity: 'error',
      recovery: 'park the delivery',
      propagation: 'collect',
      interfaces: ['IF-1'],
    },
  ],
  degradation: ['DG-1', { when: 'the endpoint is down', still_works: 'other endpoints' }],
  'open-question': ['OQ-1', { question: 'Who is told of a parked delivery?' }],
  'design-review': ['DR', { agrees_with: ['ADR-001'], buildable: true }],
}

export interface Putting {
  readonly id?: string
  readonly by?: Role
  readonly source?: Change['source']
  readonly evidence?: readonly Evidence[]
  /** Instead of, or on top of, the sample's. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** A `put` of the sample, as the person's word unless told otherwise. */
export function put(
  type: RecordType,
  { id, by, source = 'user', evidence = said, data = {} }: Putting = {},
): Change {
  return {
    op: 'put',
    type,
    id: id ?? samples[type][0],
    by: by ?? recordKinds[type].owner,
    source,
    evidence: [...evidence],
    data: { ...samples[type][1], ...data },
  }
}

export function none(type: RecordType, data?: Readonly<Record<string, unknown>>): Change {
  return {
    op: 'none',
    type,
    by: recordKinds[type].owner,
    reason: 'nothing of it',
    ...(data ? { data: { ...data } } : {}),
  }
}

/** The store after these changes; throws where one is refused. */
export function stored(changes: readonly Change[], before: Store = emptyStore, exchange = 2): Store {
  const { store, rejected } = applied(before, changes, { exchange })
  if (rejected.length > 0) throw new Error(rejected.map(({ what, why }) => `${what}: ${why}`).join('\n'))
  return store
}

/** Three FRs with criteria, and one of everything else. */
export function wholeStore(): Store {
  const more = ['FR-002', 'FR-003'].flatMap((id) => [
    put('fr', { id, data: { title: `Title of ${id}`, priority: 'Should Have' } }),
    put('ac', { id: `AC-${id.slice(3)}-01` }),
  ])
  const story = put('story', { data: { traces: ['FR-001', 'FR-002', 'FR-003'] } })
  const rest = (Object.keys(samples) as RecordType[])
    .filter((type) => type !== 'story')
    .map((type) => put(type))
  const tiers = [
    put('affected', { id: 'AF-2', data: { tier: 2, path: 'src/worker.ts', impact: 'reads the limit' } }),
    put('affected', {
      id: 'AF-3',
      data: { tier: 3, area: 'dashboards', impact: 'fewer tries', risk: 'low' },
    }),
  ]
  return stored([...rest, ...more, story, ...tiers])
}

const counted =
  'PD-2 PD-3 PD-4 RD-1 RD-2 RD-4 RD-5 RD-6 RD-7 TA-1 TA-2 TA-3 TA-4 TA-5 TA-6 AR-1 AR-2 AR-3 AR-4 AR-5 SP-1 SP-2 SP-3 SP-4 SP-5'

export function topicOf(id: string, prefix: string, criteria: number, primary: Role): Topic {
  const ids = Array.from({ length: criteria }, (_, at) => `${prefix}-${at + 1}`)
  return {
    id,
    name: id.replaceAll('-', ' '),
    primary,
    contributing: [],
    criteria: ids.map((one) => ({
      id: one,
      text: `text of ${one}`,
      counts: counted.split(' ').includes(one) ? one : null,
    })),
    sections: [],
    guidance: {},
    steps: [],
    body: `Knowledge of ${id}.`,
    from: 'library',
  }
}

export const topics: readonly Topic[] = [
  topicOf('problem-discovery', 'PD', 5, 'business-analyst'),
  topicOf('requirements-definition', 'RD', 7, 'business-analyst'),
  topicOf('technical-analysis', 'TA', 6, 'solutions-architect'),
  topicOf('architecture', 'AR', 6, 'solutions-architect'),
  topicOf('specification', 'SP', 6, 'system-designer'),
  topicOf('security', 'SE', 5, 'solutions-architect'),
]

export const reading: ScanReading = {
  scope: 'small',
  why: 'One loop.',
  complexity: 'low',
  nature: 'modifying',
  risk: 'low',
  files: [
    { path: 'src/queue.ts', category: 'modify' },
    { path: 'src/queue.test.ts', category: 'test' },
  ],
  modules: ['queue'],
  conventions: [],
  depends: [],
}

/** Everything that documents are made from, with a store of one's own. */
export function renderingOf(store: Store, more: Partial<Rendering> = {}): Rendering {
  const tier = more.tier ?? 'standard'
  return {
    slug: 'retry-queue',
    title: 'Bound the retries',
    tier,
    store,
    log: noInferences,
    coverage: coverageOf(emptyTracker, { store, scanned: true, topics, tier }),
    topics,
    scan: { complete: true, keywords: [{ word: 'retry', hits: 12, files: ['src/queue.ts'] }], reading },
    at: '2026-02-01T10:00:00.000Z',
    exchange: 7,
    degraded: [],
    accepted: new Set(),
    ...more,
  }
}
