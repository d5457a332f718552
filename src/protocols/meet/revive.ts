// A session of which only its session file is here: that counts turns and keeps no words, so nothing can go on from it.

import { sessionPath } from '../../documents/places.js'
import { readSessionField } from '../../documents/session-file.js'
import { WrongUsage } from '../../kernel/errors.js'
import { isPhase } from '../../rules/lifecycle.js'
import type { Around } from '../manifest.js'

/** Always refuses where the file is there, with what can be done instead. */
export async function revive({ world }: Around, id: string): Promise<undefined> {
  if (!/^\d{4}-\d\d-\d\d-[A-Za-z0-9_.-]+$/.test(id)) return undefined
  const text = await world.files.read(sessionPath(id))
  if (text === null) return undefined
  throw new WrongUsage(
    `Of the session ${id} only ${sessionPath(id)} is here, without its transcript${standing(text)}. That file counts turns and keeps no words, so the session cannot go on.`,
    'Finish it where it was begun; or begin anew with `parley meet --charter "…"`, and name in the charter the notes and papers that it left.',
  )
}

/** The file may be anybody's: only a phase and counts are repeated. */
function standing(text: string): string {
  const phase = readSessionField(text, 'phase')
  const turns = readSessionField(text, 'turn_counter')
  if (!isPhase(phase)) return ''
  return ` (it stood in ${phase}${/^\d{1,6}$/.test(turns) ? `, after ${turns} ${turns === '1' ? 'turn' : 'turns'}` : ''})`
}
