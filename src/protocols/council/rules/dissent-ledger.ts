// Dissent ledger: every dissent of a session under an id of its own, from the turn that marks it to its end.
//
//   LEDG1  The words of a dissent are those of the seat that marked it. Nobody else can add, change or withdraw one.
//
// It is read from the pad alone, so that a session which goes on from a pad without its journal has the same ids.

import { keepsHalf } from '../../../rules/kept-words.js'
import { type Dissent, dissentsIn } from '../documents/dissent.js'
import { proseLines } from '../documents/fences.js'
import { type Entry, isSeatEntry, type SeatEntry } from '../documents/pad.js'
import { replyIn } from '../documents/pad-lines.js'
import { oneLine } from '../documents/text.js'

export interface LedgerDissent {
  /** `D1`, `D2`, … in the order in which they were marked. */
  readonly id: string
  readonly seat: string
  /** What it objects to, in the seat's own words; empty when the seat did not say. */
  readonly against: string
  readonly text: string
  readonly where: Where
  readonly withdrawn: (Where & { readonly reason: string }) | null
}

export interface Where {
  readonly kind: 'round' | 'turn'
  readonly n: number
}

/** What one entry did to the ledger, in the order of its marks. */
export interface LedgerChange {
  readonly marked: readonly (LedgerDissent & { readonly restated: boolean })[]
  readonly withdrawn: readonly { readonly id: string; readonly reason: string }[]
}

export function dissentLedger(entries: readonly Entry[]): LedgerDissent[] {
  let ledger: LedgerDissent[] = []
  for (const entry of entries.filter(isSeatEntry)) ledger = enter(ledger, entry).ledger
  return ledger
}

/** What the last entry marked and withdrew. */
export function lastChange(entries: readonly Entry[]): LedgerChange {
  const seated = entries.filter(isSeatEntry)
  const last = seated.at(-1)
  if (!last || last !== entries.at(-1)) return { marked: [], withdrawn: [] }
  return enter(dissentLedger(seated.slice(0, -1)), last).change
}

export const standing = (ledger: readonly LedgerDissent[]): LedgerDissent[] =>
  ledger.filter(({ withdrawn }) => withdrawn === null)

function enter(
  before: readonly LedgerDissent[],
  entry: SeatEntry,
): { ledger: LedgerDissent[]; change: LedgerChange } {
  const reply = replyIn(entry.body)
  const where: Where = { kind: entry.kind, n: entry.n }
  const ledger = [...before]
  const marked: (LedgerDissent & { restated: boolean })[] = []
  const words: { id: string; reason: string }[] = withdrawalsIn(reply)
  for (const said of dissentsIn(reply)) {
    const taken = withdrawalIn(said)
    if (taken) {
      words.push(taken)
      continue
    }
    const known = standing(ledger).find((own) => own.seat === entry.seat && keepsHalf(said.text, own.text))
    const fresh = { id: `D${ledger.length + 1}`, seat: entry.seat, where, withdrawn: null }
    const against = said.qualifier.replace(/^against\s+/i, '')
    const dissent = known ?? { ...fresh, against, text: said.text }
    if (!known) ledger.push(dissent)
    marked.push({ ...dissent, restated: known !== undefined })
  }
  const withdrawn = words.filter(({ id }) =>
    standing(ledger).some((own) => own.id === id && own.seat === entry.seat),
  )
  const ended = ledger.map((own) => {
    const end = withdrawn.find(({ id }) => id === own.id)
    return end ? { ...own, withdrawn: { ...where, reason: end.reason } } : own
  })
  return { ledger: ended, change: { marked, withdrawn } }
}

const withdrawal = /^\*\*Withdrawn:?\s*\(?(D\d{1,4})\)?:?\*\*:?[ \t]*(.*)$/i

function withdrawalsIn(reply: string): { id: string; reason: string }[] {
  return proseLines(reply).flatMap(({ text }) => {
    const [, id, reason = ''] = withdrawal.exec(text) ?? []
    return id === undefined ? [] : [{ id: id.toUpperCase(), reason: oneLine(reason) }]
  })
}

/** "Dissent D2 withdrawn: …" is marked like a dissent, and takes one back. */
function withdrawalIn({ qualifier, text }: Dissent): { id: string; reason: string } | undefined {
  const [id] = /\bD\d{1,4}\b/i.exec(qualifier) ?? []
  if (id === undefined || !/\bwithdr[ae]w/i.test(qualifier)) return undefined
  return { id: id.toUpperCase(), reason: text }
}
