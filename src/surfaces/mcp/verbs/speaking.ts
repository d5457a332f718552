// Speaking for seats: the prompt of one call, and the words that answer it.

import type { HostCalls } from '../../../agents/host/calls.js'
import type { Isolation } from '../../../kernel/agents.js'
import { WrongUsage } from '../../../kernel/errors.js'
import { oneLine, type Told } from '../results.js'
import type { Input } from '../tools.js'
import { type Calling, clientName } from './calling.js'

export async function promptOf({ place }: Calling, input: Input<'parley_prompt'>): Promise<Told> {
  const { id, meeting, prompt } = place.host.find(input.call)
  return {
    state: 'speak',
    id: meeting,
    // Not fenced as data: whoever speaks is to follow it. What it quotes from others is fenced by its protocol.
    text: prompt,
    page: { at: input.page ?? 1, call: `parley_prompt call=${id}` },
    next: `Answer with parley_say call=${id}.`,
  }
}

/** Nothing but that it was heard: the context of one seat is shown no prompt of another. */
export async function say(calling: Calling, input: Input<'parley_say'>): Promise<Told> {
  const { host } = calling.place
  const meeting = spoken(calling, host, input)
  return { state: 'heard', id: meeting, next: 'Whoever leads the meeting goes on with parley_next.' }
}

function spoken(calling: Calling, host: HostCalls, input: Input<'parley_say'>): string {
  const { call, text, value, decline } = input
  if ([text, value, decline].filter((one) => one !== undefined).length !== 1)
    throw new WrongUsage(
      'parley_say takes one of text, value and decline.',
      `Call parley_say call=${oneLine(call, 20)} again.`,
    )
  if (decline !== undefined) return host.decline(call, oneLine(decline, 400))
  const words = text === undefined ? { value } : { text }
  return host.say(call, {
    ...words,
    speaker: speakerOf(calling, input.model),
    client: clientName(calling),
    isolation: isolationOf(calling, input),
  })
}

/** The client as it names itself, and the model where it is told: nothing here can be proven. */
function speakerOf({ caller }: Calling, model: string | undefined): string {
  const client = clientName({ caller })
  const named = caller.model ?? (model === undefined ? undefined : oneLine(model, 80))
  return named ? `${client} · ${named}` : client
}

/** A client that tells its thread is believed only when it is another one than that which leads the meeting. */
function isolationOf({ caller, desk, place }: Calling, { alone, call }: Input<'parley_say'>): Isolation {
  if (!alone) return 'shared'
  if (caller.thread === undefined) return /codex/i.test(caller.name) ? 'shared' : 'alone'
  const leader = place.host.isWaiting(call) ? desk.openers.get(place.host.find(call).meeting) : undefined
  return leader === caller.thread ? 'shared' : 'alone'
}
