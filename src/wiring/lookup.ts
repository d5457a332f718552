// Lookup: the journal of a meeting in a workspace, and what its first line says.

import { type Agents, agentsIn } from '../agents/recorded.js'
import { Damaged, Foreign, WrongUsage } from '../kernel/errors.js'
import { openedIn } from '../kernel/hold.js'
import type { Journal, Journals, Readable } from '../kernel/journal.js'
import type { Line } from '../kernel/line.js'
import type { Opened } from '../kernel/line-data.js'

/** The journal of a meeting that was opened here. */
export async function known(journals: Journals, id: string): Promise<Journal> {
  if (await journals.has(id)) return journals.of(id)
  throw new WrongUsage(`There is no meeting "${id}" here.`, 'See what there is: `parley list`.')
}

/** The journal of a meeting that is the person's own. A foreign one is refused before anything of it is locked or changed. */
export async function ownJournal(journals: Journals, id: string): Promise<Journal> {
  const journal = await known(journals, id)
  if (!(await journal.sealedEnd())) await mustBeSealed(journal, id)
  return journal
}

/** Checks every line. */
async function mustBeSealed(journal: Journal, id: string): Promise<void> {
  const { lines, origin } = await journal.whole()
  if (origin.kind === 'foreign') throw new Foreign(id, await namedByJournal(lines))
}

/** The program or the server that a foreign journal names for its seats, as the person is told. */
async function namedByJournal(lines: readonly Line[]): Promise<string | undefined> {
  const agents = agentsIn(lines)
  if (!agents) return undefined
  const { isLineText } = await import('../agents/lines.js')
  return [agents.default, ...Object.values(agents.seats)].find(isLineText)?.slice(0, 200)
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

/** Only of lines that are the person's own: what a foreign journal says about voices is never used. */
export function recordedAgents(lines: readonly Line[]): Agents {
  const agents = agentsIn(lines)
  if (agents) return agents
  throw new Damaged(1, 'it does not say how its seats are voiced')
}
