// Which verb a tool is.

import type { Caller, Desk, Place } from '../desk.js'
import type { Told } from '../results.js'
import type { Input, ToolName } from '../tools.js'
import { listMeetings, readDocument, showMeeting, verifyMeeting } from './reading.js'

/** One call of a tool. */
export interface Calling {
  readonly desk: Desk
  readonly place: Place
  readonly caller: Caller
}

type Verbs = { readonly [T in ToolName]: (input: Input<T>, calling: Calling) => Promise<Told> }

const verbs: Verbs = {
  parley_list: (input, { place }) => listMeetings(place, input),
  parley_show: (input, { place }) => showMeeting(place, input),
  parley_read: (input, { place }) => readDocument(place, input),
  parley_verify: (input, { place }) => verifyMeeting(place, input),
}

/** `input` was checked against the schema of this very tool. */
export function run(name: ToolName, input: unknown, calling: Calling): Promise<Told> {
  return verbs[name](input as never, calling)
}
