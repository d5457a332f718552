// Who stands where, on the screen: a row for each seat, a glyph for each round, and what the seat holds now.

import { greatest } from '../../../rules/lists.js'
import { type PositionCell, type PositionRow, positionGrid } from '../../../view/positions.js'
import type { Story } from '../../../view/story.js'
import { bareLine, oneLine } from './clean.js'
import { hanging } from './hanging.js'
import { columnsOf } from './markdown/columns.js'
import type { Paint } from './paint.js'

/** Empty before the first round has ended. */
export function positionsText(
  story: Pick<Story, 'rounds' | 'faces'>,
  { colour, columns }: { readonly colour: Paint; readonly columns: number },
): string {
  const grid = positionGrid(story)
  if (!grid) return ''
  const wide = greatest(grid.seats.map(({ name }) => columnsOf(oneLine(name, 30))))
  const heads = grid.rounds.map((round) => `R${round}`.padEnd(4)).join('')
  const rows = grid.seats.map((row) => rowText(row, wide, colour, columns))
  return `${' '.repeat(wide + 4)}${colour.dim(heads.trimEnd())}\n${rows.join('\n')}\n`
}

function rowText(row: PositionRow, wide: number, colour: Paint, columns: number): string {
  const name = oneLine(row.name, 30)
  const pad = ' '.repeat(Math.max(0, wide - columnsOf(name)))
  const glyphs = row.cells.map((cell) => `${inColour(cell, colour)}   `).join('')
  const last = row.cells.at(-1)
  const head = `  ${colour.seat(row.seat, name)}${pad}  ${glyphs}`
  return last ? hanging(holds(last), head, columns) : head
}

/** `dissents against the queue (D1): not on this path` */
function holds({ words, because, position, stands, open }: PositionCell): string {
  const told = bareLine(because, 160)
  const ids = open.filter((id) => !id.includes('/')).join(', ')
  const how = {
    dissents: `dissents${ids ? ` (${ids})` : ''}${told ? `: ${told}` : ''}`,
    withdrew: `withdrew its dissent${told ? `: ${told}` : ''}`,
    changed: `changed${told ? ` (${told})` : ''}`,
    stands: 'stands',
    absent: words,
  }[stands]
  return stands === 'absent' ? how : `${how} \u00b7 ${bareLine(position, 200)}`
}

function inColour({ glyph, stands }: PositionCell, colour: Paint): string {
  if (stands === 'dissents') return colour.red(glyph)
  if (stands === 'absent') return colour.dim(glyph)
  return stands === 'stands' ? glyph : colour.yellow(glyph)
}
