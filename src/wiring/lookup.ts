// Lookup: the journal of a meeting in a workspace, and what its first line says.

import { type Agents, isAgents } from '../agents/recorded.js'
import { Damaged, WrongUsage } from '../kernel/errors.js'
import { openedIn } from '../kernel/hold.js'
import type { Journal, Journals, Readable } from '../kernel/journal.js'
import type { Opened } from '../kernel/line-data.js'

/** The journal of a meeting that was opened here. */
export async function known(journals: Journals, id: string): Promise<Journal> {
  if (await journals.has(id)) return journals.of(id)
  throw new WrongUsage(`There is no meeting "${id}" here.`, 'See what there is: `parley list`.')
}

export async function readable(journals: Journals, id: string): Promise<Readable> {
  return (await known(journals, id)).readable()
}

/** From the first line alone, its hash unchecked: enough to know which meeting this is. */
export async function openedLoosely(
  journals: Journals,
  id: string,
): Promise<{ opened: Opened; alone: boolean }> {
  const first = await (await known(journals, id)).first()
  if (!first) throw new Damaged(1, 'it does not open a meeting')
  return { opened: openedIn([first.line]), alone: first.alone }
}

export function recordedAgents({ agents }: Opened): Agents {
  if (isAgents(agents)) return agents
  throw new Damaged(1, 'it does not say how its seats are voiced')
}
