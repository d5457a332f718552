// A turn as a stream: what is said in answer to one message, from the session to the end of the turn.

import type { Hall, MeetingRef } from '../../hall/api.js'
import type { Sent } from './stream.js'

/** Ends with `turn_end` or `error`, or when the meeting asks for the next message without either. */
export async function* turnStream(
  hall: Hall,
  ref: MeetingRef,
  from: number,
  signal: AbortSignal,
): AsyncIterable<Sent> {
  const { talk } = await hall.meeting(ref)
  yield { data: { type: 'session', meetingId: ref.id, project: ref.project, worker: talk?.worker ?? null } }
  for await (const event of hall.follow(ref, from, signal)) {
    if (event.type === 'line') {
      if (event.line.kind === 'asked' || event.line.kind === 'concluded') return
      continue
    }
    yield { data: event }
    if (event.type === 'turn_end' || event.type === 'error') return
  }
}
