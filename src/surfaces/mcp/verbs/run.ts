// Which verb a tool is.

import { meetingNamed } from '../desk.js'
import type { Told } from '../results.js'
import type { Input, ToolName } from '../tools.js'
import { answer } from './asking.js'
import type { Calling, Came } from './calling.js'
import { next } from './going-on.js'
import { openAnalyze, openCouncil, openDeliberate, openMeet, talk } from './opening.js'
import { listMeetings, readDocument, showMeeting, verifyMeeting } from './reading.js'
import { promptOf, say } from './speaking.js'

type Verbs = { readonly [T in ToolName]: (input: Input<T>, calling: Calling) => Promise<Came> }

const verbs: Verbs = {
  parley_council: (input, calling) => openCouncil(calling, input),
  parley_meet: (input, calling) => openMeet(calling, input),
  parley_deliberate: (input, calling) => openDeliberate(calling, input),
  parley_analyze: (input, calling) => openAnalyze(calling, input),
  parley_talk: (input, calling) => talk(calling, input),
  parley_next: (input, calling) => next(calling, input),
  parley_prompt: (input, calling) => promptOf(calling, input),
  parley_say: (input, calling) => say(calling, input),
  parley_answer: (input, calling) => answer(calling, input),
  parley_stop: (input, calling) => stop(calling, input),
  parley_list: (input, { place }) => listMeetings(place, input),
  parley_show: (input, { place }) => showMeeting(place, input),
  parley_read: (input, { place }) => readDocument(place, input),
  parley_verify: (input, { place }) => verifyMeeting(place, input),
}

/** `input` was checked against the schema of this very tool. */
export function run(name: ToolName, input: unknown, calling: Calling): Promise<Came> {
  return verbs[name](input as never, calling)
}

async function stop({ place }: Calling, input: Input<'parley_stop'>): Promise<Told> {
  const ref = await meetingNamed(place, input.id)
  const stopped = await place.hall.leave(ref)
  return {
    state: 'running',
    id: ref.id,
    lines: [stopped ? 'Its run was ended where it stood; nothing is lost.' : 'It did not go on here.'],
    next: `Go on with parley_next id=${ref.id}.`,
  }
}
