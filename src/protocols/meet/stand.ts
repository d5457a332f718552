// What a turn does on the table: its proposals get their ids, and who supports or objects is kept.

import { numbered, type Stance, stancesIn, withoutInference } from './documents/stances.js'
import { type Placed, placeStances } from './rules/table.js'
import type { MeetState } from './state.js'

export interface Stood {
  /** The words, with the ids of their proposals. */
  readonly text: string
  readonly placed: Placed
}

/** What these words would do as the next turn. Changes nothing yet: a turn may still not come about. */
export function stand(state: MeetState, text: string, by: string): Stood {
  const untouched = { table: state.table, fresh: false, ids: new Map<number, string>(), strays: [] }
  const stances = stancesOf(text)
  if (stances.length === 0) return { text, placed: untouched }
  const placed = placeStances(state.table, stances, by, state.t + 1)
  const lines = text.split('\n').map((line, at) => {
    const stance = stances.find((one) => one.line === at)
    const id = placed.ids.get(at)
    if (id === undefined || !stance?.marked) return line
    return numbered(line, id, placed.table.find((proposal) => proposal.id === id)?.against ?? [])
  })
  return { text: lines.join('\n'), placed }
}

/** On the table a proposal stands in its bare words. */
function stancesOf(text: string): readonly Stance[] {
  const stances = stancesIn(text)
  const bare = stances.map((one) =>
    one.kind === 'proposal' ? { ...one, text: withoutInference(one.text) } : one,
  )
  return bare.filter(({ kind, text: words }) => kind !== 'proposal' || words !== '')
}

/** The turn has come about. */
export async function keepStances(state: MeetState, { placed }: Stood): Promise<void> {
  state.table = placed.table
  for (const stray of placed.strays) await state.notice(stray)
}
