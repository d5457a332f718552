// Tables: rows whose cells hold foreign text, and reading them back. A cell can end neither its row nor its column.

import { inline, saidIn } from './text.js'

/** `header` is the first line as it stands in the document; the line below it follows from it unless it is given. */
export function table(header: string, rows: readonly (readonly string[])[], rule = ruleOf(header)): string {
  return [header, rule, ...rows.map(row)].join('\n')
}

export function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`
}

/** On one line, with every `|` escaped; a backslash before one is doubled, or it would undo the escape. */
export function cell(text: string): string {
  return inline(text).replace(/\\*\|/g, (run) => `${'\\'.repeat(2 * (run.length - 1))}\\|`)
}

/** The rows of the first table with these columns, each cell by its column's name. Columns that are missing are empty. */
export function readTable(text: string, columns: readonly string[]): Record<string, string>[] {
  const lines = text.split('\n').map((line) => line.trim())
  const start = lines.findIndex((line) => line.startsWith('|') && columns[0] === cellsOf(line)[0])
  if (start < 0) return []
  const names = cellsOf(lines[start]!)
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => !line.startsWith('|'))
  const body = after.slice(0, end < 0 ? after.length : end).filter((line) => !/^\|[\s:|-]+$/.test(line))
  return body.map((line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(columns.map((name) => [name, cells[names.indexOf(name)] ?? '']))
  })
}

function cellsOf(line: string): string[] {
  return splitCells(line.replace(/^\|/, '').replace(/((?:^|[^\\])(?:\\\\)*)\|\s*$/, '$1'))
}

/** What stands between the bars that are not escaped. */
export function splitCells(inner: string): string[] {
  const cells = inner.match(/(?:^|\|)((?:\\.|[^|\\]|\\$)*)/g) ?? []
  return cells.map((part) => saidIn(unescaped(part.replace(/^\|/, '').trim())))
}

function unescaped(text: string): string {
  return text.replace(/(\\+)\|/g, (_, slashes: string) => `${'\\'.repeat((slashes.length - 1) / 2)}|`)
}

/** `| Zone | Files |` → `|------|-------|` */
function ruleOf(header: string): string {
  return header.replace(/[^|]/g, '-')
}
