// assembly.md: every member's score, who sits, and what the person changed about it.

import { memberNamed, nameOf } from '../rules/members.js'
import type { Scored } from '../rules/scoring.js'
import { type Adjustment, byTotal, cap } from '../rules/selection.js'
import { readTable, table } from './tables.js'
import type { Theme } from './theme-shape.js'

export interface Assembly {
  readonly scores: readonly Scored[]
  readonly selected: readonly string[]
  /** The semantic call failed twice. */
  readonly fallback: boolean
  readonly adjustments: readonly Adjustment[]
}

export function renderAssembly(theme: Theme, assembly: Assembly): string {
  const { selected, adjustments, fallback } = assembly
  const rows = byTotal(assembly.scores).map((score) => [
    nameOf(score.id, theme.roster),
    String(score.keyword),
    String(score.semantic),
    signed(score.modifiers),
    String(score.total),
    selected.includes(score.id) ? 'yes' : 'no',
    score.rationale,
  ])
  const changes = adjustments.map(
    ({ kind, id }) => `- ${kind === 'add' ? 'added' : 'removed'} ${nameOf(id, theme.roster)}`,
  )
  return [
    `# ${theme.assemblyLabel}`,
    fallback ? fallbackLine : 'Total = keyword (0-4) + semantic (0-4) + modifiers, 0 to 10.',
    table(`| ${columns.join(' | ')} |`, rows),
    `Cap: ${selected.length} of ${cap} slots used.`,
    ...(changes.length === 0 ? [] : [`## Adjustments\n${changes.join('\n')}`]),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

/** Null where it has no such table. Rows of strangers are left out. */
export function readAssembly(text: string, theme: Theme): Assembly | null {
  const rows = readTable(text, columns).flatMap((row) => {
    const member = memberNamed(row['Agent']!.replace(/[*`]/g, ''), theme.roster)
    return member ? [{ row, id: member.id }] : []
  })
  if (rows.length === 0) return null
  const scores = rows.map(({ row, id }) => ({
    id,
    keyword: whole(row['Keyword']),
    semantic: whole(row['Semantic']),
    modifiers: whole(row['Modifiers']),
    total: whole(row['Total']),
    rationale: row['Rationale']!,
  }))
  return {
    scores: theme.roster.flatMap(({ id }) => scores.filter((score) => score.id === id)),
    selected: rows.flatMap(({ row, id }) =>
      /^(?:yes|x|✓|✔|selected|true)/i.test(row['Selected']!) ? [id] : [],
    ),
    fallback: text.includes(fallbackLine),
    adjustments: [...text.matchAll(/^- (added|removed) (.+)$/gm)].flatMap(([, verb, name]): Adjustment[] => {
      const member = memberNamed(name!, theme.roster)
      return member ? [{ kind: verb === 'added' ? 'add' : 'remove', id: member.id }] : []
    }),
  }
}

/** The two tables of the question: who would sit, and who would not. Whoever scored nothing and would not sit is named below them. */
export function scoreTables(
  theme: Theme,
  { scores, selected }: Assembly,
): { readonly selected: string; readonly others: string } {
  const rowsOf = (some: readonly Scored[]) =>
    some.map(({ id, total, rationale }) => [nameOf(id, theme.roster), String(total), rationale])
  const sorted = byTotal(scores)
  const others = sorted.filter(({ id }) => !selected.includes(id))
  const scored = others.filter(({ total }) => total > 0)
  const names = others.filter(({ total }) => total === 0).map(({ id }) => nameOf(id, theme.roster))
  return {
    selected: table(header, rowsOf(sorted.filter(({ id }) => selected.includes(id)))),
    others: [
      ...(scored.length === 0 ? [] : [table(header, rowsOf(scored))]),
      ...(names.length === 0 ? [] : [`Without a score: ${names.join(', ')}.`]),
    ].join('\n\n'),
  }
}

const header = '| Agent | Score | Rationale |'

const columns = ['Agent', 'Keyword', 'Semantic', 'Modifiers', 'Total', 'Selected', 'Rationale']
const fallbackLine = 'Fallback scoring: the semantic call failed twice.'

function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0'
}

function whole(text: string | undefined): number {
  const found = Number.parseInt((text ?? '').replace('−', '-'), 10)
  return Number.isFinite(found) ? found : 0
}
