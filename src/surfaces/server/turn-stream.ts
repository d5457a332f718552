// A turn as a stream: what is said in answer to one message, from the session to the end of the turn. `session` is sent as soon as the
// meeting exists; where its opening fails after that, an error is all that follows.
//
// Text and tool calls come exactly once: live, or from the turn's journal line when it was over before anybody listened. The last event
// (`turn_end` or `error`) is held back until the meeting asks its next question, so that a client that answers at once finds the
// question open. The stream also ends when no process works on the meeting any more.

import type { FollowEvent, Hall, MeetingRef } from '../../hall/api.js'
import type { Line } from '../../kernel/line/line.js'
import type { EventOf, StreamedEvent, TurnEvent } from '../../kernel/run/events.js'
import { problemOf } from './problems.js'

export async function* turnStream(
  hall: Hall,
  ref: MeetingRef,
  from: number,
  signal: AbortSignal,
  opened: Promise<unknown> = Promise.resolve(),
): AsyncIterable<StreamedEvent> {
  const [worker = null] = await hall.seats(ref).catch(() => [])
  yield { type: 'session', meetingId: ref.id, project: ref.project, worker }
  const failed = await opened.then(
    () => null,
    (error: unknown) => problemOf(error).body.error,
  )
  if (failed !== null) return yield { type: 'error', ...failed }
  const heard = new TurnHeard()
  let last: TurnOver | undefined
  for await (const event of hall.follow(ref, from, signal)) {
    const end = event.type === 'line' ? endIn(event.line) : undefined
    const over = event.type === 'status' ? !event.live : last !== undefined && asks(event)
    if (last && (over || end || goesOn(event))) {
      yield last
      last = undefined
    }
    if (over) return
    yield* heard.told(event)
    last = end ?? last
  }
}

type TurnOver = EventOf<'turn_end' | 'error'>

/** How a turn ended, where this line says so. */
function endIn(line: Line): TurnOver | undefined {
  if (line.kind === 'turn') {
    const { seat, receipt } = line.data
    return { type: 'turn_end', seat, tokens: { input: receipt.tokens.input, output: receipt.tokens.output } }
  }
  if (line.kind !== 'failed') return undefined
  const { data } = line
  if (!('seat' in data))
    return {
      type: 'error',
      code: data.code,
      message: data.message,
      hint: 'Nothing recorded is lost: resume it.',
    }
  if (data.cause === 'interrupted') return { type: 'turn_end', seat: data.seat, tokens: null }
  const hint = 'What was said so far is recorded. Another message tries again.'
  return { type: 'error', code: 'BACKEND', message: data.message, hint }
}

/** Something else is being said: the end that was held back was not the last. Lines and status alone do not show that. */
function goesOn(event: FollowEvent): boolean {
  return event.type !== 'line' && event.type !== 'status'
}

function asks(event: FollowEvent): boolean {
  return event.type === 'line' && event.line.kind === 'asked'
}

/** What was sent live already, by the step that it belongs to, so that a turn's line adds only what is missing. */
class TurnHeard {
  readonly #texts = new Map<string, string>()
  readonly #tools = new Set<string>()

  told(event: FollowEvent): readonly TurnEvent[] {
    switch (event.type) {
      case 'line':
        return this.#missing(event.line)
      case 'status':
      case 'documents':
        return []
      case 'speaking':
      case 'retrying':
        this.#texts.delete(event.key)
        break
      case 'text':
        this.#texts.set(event.key, `${this.#texts.get(event.key) ?? ''}${event.text}`)
        break
      case 'tool':
        this.#tools.add(toolKey(event))
    }
    return [event]
  }

  /** The part of a journal line that was not sent live. */
  #missing({ kind, key, data }: Line): readonly TurnEvent[] {
    if (kind === 'failed') return 'seat' in data ? this.#rest(key, data.seat, data.partial) : []
    if (kind !== 'turn') return []
    const { seat, text, receipt } = data
    const tools = receipt.tools.flatMap(({ id, name, input, ok, output }): EventOf<'tool'>[] => [
      { type: 'tool', key, seat, id, name, input },
      { type: 'tool', key, seat, id, name, ok, output },
    ])
    return [...tools.filter((tool) => !this.#tools.has(toolKey(tool))), ...this.#rest(key, seat, text)]
  }

  #rest(key: string, seat: string, all: string): readonly TurnEvent[] {
    const heard = this.#texts.get(key) ?? ''
    const text = all.startsWith(heard) ? all.slice(heard.length) : ''
    return text === '' ? [] : [{ type: 'text', key, seat, text }]
  }
}

/** A call of a tool and its result are told apart, since either may have been missed. */
function toolKey({ key, id, output }: EventOf<'tool'>): string {
  return `${key} ${id}${output === undefined ? '' : ' result'}`
}
