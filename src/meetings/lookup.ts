// Lookup: the journal of a meeting in a workspace, and what its first line says.

import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Agents, agentsIn } from '../agents/recorded.js'
import { Damaged, WrongUsage } from '../kernel/errors.js'
import type { Journal, Journals, Readable } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import type { Opened } from '../kernel/line/line-data.js'
import { openedIn } from '../kernel/run/hold.js'
import { workspaceOf } from '../workspace/meeting-folders.js'
import type { Wired } from './wired.js'

/** The journal of a meeting that was opened here. */
export async function known(journals: Journals, id: string): Promise<Journal> {
  if (await journals.has(id)) return journals.of(id)
  throw new WrongUsage(`There is no meeting "${id}" here.`, 'See what there is: `parley list`.')
}

/** A meeting goes on in the folder in which it was opened, never in another worktree of the repository. */
export async function toGoOn({ root, journals, own }: Wired, id: string): Promise<Journal> {
  const journal = await known(journals, id)
  const there = own.journals ? root : (workspaceOf(dirname(journals.whereIs(id))) ?? root)
  if (resolve(there) === resolve(root) || realpathSync(root) === there) return journal
  throw new WrongUsage(
    `Meeting ${id} was opened in ${there}.`,
    `Go on with it there: \`parley resume ${id}\`.`,
  )
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

export function recordedAgents(lines: readonly Line[]): Agents {
  const agents = agentsIn(lines)
  if (agents) return agents
  throw new Damaged(1, 'it does not say how its seats are voiced')
}
