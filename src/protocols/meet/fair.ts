// Drafted text passes the same first steps as a turn: it is cleaned, and lines that imitate the record are removed.

import { visibleText } from '../../text/clean.js'
import { stancesIn } from './documents/stances.js'
import { oneLine } from './documents/turn-text.js'
import { structureFaults, withoutLabels, withoutLines } from './rules/draft-gate.js'
import { inOwnWords, type SeatWords } from './rules/under-names.js'
import type { MeetState } from './state.js'

function fairText(state: MeetState, text: string): string {
  const clean = visibleText(text)
  const faults = structureFaults(clean, state.input.person.name)
  state.linesRemoved += faults.length
  return withoutLabels(withoutLines(clean, faults))
}

/** What somebody drafts about the whole meeting: besides, no line of it speaks for another seat in words that are not its own. */
export function toldText(state: MeetState, text: string, teller: { readonly name: string }): string {
  const fairly = fairText(state, text)
  return inOwnWords(fairly, wordsOfSeats(state), teller.name)
}

/** One line of it. */
export function told(state: MeetState, text: string, teller: { readonly name: string }): string {
  return toldText(state, oneLine(text), teller)
}

function wordsOfSeats({ input, turns, preludes }: MeetState): SeatWords[] {
  return input.seats.map(({ id, name }) => {
    const own = turns.filter(({ seat }) => seat === id)
    const marked = own.flatMap(({ challenges, decisions, body }) => [
      ...challenges,
      ...decisions,
      ...stancesIn(body).map(({ text }) => text),
    ])
    const prelude = preludes.flatMap(({ seat, text }) => (seat === id ? [text] : []))
    return { name, said: [...own.map(({ body }) => body), ...marked, ...prelude], marked }
  })
}

export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]))
}
