// Follow-ups: the open boxes of all records, each with its owner and the session that left it.

import { itemsIn } from './record-reading.js'

export interface OpenFollowUp {
  readonly item: string
  readonly owner: string
  readonly id: string
}

/** `records` by session id; archives are not among them. */
export function openFollowUps(records: ReadonlyMap<string, string>): OpenFollowUp[] {
  return [...records].flatMap(([id, text]) =>
    itemsIn(text)
      .filter(({ done }) => !done)
      .map(({ action, owners }) => ({ item: action, owner: owners[0] ?? 'nobody', id })),
  )
}
