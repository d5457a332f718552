// issues.md: which issue each item became. A row is added at once after each, so that a run that was killed goes on behind it.

import { readTable, row, table } from './tables.js'
import { oneLine } from './text.js'

export interface MapRow {
  readonly number: number
  readonly item: string
  /** With its `[US-001] `. */
  readonly title: string
}

export function renderMap(idea: string, session: string, milestone: string): string {
  const header = '| Issue | Title | Labels | Depends On |'
  return `# GitHub Issues: ${oneLine(idea)}\nSession: ${session} | Milestone: ${milestone}\n\n${table(header, [])}\n`
}

/** A row that stands there already is not added again. */
export function withRow(map: string, { number, item, title }: MapRow, dependsOn: readonly number[]): string {
  if (rowsIn(map).some((known) => known.item === item)) return map
  const label = item.startsWith('US-') ? 'user-story' : 'task'
  const cells = [`#${number}`, title, label, dependsOn.map((other) => `#${other}`).join(', ') || '—']
  return `${map.trimEnd()}\n${row(cells)}\n`
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
