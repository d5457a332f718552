// Round table: what each seat holds after a round, one line a seat, and how large the pad has grown.

import { dissentsIn } from './dissent.js'
import type { SeatEntry } from './pad.js'
import { positionIn } from './pad-lines.js'
import { utf8Bytes } from './text.js'

export interface RoundRow {
  readonly seat: string
  readonly position: string
  readonly dissents: number
}

export function roundRows(entries: readonly SeatEntry[]): RoundRow[] {
  return entries.map(({ seat, body }) => ({
    seat,
    position: positionIn(body),
    dissents: dissentsIn(body).length,
  }))
}

export function roundTable(rows: readonly RoundRow[]): string {
  const lines = rows.map(
    ({ seat, position, dissents }) => `| ${seat} | ${cell(position)} | ${dissents > 0 ? 'yes' : 'no'} |`,
  )
  return ['| Seat | Position | Dissent? |', '|---|---|---|', ...lines].join('\n')
}

export function sizeLine(round: number, pad: string): string {
  return `Round ${round} · scratchpad ${Math.max(1, Math.round(utf8Bytes(pad) / 1024))} KB`
}

function cell(text: string): string {
  return text.replace(/\\?\|/g, '\\|')
}
