// Tables in Markdown: every cell on one line, and none that could end its column.
//
//   CELL1  A row has as many cells as it was given, whatever they hold; read back, they hold what stands in the document.

import { oneLine } from './embedded.js'

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => withoutBars(oneLine(cell))).join(' | ')} |`
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n')
}

/** A bar behind an odd number of backslashes is escaped already; one more would free it again. */
function withoutBars(cell: string): string {
  return cell.replace(
    /(\\*)\|/g,
    (_, slashes: string) => `${slashes}${slashes.length % 2 === 0 ? '\\' : ''}|`,
  )
}

/** The cells of a row as a Markdown reader divides it. */
export function cellsOf(row: string): string[] {
  const cells =
    row
      .trim()
      .replace(/^\|/, '')
      .match(/(?:\\.|[^\\|])*\\?(?:\||$)/g) ?? []
  const texts = cells.map((cell) => cell.replace(/\|$/, ''))
  if (texts.at(-1)?.trim() === '') texts.pop()
  return texts.map((text) => text.replaceAll('\\|', '|').trim())
}
