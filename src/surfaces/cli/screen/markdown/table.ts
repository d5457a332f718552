// Tables at a terminal: columns aligned and fitted to the width. Where they cannot fit, each row is a short list of names and values.

import type { Align } from '../../../../text/markdown/tree.js'
import { type Flow, type Line, lineColumns, type Run, wrapped } from './styled.js'

export interface FlowTable {
  readonly columns: readonly Align[]
  readonly head: readonly Flow[]
  readonly rows: readonly (readonly Flow[])[]
}

const gap: Run = { text: '  ', style: {} }
/** A column of words that is narrower than this cannot be read. */
const leastColumns = 6

export function tableLines(table: FlowTable, width: number): readonly Line[] {
  const widths = fitted(naturalWidths(table), width - gap.text.length * (table.columns.length - 1))
  if (widths === undefined) return rowLists(table, width)
  const rule = widths.map((columns): Run => ({ text: '─'.repeat(columns), style: dim }))
  return [
    ...rowLines(table.head, widths, table.columns),
    joined(rule.map((run) => [run])),
    ...table.rows.flatMap((row) => rowLines(row, widths, table.columns)),
  ]
}

const dim = { dim: true }

/** The preferred width of each column: that of its longest line. */
function naturalWidths({ columns, head, rows }: FlowTable): readonly number[] {
  return columns.map((_, at) =>
    [head, ...rows].reduce((most, row) => Math.max(most, flowColumns(row[at] ?? [])), 1),
  )
}

function flowColumns(flow: Flow): number {
  return wrapped(flow, Number.MAX_SAFE_INTEGER).reduce((most, line) => Math.max(most, lineColumns(line)), 0)
}

/** Narrow columns keep the width they need; the others share the rest. Undefined where the rest is too small. */
function fitted(natural: readonly number[], room: number): readonly number[] | undefined {
  const order = natural.map((_, at) => at).sort((a, b) => (natural[a] ?? 0) - (natural[b] ?? 0))
  const widths = [...natural]
  let left = room
  for (const [done, at] of order.entries()) {
    const share = Math.floor(left / (order.length - done))
    const width = Math.min(natural[at] ?? 0, share)
    if (width < Math.min(natural[at] ?? 0, leastColumns)) return undefined
    widths[at] = width
    left -= width
  }
  return widths
}

function rowLines(
  row: readonly Flow[],
  widths: readonly number[],
  aligns: readonly Align[],
): readonly Line[] {
  const cells = widths.map((width, at) => wrapped(row[at] ?? [], width))
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 1)
  return Array.from({ length: height }, (_, line) =>
    trimmed(joined(cells.map((lines, at) => aligned(lines[line] ?? [], widths[at] ?? 0, aligns[at])))),
  )
}

function aligned(line: Line, width: number, align: Align | undefined): Line {
  const free = Math.max(0, width - lineColumns(line))
  const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0
  return [blanks(before), ...line, blanks(free - before)]
}

function blanks(count: number): Run {
  return { text: ' '.repeat(count), style: {} }
}

function joined(cells: readonly Line[]): Line {
  return cells.flatMap((cell, at) => (at === 0 ? cell : [gap, ...cell]))
}

/** Without the blanks at its end. */
function trimmed(line: Line): Line {
  const last = line.findLastIndex(({ text }) => text.trim() !== '')
  return line.slice(0, last + 1)
}

function rowLists({ head, rows }: FlowTable, width: number): readonly Line[] {
  if (rows.length === 0) return head.flatMap((name) => wrapped(name, width))
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : [[]]),
    ...row.flatMap((cell, column) => wrapped([...(head[column] ?? []), colon, ...cell], width)),
  ])
}

const colon: Run = { text: ': ', style: {} }
