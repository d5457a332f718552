// Positions: who stands where, seats down and rounds across. Terminal, exports and page draw the same grid from this.

import { faceOf, type Row, type Stands, type Story } from './story.js'

export interface PositionGrid {
  /** The rounds that have ended, in their order. */
  readonly rounds: readonly number[]
  readonly seats: readonly PositionRow[]
}

export interface PositionRow {
  readonly seat: string
  readonly name: string
  /** One for each round of the grid. A seat that a round does not name was absent from it. */
  readonly cells: readonly PositionCell[]
}

export interface PositionCell extends Omit<Row, 'seat'> {
  readonly round: number
  readonly glyph: string
  /** `withdrew its dissent` */
  readonly words: string
}

export const standsWords: Readonly<Record<Stands, string>> = {
  stands: 'stands',
  changed: 'changed its position',
  dissents: 'dissents',
  withdrew: 'withdrew its dissent',
  absent: 'gave no answer',
}

const glyphs: Readonly<Record<Stands, string>> = {
  stands: '●',
  changed: '→',
  dissents: '◆',
  withdrew: '◇',
  absent: '·',
}

/** Null before a round has ended, and in meetings without rounds. */
export function positionGrid({ rounds, faces }: Pick<Story, 'rounds' | 'faces'>): PositionGrid | null {
  if (rounds.length === 0) return null
  const named = new Set(rounds.flatMap(({ rows }) => rows.map(({ seat }) => seat)))
  const order = [...faces.map(({ id }) => id).filter((id) => named.has(id)), ...named]
  return {
    rounds: rounds.map(({ round }) => round),
    seats: [...new Set(order)].map((seat) => ({
      seat,
      name: faceOf({ faces }, seat).name,
      cells: rounds.map(({ round, rows }) =>
        cellOf(
          round,
          rows.find((row) => row.seat === seat),
        ),
      ),
    })),
  }
}

/** `Security, round 2: withdrew its dissent (the keys are split)` */
export function cellWords(
  { name }: Pick<PositionRow, 'name'>,
  { round, words, because }: PositionCell,
): string {
  return `${name}, round ${round}: ${words}${because === '' ? '' : ` (${because})`}`
}

/** `dissents against the queue: not on this path`: how a seat stands, and what it holds. */
export function heldWords(cell: PositionCell | undefined): string {
  if (!cell || cell.stands === 'absent') return cell?.words ?? ''
  const { words, because, position } = cell
  const how = cell.stands === 'stands' ? '' : `${words}${because === '' ? '' : ` (${because})`}: `
  return `${how}${position}`
}

function cellOf(round: number, row: Row | undefined): PositionCell {
  const { seat: _, ...facts } = row ?? absent
  return { round, ...facts, glyph: glyphs[facts.stands], words: standsWords[facts.stands] }
}

const absent: Row = {
  seat: '',
  position: '',
  stands: 'absent',
  open: [],
  because: '',
  turn: null,
}
