// Layout: the rows that a draft takes at a terminal, and where in them its cursor stands.

import { columnsOf, cutAt } from '../screen/markdown/columns.js'
import type { Draft } from './draft.js'

export interface Layout {
  /** Without the prompt's colour. */
  readonly rows: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

/** Lines after the first stand below its words; a line that is too long goes on in the next row. */
export function laidOut({ text, at }: Draft, prompt: string, columns: number): Layout {
  const indent = ' '.repeat(columnsOf(prompt))
  const room = Math.max(10, columns - columnsOf(prompt) - 1)
  const rows: string[] = []
  let cursor = { row: 0, column: columnsOf(prompt) }
  let from = 0
  for (const line of text.split('\n')) {
    for (const piece of piecesOf(line, room)) {
      const lead = rows.length === 0 ? prompt : indent
      if (at >= from && at <= from + piece.length)
        cursor = { row: rows.length, column: columnsOf(lead) + columnsOf(piece.slice(0, at - from)) }
      rows.push(`${lead}${piece}`)
      from += piece.length
    }
    from++
  }
  return { rows, cursor }
}

function piecesOf(line: string, room: number): readonly string[] {
  const pieces: string[] = []
  let rest = line
  do {
    const [piece, more] = cutAt(rest, room, true)
    const taken = more === '' ? piece : toLastBlank(piece)
    pieces.push(taken)
    rest = rest.slice(taken.length)
  } while (rest !== '')
  return pieces
}

/** Words stay whole where the row has a blank. */
function toLastBlank(piece: string): string {
  const blank = piece.lastIndexOf(' ')
  return blank < 1 ? piece : piece.slice(0, blank + 1)
}

/** The rows around the cursor that fit a terminal of this height. */
export function window({ rows, cursor }: Layout, height: number): Layout {
  const most = Math.max(1, height)
  if (rows.length <= most) return { rows, cursor }
  const first = Math.min(Math.max(0, cursor.row - most + 1), rows.length - most)
  return { rows: rows.slice(first, first + most), cursor: { ...cursor, row: cursor.row - first } }
}

/** How many rows of the screen these rows take once the terminal has become this wide, up to the cursor's. */
export function rowsAbove({ rows, cursor }: Layout, columns: number): number {
  const tall = (row: string) => Math.max(1, Math.ceil(columnsOf(row) / Math.max(1, columns)))
  const above = rows.slice(0, cursor.row).reduce((sum, row) => sum + tall(row), 0)
  return above + Math.floor(cursor.column / Math.max(1, columns))
}
