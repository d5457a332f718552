// Round table: what each seat holds after a round, one line a seat, and how large the pad has grown.

import { lastChange } from '../rules/dissent-ledger.js'
import type { Dissent } from './dissent.js'
import { type Entry, isSeatEntry } from './pad.js'
import { isSkipped, positionIn } from './pad-lines.js'
import { utf8Bytes } from './text.js'

export interface RoundRow {
  readonly seat: string
  readonly position: string
  /** False for a seat that was skipped. */
  readonly answered: boolean
  /** It took one of its dissents back in this round. */
  readonly withdrew?: boolean
  readonly dissents: readonly (Dissent & { readonly id: string })[]
}

/** What each seat holds, with the ids of the session's ledger, and with who withdrew a dissent in this round. */
export function ledgerRows(entries: readonly Entry[], round: number): RoundRow[] {
  const seated = entries.filter(isSeatEntry).filter(({ kind, n }) => kind === 'round' && n === round)
  return seated.map((entry) => {
    const { marked, withdrawn } = lastChange(entries.slice(0, entries.indexOf(entry) + 1))
    return {
      seat: entry.seat,
      position: positionIn(entry.body),
      answered: !isSkipped(entry.body),
      dissents: marked.map(({ id, against, text }) => ({ id, qualifier: against, text })),
      ...(withdrawn.length > 0 ? { withdrew: true } : {}),
    }
  })
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
