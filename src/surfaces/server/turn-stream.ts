// A turn as a stream: what is said in answer to one message, from the session to the end of the turn.
//
// Text and tool calls come exactly once: live, or from the turn's journal line when it was over before anybody listened. The last event
// (`turn_end` or `error`) is held back until the meeting asks its next question, so that a client that answers at once finds the
// question open. The stream also ends when no process works on the meeting any more.

import type { FollowEvent, Hall, MeetingRef } from '../../hall/api.js'
import type { Line } from '../../kernel/line.js'
import type { Sent } from './stream.js'

export async function* turnStream(
  hall: Hall,
  ref: MeetingRef,
  from: number,
  signal: AbortSignal,
): AsyncIterable<Sent> {
  const [worker = null] = await hall.seats(ref)
  yield { data: { type: 'session', meetingId: ref.id, project: ref.project, worker } }
  const heard = new TurnHeard()
  let last: FollowEvent | undefined
  for await (const event of hall.follow(ref, from, signal)) {
    const over = event.type === 'status' ? !event.live : last !== undefined && asks(event)
    if (last && (over || goesOn(event))) {
      yield { data: last }
      last = undefined
    }
    if (over) return
    if (event.type === 'status') continue
    if (event.type === 'turn_end' || event.type === 'error') last = event
    else yield* heard.told(event).map((data) => ({ data }))
  }
}

/** Something else is being said: the end that was held back was not the last. Lines and status alone do not show that. */
function goesOn(event: FollowEvent): boolean {
  return event.type !== 'line' && event.type !== 'status'
}

function asks(event: FollowEvent): boolean {
  return event.type === 'line' && event.line.kind === 'asked'
}

/** What was sent live already, so that the turn's line adds only what is missing. */
class TurnHeard {
  #text = ''
  readonly #tools = new Set<string>()

  told(event: FollowEvent): FollowEvent[] {
    if (event.type === 'line') return this.#missing(event.line)
    if (event.type === 'speaking' || event.type === 'retrying') this.#text = ''
    if (event.type === 'text_delta') this.#text += event.text
    if (event.type === 'tool_use') this.#tools.add(event.id)
    if (event.type === 'tool_result') this.#tools.add(`${event.toolUseId} result`)
    return [event]
  }

  /** The part of a journal line that was not sent live. */
  #missing({ kind, data }: Line): FollowEvent[] {
    if (kind === 'failed') return 'seat' in data ? this.#rest(data.seat, data.partial) : []
    if (kind !== 'turn') return []
    const { seat, text, receipt } = data
    const tools = receipt.tools.flatMap(({ id, name, input, ok, output }): FollowEvent[] => [
      ...(this.#tools.has(id) ? [] : [{ type: 'tool_use', seat, id, name, input } as const]),
      ...(this.#tools.has(`${id} result`)
        ? []
        : [{ type: 'tool_result', seat, toolUseId: id, name, ok, output } as const]),
    ])
    return [...tools, ...this.#rest(seat, text)]
  }

  #rest(seat: string, all: string): FollowEvent[] {
    const text = all.startsWith(this.#text) ? all.slice(this.#text.length) : ''
    return text === '' ? [] : [{ type: 'text_delta', seat, text }]
  }
}
