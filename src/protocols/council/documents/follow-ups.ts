// Follow-ups: the open boxes of all records, each with its owner and the session that left it.

import { itemsIn } from './record-reading.js'

export interface OpenFollowUp {
  readonly item: string
  readonly owner: string
  readonly id: string
  /** Its place among all boxes of the record, from 0. */
  readonly at: number
}

/** `records` by session id; archives are not among them. */
export function openFollowUps(records: ReadonlyMap<string, string>): OpenFollowUp[] {
  return [...records].flatMap(([id, text]) =>
    itemsIn(text).flatMap(({ done, action, owners }, at) =>
      done ? [] : [{ item: action, owner: owners[0] ?? 'nobody', id, at }],
    ),
  )
}
