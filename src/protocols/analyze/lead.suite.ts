// For tests: what the lead says in an analysis, and the person's first reply.

import type { Lines } from '../council/harness.suite.js'
import { none, put, reading } from './fixtures.suite.js'
import type { Change, ScanReading, Turn } from './schemas.js'

const found: ScanReading = {
  ...reading,
  files: [
    { path: 'src/queue.ts', category: 'modify' },
    { path: 'src/gone.ts', category: 'modify' },
    { path: 'src/limit.ts', category: 'new' },
  ],
}

const voices = {
  maya: { role: 'business-analyst', points: ['Support is called at night because tries never end.'] },
  alex: {
    role: 'solutions-architect',
    points: ['The loop in queue.ts ends only on success.'],
    refs: ['src/queue.ts:2'],
  },
  jordan: {
    role: 'system-designer',
    points: ['An eleventh try is refused and the delivery is parked.'],
    refs: ['u1'],
  },
} as const

/** A turn in which all three speak. */
export function turn(
  more: Partial<Turn> & { readonly ask?: string; readonly targets?: readonly string[] } = {},
): object {
  const { ask = 'What would tell you that it works?', targets = ['PD-3'], ...rest } = more
  return {
    contributions: [voices.maya, voices.alex, voices.jordan],
    question: { role: 'business-analyst', kind: 'open', text: ask, targets },
    ...rest,
  }
}

const said = (criterion: string) => ({
  criterion,
  source: 'user' as const,
  evidence: [{ ref: 'u1', quote: 'stop after ten' }],
})

/** Everything that a light item needs, from one message. */
export function everything(): Change[] {
  const frs = ['FR-001', 'FR-002', 'FR-003'].flatMap((id) => [
    put('fr', { id, data: { title: `Title of ${id}` } }),
    put('ac', { id: `AC-${id.slice(3)}-01` }),
  ])
  const others = (
    [
      'problem',
      'stakeholder',
      'metric',
      'user-type',
      'journey',
      'quality',
      'risk',
      'exclusion',
      'affected',
      'entry-point',
      'risk-zone',
      'verdict',
      'approach',
      'interface',
      'flow',
      'error',
    ] as const
  ).map((type) => put(type))
  return [
    ...frs,
    ...others,
    put('story', { data: { traces: ['FR-001', 'FR-002', 'FR-003'] } }),
    put('step', { data: { frs: ['FR-001', 'FR-002', 'FR-003'] } }),
    put('module', { data: { adr: undefined } }),
    none('affected', { tier: 2 }),
    none('affected', { tier: 3 }),
  ]
}

export const wholeTurn = () =>
  turn({
    claims: ['PD-1', 'PD-5', 'RD-3', 'SP-6'].map(said),
    records: everything(),
    signals: { plateau: true },
  })

/** Replies of a light analysis in which nothing goes wrong. */
export function usual(more: Lines = {}): Lines {
  const opening = {
    contributions: [{ role: 'business-analyst', points: ['Retries of the queue run for hours.'] }],
    question: { role: 'business-analyst', kind: 'open', text: 'Who is hurt by that?', targets: ['PD-1'] },
  }
  return {
    'analyze.opening': [opening],
    'analyze.keywords': [{ keywords: ['retries', 'queue', 'nowhere'] }],
    'analyze.scan': [found],
    'analyze.turn': [wholeTurn()],
    'analyze.amend': [
      turn({ ask: 'Which of the three should be first?', targets: ['RD-3'] }),
      turn({ ask: 'Is there more to change?', targets: ['RD-3'], signals: { resolved: true } }),
    ],
    'analyze.retry': [wholeTurn()],
    'analyze.adopt': [{ records: [] }],
    'analyze.validate': [{ faults: [] }],
    'analyze.crosscheck': [{ issues: [] }],
    'analyze.finalize': [{ faults: [], ready: true, why: 'All is there.' }],
    ...more,
  }
}

export const reply: [string, string] = ['say', 'It wakes support at night; it should stop after ten.']
