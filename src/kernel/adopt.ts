// Adopting a meeting: the person takes over a journal that their parley did not write. One line records it; going on is `hold`.
//
//   AD1  What is adopted is what the person was shown: a journal that has changed since is refused.
//   AD2  The line names the voices from there on; what the lines before say about voices no longer counts.

import { CannotGoOn, Damaged } from './errors.js'
import type { Journal } from './journal.js'
import type { Line } from './line.js'
import type { Adopted } from './line-data.js'
import type { Origin } from './origin.js'

export async function adopt(journal: Journal, id: string, adopted: Adopted, at: Date): Promise<void> {
  const lease = await journal.lease()
  try {
    const { hash } = adoptable(id, lease.lines, lease.origin)
    if (lease.lines.length !== adopted.lines || hash !== adopted.hash)
      throw new CannotGoOn(
        'STATE',
        `Meeting ${id} has changed since you looked at it.`,
        `Look again: \`parley adopt ${id}\`.`,
      )
    const entry = { at: at.toISOString(), kind: 'adopted', key: '', data: adopted } as const
    await lease.append(lease.lines.length + 1, entry)
  } finally {
    await lease.release()
  }
}

/** The last line of a meeting that can be adopted. */
export function adoptable(id: string, lines: readonly Line[], origin: Origin): Line {
  const last = lines.at(-1)
  if (!last) throw new Damaged(1, 'it does not open a meeting')
  if (origin.kind !== 'foreign')
    throw new CannotGoOn('STATE', `Meeting ${id} is yours already.`, `Go on with \`parley resume ${id}\`.`)
  if (last.kind === 'concluded' || last.kind === 'aborted')
    throw new CannotGoOn(
      'ENDED',
      `Meeting ${id} is ${last.kind}: there is nothing in it to go on with.`,
      `It can be read as it is: \`parley show ${id}\`, \`parley export ${id}\`, \`parley verify ${id}\`.`,
    )
  return last
}
