// Meetings that have files here but no journal, by their id: opened again under it, or refused with what can be done.

import { parley } from '../../parley.js'
import { protocols } from '../../protocols/index.js'
import { findRoot, rootMarkedBy } from '../../workspace/root.js'
import { agentsAsked } from './agents-choice.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import type { Named } from './places.js'

/** The meeting with its new journal; undefined where no file tells of one. */
export async function revived(id: string, folder: string, args: Args, io: Io): Promise<Named | undefined> {
  for (const offer of protocols.flatMap(({ meetings }) => Object.values(meetings))) {
    const { revive, marker } = await offer.load()
    const root = marker === undefined ? await findRoot(folder) : rootMarkedBy(folder, marker)
    if (!revive || root === undefined) continue
    const here = parley(root)
    const found = await revive(here.around, id)
    if (!found?.reopen) continue
    await here.begin(await here.prepareFound(found.reopen, await agentsAsked({ args, io, root })))
    return { root, id, journals: here.journals, talk: false }
  }
  return undefined
}
