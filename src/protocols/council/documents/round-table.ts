// Round table: what each seat holds after a round, one line a seat, and how large the pad has grown.

import { dissentId } from '../../../story/dissents.js'
import { type Dissent, dissentsIn } from './dissent.js'
import type { SeatEntry } from './pad.js'
import { isSkipped, positionIn } from './pad-lines.js'
import { utf8Bytes } from './text.js'

export interface RoundRow {
  readonly seat: string
  readonly position: string
  /** False for a seat that was skipped. */
  readonly answered: boolean
  readonly dissents: readonly (Dissent & { readonly id: string })[]
}

export function roundRows(round: number, entries: readonly SeatEntry[]): RoundRow[] {
  return entries.map(({ seat, body }) => ({
    seat,
    position: positionIn(body),
    answered: !isSkipped(body),
    dissents: dissentsIn(body).map((dissent, at) => ({
      id: dissentId(seat, `round-${round}`, at + 1),
      ...dissent,
    })),
  }))
}

export function roundTable(rows: readonly RoundRow[]): string {
  const lines = rows.map(
    ({ seat, position, dissents }) =>
      `| ${seat} | ${cell(position)} | ${dissents.length > 0 ? 'yes' : 'no'} |`,
  )
  return ['| Seat | Position | Dissent? |', '|---|---|---|', ...lines].join('\n')
}

export function sizeLine(round: number, pad: string): string {
  return `Round ${round} · scratchpad ${Math.max(1, Math.round(utf8Bytes(pad) / 1024))} KB`
}

function cell(text: string): string {
  return text.replace(/\\?\|/g, '\\|')
}
