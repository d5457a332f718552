// architecture-overview.md: the options that were weighed, what was chosen, and what that costs.

import { bullets, oneLine } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'
import { all, type Entry, one, unfed } from '../rules/records.js'
import {
  type Built,
  blocks,
  labelled,
  listed,
  nothingBuilt,
  ordered,
  type Part,
  type Rendering,
  statedNone,
} from './rendering.js'
import { securityTable } from './requirements-spec.js'
import { sourceLine } from './sources.js'

export const architectureParts: readonly Part[] = [
  {
    title: '1. Architecture Options',
    need: 'a decision with its options',
    types: ['decision'],
    build: options,
  },
  {
    title: '2. Selected Architecture',
    need: 'a decision that was taken, with its rationale',
    types: ['decision', 'security'],
    build: selected,
  },
  {
    title: '3. Technology Decisions',
    need: 'technologies with alternatives, or that there are none',
    types: ['technology'],
    build: technologies,
  },
  {
    title: '4. Integration Architecture',
    need: 'integration points, or that there are none',
    types: ['integration', 'system-flow'],
    build: integration,
  },
  {
    title: '5. Summary',
    need: 'decisions that were taken',
    types: ['decision', 'trade-off'],
    build: summary,
  },
]

function options({ store }: Rendering): Built {
  const entries = all(store, 'decision')
  const bodies = entries.map(({ id, data }) => {
    const rows = data.options.map((option) => [
      option.name,
      option.summary,
      option.pros.join('; ') || 'TBD: advantages',
      option.cons.join('; ') || 'TBD: drawbacks',
      option.fit || 'TBD: the fit with what is there',
      data.selected === undefined
        ? 'TBD: a choice'
        : option.name === data.selected
          ? 'Selected'
          : 'Eliminated',
    ])
    return blocks(
      `### ${id}: ${oneLine(data.title)}`,
      tableOf(['Name', 'Summary', 'Pros', 'Cons', 'Pattern Alignment', 'Verdict'], rows),
      data.only_because === undefined ? '' : `Only one option is viable: ${oneLine(data.only_because)}`,
    )
  })
  return { entries, body: blocks(...bodies) }
}

export function decisionStatus(
  { id }: Entry<'decision'>,
  accepted: ReadonlySet<string>,
): 'Proposed' | 'Accepted' {
  return accepted.has(id) ? 'Accepted' : 'Proposed'
}

function selected({ store, accepted, byDefault = false }: Rendering): Built {
  const entries = all(store, 'decision').filter(({ data }) => data.selected !== undefined)
  const security = all(store, 'security')
  const bodies = entries.map((decision) =>
    blocks(
      `### ${decision.id}: ${oneLine(decision.data.title)}`,
      `**Status**: ${decisionStatus(decision, accepted)}${byDefault ? ' (by default)' : ''}`,
      labelled('Context', decision.data.context),
      labelled('Decision', decision.data.selected),
      labelled('Rationale', decision.data.rationale ?? 'TBD: why'),
      listed('Consequences', decision.data.consequences),
      sourceLine(decision),
    ),
  )
  return entries.length === 0
    ? nothingBuilt
    : {
        entries: [...entries, ...security],
        wanted: unfed(store, 'security'),
        body: blocks(...bodies, securityTable(security)),
      }
}

function technologies({ store }: Rendering): Built {
  const entries = all(store, 'technology')
  if (entries.length === 0) return { ...nothingBuilt, body: statedNone(store, 'technology') }
  const rows = entries.map(({ data }) => [
    data.name,
    data.version ?? '—',
    data.rationale,
    data.alternatives.join('; ') || '—',
  ])
  return { entries, body: tableOf(['Technology', 'Version', 'Rationale', 'Alternatives Considered'], rows) }
}

function integration({ store }: Rendering): Built {
  const points = all(store, 'integration')
  const flow = one(store, 'system-flow')
  const none = statedNone(store, 'integration')
  if (points.length === 0 && flow === null && none === '') return nothingBuilt
  const rows = points.map(({ id, data }) => [
    id,
    data.source,
    data.target,
    data.interface,
    data.format,
    data.errors,
  ])
  return {
    entries: [...points, ...(flow ? [flow] : [])],
    wanted: unfed(store, 'integration', 'system-flow'),
    body: blocks(
      points.length === 0
        ? none || 'TBD: an integration point, or that there is none'
        : tableOf(['ID', 'Source', 'Target', 'Interface', 'Data Format', 'Error Handling'], rows),
      flow === null ? '' : `**Data flow**:\n\n${ordered(flow.data.steps)}`,
      labelled('Synchronization model', flow?.data.synchronization),
    ),
  }
}

function summary({ store }: Rendering): Built {
  const decisions = all(store, 'decision').filter(({ data }) => data.selected !== undefined)
  const trades = all(store, 'trade-off')
  if (decisions.length + trades.length === 0) return nothingBuilt
  return {
    entries: [...decisions, ...trades],
    wanted: unfed(store, 'trade-off'),
    body: blocks(
      decisions.length === 0
        ? ''
        : `**Key decisions**:\n\n${bullets(decisions.map(({ id, data }) => `${id}: ${data.selected}`))}`,
      trades.length === 0 ? '' : `**Trade-offs**:\n\n${bullets(tradeOffs(trades))}`,
    ),
  }
}

export function tradeOffs(entries: readonly Entry<'trade-off'>[]): string[] {
  return entries.map(({ data }) => `${data.gained}, for ${data.given_up}: ${data.why}`)
}
