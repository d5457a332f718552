// Refusals: what the hall says to errors from below, each with a code that a surface can map.

import { CannotGoOn, Held, ParleyError, Refused, WrongUsage } from '../kernel/errors.js'

/** The refusal that an error of the layers below becomes; an error that is no refusal is returned as it is. */
export function refusalFor(error: unknown): unknown {
  if (error instanceof Refused) return error
  if (error instanceof Held) return new Refused('busy', error.message, error.hint)
  if (error instanceof WrongUsage) return new Refused('bad-request', error.message, error.hint, error.field)
  if (error instanceof CannotGoOn && error.code === 'NO_QUESTION')
    return new Refused('wrong-state', error.message, 'See where it stands, then try again.')
  if (error instanceof CannotGoOn && error.code === 'WHICH_QUESTION')
    return new Refused('wrong-state', error.message, 'Send `question`: the key of the question that you saw.')
  // Every surface says it by this code.
  if (error instanceof CannotGoOn && error.code === 'NO_AGENTS') return error
  // Only a surface with models on it can hear this one, and it has a code of its own there.
  if (error instanceof CannotGoOn && error.code === 'PERSON_ONLY') return error
  if (error instanceof ParleyError) return new Refused('not-possible', error.message, error.hint)
  return error
}

/** Runs `work`; what it throws is translated by `refusalFor`. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalFor(error)
  }
}
