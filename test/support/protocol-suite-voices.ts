// Models for the suite of protocols: behind the real clients they say what the seats of a recorded meeting said, each seat in its order.

import type { Line } from '../../src/kernel/line/line.js'
import { fakeModels, type ModelReply, type ModelRequest } from './fake-models.js'
import type { Until } from './run.js'

export interface Voices {
  /** What speaks for the seat of this name. */
  voice(seat: string): string
  readonly seats: readonly string[]
  /** How many replies nobody has asked for. */
  left(): number
}

/** Each seat has a model of its own name. */
export async function voicesOf(lines: readonly Line[], until: Until): Promise<Voices> {
  const replies = repliesIn(lines)
  const models = await fakeModels((request) => next(replies, request))
  until(models.close)
  return {
    voice: (seat) => `model:${seat}@${models.urls.compatible}`,
    seats: [...replies.keys()],
    left: () => [...replies.values()].flat().length,
  }
}

function repliesIn(lines: readonly Line[]): Map<string, ModelReply[]> {
  const replies = new Map<string, ModelReply[]>()
  for (const line of lines) {
    if (line.kind !== 'turn') continue
    const { seat, text, value, receipt } = line.data
    const { input, output } = receipt.tokens
    const usage = { input, output }
    const said: ModelReply = value === undefined ? { text, usage } : { json: value, usage }
    const used = receipt.tools.map(({ name, input: given }) => ({ name, input: given }))
    const before = used.length > 0 ? [{ toolCalls: used, usage: { input: 0, output: 0 } }] : []
    replies.set(seat, [...(replies.get(seat) ?? []), ...before, said])
  }
  return replies
}

function next(replies: ReadonlyMap<string, ModelReply[]>, { model }: ModelRequest): ModelReply {
  return replies.get(model)?.shift() ?? { status: 400, error: `${model} has nothing left to say.` }
}
