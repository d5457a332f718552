// Opening a talk: announce it, cut its branch, equip the worker; or undo all of it. Every step is safe to run again.

import { messageOf } from '../../kernel/errors.js'
import type { Meeting } from '../../kernel/protocol.js'
import type { Activation, Ground } from './ground.js'

type Step<T> = { readonly done: T } | { readonly failed: string }

/** What the worker is equipped with. A failure of any step is undone, and ends the meeting. */
export async function openTalk(meeting: Meeting, ground: Ground): Promise<Activation> {
  const at = await meeting.now()
  await step(meeting, ground, 'announce', () => ground.announce(at))
  await step(meeting, ground, 'branch', () => ground.branch())
  return step(meeting, ground, 'activate', () => ground.activate())
}

async function step<T>(meeting: Meeting, ground: Ground, name: string, effect: () => Promise<T>): Promise<T> {
  const made = await meeting.act(name, () => attempt(effect))
  if (!('failed' in made)) return made.done
  await meeting.act('undo', () => attempt(() => ground.undo()))
  return meeting.abort(made.failed)
}

/** A failure is data here: the procedure decides what follows from it. */
async function attempt<T>(effect: () => Promise<T>): Promise<Step<T>> {
  try {
    return { done: await effect() }
  } catch (error) {
    return { failed: messageOf(error) }
  }
}
