// design.md and design-sketch.md: what the deliberation came to, rendered from the conductor's reply and the engine's own rows.

import { embed } from '../../../text/embedded.js'
import { memberNamed, nameOf } from '../rules/members.js'
import type { Standing } from '../rules/non-negotiables.js'
import type { Pair } from '../rules/pairing.js'
import type { Design, Sketch } from '../schemas.js'
import { withoutHalts } from './reply.js'
import { table } from './tables.js'
import { inline, listed, oneLine } from './text.js'
import type { Member } from './theme-shape.js'

/** The first five sections, in order, and the field of the reply that each has. */
export const designSections = [
  ['Overview', 'overview'],
  ['Architecture', 'architecture'],
  ['User Experience', 'user_experience'],
  ['Risk Assessment', 'risk_assessment'],
  ['Quality Strategy', 'quality_strategy'],
] as const

export interface DesignParts {
  readonly pairs: readonly Pair[]
  readonly rows: readonly Standing[]
  readonly roster: readonly Member[]
}

export function renderDesign(idea: string, design: Design, parts: DesignParts): string {
  const tables = designTables(design, parts)
  const own = designSections.map(([title, field]) => section(title, sectionText(design[field] ?? '')))
  const further = (design.sections ?? []).map(({ title, body }) =>
    section(furtherTitle(title), sectionText(body)),
  )
  return [
    `# Design Document: ${inline(idea)}`,
    ...own,
    ...further,
    section('Tension Resolutions', tables.tensions),
    section('Non-Negotiables', tables.nonNegotiables),
    section('Decision Log', tables.decisions),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

/** The three tables of a design. */
export function designTables(design: Design, { pairs, rows, roster }: DesignParts) {
  const resolved = resolutions(design, pairs).map(({ tension, agents, resolution, reasoning }) => [
    tension,
    agents.map((id) => nameOf(id, roster)).join(', '),
    resolution,
    reasoning,
  ])
  const standing = rows.map(({ id, member, words, status, where }) => [
    id,
    nameOf(member, roster),
    words,
    status ?? '—',
    where,
  ])
  const decided = (design.decisions ?? []).map(({ decision, options, chosen, reasoning }) => [
    decision,
    options.join('; '),
    chosen,
    reasoning,
  ])
  return {
    tensions: orNone('| Tension | Agents | Resolution | Reasoning |', resolved),
    nonNegotiables: orNone('| # | Agent | Non-negotiable | Status | Where or why |', standing),
    decisions: table(decisionHeader, decided, decisionRule),
  }
}

export interface Resolution {
  readonly pair: string
  readonly agents: readonly [string, string]
  readonly tension: string
  readonly resolution: string
  readonly reasoning: string
}

/** One for each pair, empty where the reply has none. */
export function resolutions(design: Design, pairs: readonly Pair[]): Resolution[] {
  return pairs.map(({ id, a, b, tension }) => {
    const row = design.resolutions?.find(({ pair }) => pair === id)
    return {
      pair: id,
      agents: [a, b],
      tension,
      resolution: oneLine(row?.resolution ?? ''),
      reasoning: oneLine(row?.reasoning ?? ''),
    }
  })
}

export function renderSketch(
  idea: string,
  sketch: Sketch,
  spoke: readonly string[],
  roster: readonly Member[],
): string {
  const lines = spoke.map(
    (id) => `- **${nameOf(id, roster)}:** ${inline(recommendationOf(id, sketch, roster))}`,
  )
  return `# Design Sketch: ${inline(idea)}

## Overview
${sectionText(sketch.overview)}

## Key Recommendations
${lines.join('\n')}

## Open Questions / Trade-offs
${listed(sketch.open_questions, 'None.')}
`
}

export function recommendationOf(id: string, { recommendations }: Sketch, roster: readonly Member[]): string {
  const found = recommendations.find(({ member }) => memberNamed(member, roster)?.id === id)
  return oneLine(found?.text ?? '')
}

/** The value that says that nobody held the perspective. */
const nobody = '—'

const decisionHeader = '| Decision | Options Considered | Chosen | Reasoning |'
const decisionRule = '|----------|-------------------|--------|-----------|'

function section(title: string, body: string): string {
  return `## ${title}\n${body}`
}

function sectionText(text: string): string {
  if (text.trim() === nobody) return 'Nobody at the table held this perspective.'
  return withoutHalts(embed(text))
}

/** A section that took the name of one of ours could pass for it. */
function furtherTitle(title: string): string {
  const line = inline(oneLine(title).replace(/^#+\s*/, '')) || 'Further'
  const ours = [
    ...designSections.map(([name]) => name),
    'Tension Resolutions',
    'Non-Negotiables',
    'Decision Log',
  ]
  return ours.some((name) => name.toLowerCase() === line.toLowerCase()) ? `More on ${line}` : line
}

function orNone(header: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? 'None.' : table(header, rows)
}
