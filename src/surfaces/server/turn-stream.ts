// A turn as a stream: what is said in answer to one message, from the session to the end of the turn.
//
//   T1  The text and every tool call come exactly once, live or, when the turn was over before anybody listened, from its line.
//   T2  It ends with the turn, or when nobody is at work on the meeting any more; never by itself before.

import type { FollowEvent, Hall, MeetingRef } from '../../hall/api.js'
import type { Line } from '../../kernel/line.js'
import type { TurnData } from '../../kernel/summary.js'
import type { Sent } from './stream.js'

export async function* turnStream(
  hall: Hall,
  ref: MeetingRef,
  from: number,
  signal: AbortSignal,
): AsyncIterable<Sent> {
  const { talk, seats } = await hall.meeting(ref)
  const worker = talk?.worker ?? seats[0] ?? null
  yield { data: { type: 'session', meetingId: ref.id, project: ref.project, worker } }
  const heard = new Heard()
  for await (const event of hall.follow(ref, from, signal)) {
    if (event.type === 'line') {
      yield* heard.missing(event.line).map((data) => ({ data }))
      continue
    }
    if (event.type === 'status') {
      if (event.live) continue
      return
    }
    heard.note(event)
    yield { data: event }
    if (event.type === 'turn_end' || event.type === 'error') return
  }
}

/** Law T1. */
class Heard {
  #text = ''
  readonly #tools = new Set<string>()

  note(event: FollowEvent): void {
    if (event.type === 'speaking') this.#text = ''
    if (event.type === 'text_delta') this.#text += event.text
    if (event.type === 'tool_use') this.#tools.add(event.id)
    if (event.type === 'tool_result') this.#tools.add(`${event.toolUseId} result`)
  }

  /** What a line tells that was not told live. */
  missing({ kind, data }: Line): FollowEvent[] {
    if (kind === 'failed') return this.#rest(data as { seat?: string; partial?: string })
    if (kind !== 'turn') return []
    const { seat, text, receipt } = data as TurnData
    const tools = receipt.tools.flatMap(({ id, name, input, ok, output }): FollowEvent[] => [
      ...(this.#tools.has(id) ? [] : [{ type: 'tool_use', seat, id, name, input } as const]),
      ...(this.#tools.has(`${id} result`)
        ? []
        : [{ type: 'tool_result', seat, toolUseId: id, name, ok, output } as const]),
    ])
    return [...tools, ...this.#rest({ seat, partial: text })]
  }

  #rest({ seat = '', partial = '' }: { seat?: string; partial?: string }): FollowEvent[] {
    const text = partial.startsWith(this.#text) ? partial.slice(this.#text.length) : ''
    return text === '' ? [] : [{ type: 'text_delta', seat, text }]
  }
}
