// Dissents of all records: who objected, in which session, and the line that says how it ended.

import { asSaid } from '../../../text/embedded.js'
import { readRecord } from './record-reading.js'

export interface RecordedDissent {
  /** The session that recorded it. */
  readonly session: string
  /** Empty in records of sessions that gave their dissents no ids. */
  readonly id: string
  readonly seat: string
  readonly text: string
  /** As the record has it: `D1, round 1, against the order. Carried: it is worth it.` */
  readonly ending: string
}

/** `records` by session id. */
export function recordedDissents(records: ReadonlyMap<string, string>): RecordedDissent[] {
  return [...records].flatMap(([session, text]) =>
    readRecord(text).dissents.map(({ seat, text: words, ending = '' }) => ({
      session,
      id: /^D\d+/.exec(ending)?.[0] ?? '',
      seat,
      text: asSaid(words),
      ending: asSaid(ending),
    })),
  )
}
