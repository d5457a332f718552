// issues.md: which issue each item became. A row is added at once after each, so that a run that was killed goes on behind it.

import { readTable, row, table } from './tables.js'
import { inline } from './text.js'

export interface MapRow {
  readonly number: number
  readonly item: string
  /** With its `[US-001] `. */
  readonly title: string
}

export function renderMap(idea: string, session: string, milestone: string): string {
  const header = '| Issue | Title | Labels | Depends On |'
  return `# GitHub Issues: ${inline(idea)}\nSession: ${session} | Milestone: ${inline(milestone)}\n\n${table(header, [])}\n`
}

/** A row that stands there already is not added again; one of an issue that is gone is replaced. */
export function withRow(map: string, { number, item, title }: MapRow, dependsOn: readonly number[]): string {
  const known = rowsIn(map).find((one) => one.item === item)
  if (known?.number === number) return map
  const label = item.startsWith('US-') ? 'user-story' : '—'
  const cells = [`#${number}`, title, label, dependsOn.map((other) => `#${other}`).join(', ') || '—']
  const kept = map.split('\n').filter((line) => known === undefined || !line.includes(`| [${item}] `))
  return `${kept.join('\n').trimEnd()}\n${row(cells)}\n`
}

export function rowsIn(map: string): MapRow[] {
  return readTable(map, ['Issue', 'Title']).flatMap((cells) => {
    const number = /^\[?#(\d+)/.exec(cells['Issue']!)?.[1]
    const item = /^\[((?:US|T)-\d+)\] /.exec(cells['Title']!)?.[1]
    return number === undefined || item === undefined
      ? []
      : [{ number: Number(number), item, title: cells['Title']! }]
  })
}
