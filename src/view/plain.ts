// Plain: how a meeting is told whose protocol nobody here knows. By the words in its notes, and the seats that its input names.

import { nothingTold, type OutcomeTold } from './outcome.js'
import { fieldsOf, textIn } from './reading.js'
import type { Face } from './story.js'
import type { Telling, ToldBefore } from './telling.js'

export const plainTelling: Telling = {
  protocols: {},
  seats: (input) => facesIn(fieldsOf(input)['seats']),
  documents: [],
  folders: [],
  notes: {},
  tell: () => undefined,
}

/** Seats as protocols write them: `{ id, name, role }` or, where its file names it, `{ name, title }`. */
export function facesIn(seats: unknown): readonly Face[] {
  return Array.isArray(seats) ? seats.flatMap(faceIn) : []
}

function faceIn(seat: unknown): Face[] {
  const [id, name] = [textIn(seat, 'id') || textIn(seat, 'name'), textIn(seat, 'name')]
  const role = textIn(seat, 'role') ?? textIn(seat, 'title') ?? ''
  return id ? [{ id, name: name || id, role }] : []
}

export function tellOutcome(outcome: unknown, telling: Telling, before?: ToldBefore): OutcomeTold {
  return telling.tell(outcome, before) ?? plainOutcome(outcome)
}

/** An outcome of a shape that nobody here knows is shown as it stands. */
function plainOutcome(outcome: unknown): OutcomeTold {
  if (outcome === null || outcome === undefined) return { ...nothingTold, remarks: ['Concluded.'] }
  return { ...nothingTold, remarks: [`Concluded: ${JSON.stringify(outcome)}`] }
}
