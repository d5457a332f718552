// The wire of a streamed turn. Clients of talks know text, tools and errors of a turn under names that were theirs before parley; so over
// HTTP, and nowhere else, these four events are told in their words. This is the only translation, both ways; every other event
// passes as it is.

import { z } from 'zod'
import { type EventOf, events, type StreamedEvent } from '../kernel/run/events.js'

const { session, speaking, text, tool, retrying, turn_end, error } = events

const wires = [
  session,
  speaking,
  retrying,
  turn_end,
  text.extend({ type: z.literal('text_delta') }),
  tool.pick({ key: true, seat: true, id: true, name: true }).extend({
    type: z.literal('tool_use'),
    input: z.unknown(),
  }),
  tool.pick({ key: true, seat: true, name: true }).extend({
    type: z.literal('tool_result'),
    toolUseId: z.string(),
    ok: z.boolean(),
    output: z.string(),
  }),
  error.extend({ reason: z.string() }),
] as const

export const turnWire = z.discriminatedUnion('type', wires)
export type TurnWire = Readonly<z.output<(typeof wires)[number]>>

export function toWire(event: StreamedEvent): TurnWire {
  switch (event.type) {
    case 'text':
      return { ...event, type: 'text_delta' }
    case 'tool':
      return toolToWire(event)
    case 'error':
      return { ...event, reason: event.message }
    default:
      return event
  }
}

function toolToWire({ key, seat, id, name, input = {}, ok = false, output }: EventOf<'tool'>): TurnWire {
  if (output === undefined) return { type: 'tool_use', key, seat, id, name, input }
  return { type: 'tool_result', key, seat, toolUseId: id, name, ok, output }
}

/** What a client got, in our own names; undefined for what this release does not know. */
export function fromWire(sent: unknown): StreamedEvent | undefined {
  const { data } = turnWire.safeParse(sent)
  switch (data?.type) {
    case 'text_delta':
      return { ...data, type: 'text' }
    case 'tool_use':
      return { ...data, type: 'tool' }
    case 'tool_result': {
      const { toolUseId: id, ...rest } = data
      return { ...rest, type: 'tool', id }
    }
    case 'error': {
      const { reason: _, ...rest } = data
      return rest
    }
    default:
      return data
  }
}
