// impact-analysis.md: what a change touches, in which order it is made, and what may go wrong.

import { bullets, oneLine } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'
import { inTier } from '../rules/counting.js'
import { all, type Entry, one, type Store, unfed } from '../rules/records.js'
import type { Level } from '../rules/tiers.js'
import {
  type Built,
  blocks,
  cell,
  joined,
  labelled,
  listed,
  nothingBuilt,
  ordered,
  type Part,
  type Rendering,
  statedNone,
} from './rendering.js'
import { securityTable } from './requirements-spec.js'
import { cited } from './sources.js'

export const impactParts: readonly Part[] = [
  {
    title: '1. Blast Radius',
    need: 'files that change directly, by transit and as side effects',
    types: ['affected'],
    build: blastRadius,
  },
  {
    title: '2. Entry Points',
    need: 'where to start, and why',
    types: ['entry-point'],
    build: entryPoints,
  },
  {
    title: '3. Implementation Order',
    need: 'steps that hold every Must Have requirement',
    types: ['step'],
    build: order,
  },
  {
    title: '4. Risk Zones',
    need: 'risks with likelihood, impact and mitigation',
    types: ['risk-zone', 'test-cover'],
    build: riskZones,
  },
  { title: '5. Summary', need: 'a verdict with its reason', types: ['verdict'], build: summary },
]

function blastRadius({ store }: Rendering): Built {
  const [direct, transitive, side] = [inTier(store, 1), inTier(store, 2), inTier(store, 3)]
  const nones = ([1, 2, 3] as const).map((tier) => statedNone(store, `affected:${tier}`))
  if (direct.length + transitive.length + side.length === 0 && nones.every((none) => none === ''))
    return nothingBuilt
  const table = (at: 0 | 1 | 2, head: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? nones[at] || 'TBD: what is affected here, or that nothing is' : tableOf(head, rows)
  return {
    entries: [...direct, ...transitive, ...side],
    body: blocks(
      '### Tier 1: Direct',
      table(
        0,
        ['File', 'Module', 'Change Type', 'Traces'],
        direct.map(({ data }) => [
          data.path!,
          data.module ?? '—',
          cell(data.change, 'the kind of change'),
          joined(data.traces),
        ]),
      ),
      seenIn(direct),
      '### Tier 2: Transitive',
      table(
        1,
        ['File', 'Module', 'Impact', 'Change Type'],
        transitive.map(({ data }) => [
          data.path!,
          data.module ?? '—',
          cell(data.impact, 'the impact'),
          data.change ?? '—',
        ]),
      ),
      seenIn(transitive),
      '### Tier 3: Side Effects',
      table(
        2,
        ['Area', 'Potential Impact', 'Risk Level'],
        side.map(({ data }) => [data.area!, cell(data.impact, 'the impact'), cell(data.risk, 'a level')]),
      ),
    ),
  }
}

/** The lines that made somebody say that a file is affected. */
function seenIn(entries: readonly Entry<'affected'>[]): string {
  return listed(
    'Seen in',
    entries.flatMap((entry) => cited(entry) || []),
  )
}

function entryPoints({ store }: Rendering): Built {
  const entries = all(store, 'entry-point')
  return {
    entries,
    body: entries.length === 0 ? '' : bullets(entries.map(({ data }) => `${data.path}: ${data.why}`)),
  }
}

function order({ store }: Rendering): Built {
  const entries = all(store, 'step').toSorted((step, other) => step.data.order - other.data.order)
  if (entries.length === 0) return nothingBuilt
  const rows = entries.map(({ data }) => [
    String(data.order),
    joined(data.frs),
    data.description,
    data.risk,
    data.parallel ? 'yes' : 'no',
    // By the number that the table shows; the ids of steps stand nowhere else.
    joined(data.depends_on?.map((id) => String(entries.find((step) => step.id === id)?.data.order ?? id))),
  ])
  return { entries, body: tableOf(['Order', 'FRs', 'Description', 'Risk', 'Parallel', 'Depends On'], rows) }
}

function riskZones({ store, tier }: Rendering): Built {
  const [zones, cover] = [all(store, 'risk-zone'), all(store, 'test-cover')]
  const security = tier === 'light' ? all(store, 'security') : []
  const entries = [...zones, ...cover, ...security]
  if (entries.length === 0) return nothingBuilt
  const rows = zones.map(({ id, data }) => [
    id,
    data.risk,
    data.area,
    data.likelihood,
    data.impact,
    data.mitigation,
  ])
  const tests = cover.map(({ data }) => [data.area, data.tests, data.gap ?? '—'])
  return {
    entries,
    wanted: unfed(store, 'risk-zone', 'test-cover'),
    body: blocks(
      zones.length === 0
        ? 'TBD: a risk zone'
        : tableOf(['ID', 'Risk', 'Area', 'Likelihood', 'Impact', 'Mitigation'], rows),
      '### Test Coverage Assessment',
      cover.length === 0
        ? 'TBD: which tests hold the affected areas'
        : tableOf(['Area', 'Tests', 'Gap'], tests),
      securityTable(security),
    ),
  }
}

function summary({ store }: Rendering): Built {
  const verdict = one(store, 'verdict')
  if (verdict === null) return nothingBuilt
  const { data } = verdict
  const count = countsOf(store)
  const rows = [
    ['Direct modifications', count.direct],
    ['New files', count.fresh],
    ['Restructured files', count.restructured],
    ['Transitive modifications', count.transitive],
    ['Total affected', count.total],
  ].map(([name, value]) => [String(name), String(value)])
  return {
    entries: [verdict],
    body: blocks(
      tableOf(['Metric', 'Count'], rows),
      labelled('Overall risk', data.overall),
      listed('Decision log', data.decisions),
      `**Go/no-go**: ${data.go}. ${oneLine(data.why)}`,
      data.recommendations.length === 0 ? '' : `**Recommendations**:\n\n${ordered(data.recommendations)}`,
    ),
  }
}

function countsOf(store: Store) {
  const [direct, transitive] = [inTier(store, 1), inTier(store, 2)]
  const of = (change: string) => direct.filter(({ data }) => data.change === change).length
  return {
    direct: direct.length - of('new') - of('restructure'),
    fresh: of('new'),
    restructured: of('restructure'),
    transitive: transitive.length,
    total: direct.length + transitive.length,
  }
}

export interface Metrics {
  readonly files_directly_affected: number
  readonly modules_affected: number
  readonly risk_level: Level
  readonly blast_radius: Level
  readonly coverage_gaps: number
}

/** What sizing tools read of it. */
export function metricsOf(store: Store): Metrics {
  const [direct, transitive] = [inTier(store, 1), inTier(store, 2)]
  const modules = new Set([...direct, ...transitive].flatMap(({ data }) => data.module ?? []))
  const levels = all(store, 'risk-zone').map(({ data }) => data.impact)
  const reach = direct.length + transitive.length
  return {
    files_directly_affected: direct.length,
    modules_affected: modules.size,
    risk_level:
      one(store, 'verdict')?.data.overall ??
      (['high', 'medium'] as const).find((level) => levels.includes(level)) ??
      'low',
    blast_radius: reach <= 5 ? 'low' : reach <= 15 ? 'medium' : 'high',
    coverage_gaps: all(store, 'test-cover').filter(({ data }) => data.gap !== undefined).length,
  }
}
