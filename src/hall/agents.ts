// Agents of a new meeting: as the request says, else as the project or the person settled it, else a rehearsal. Nobody is asked.

import { isAbsolute } from 'node:path'
import { parseAgents } from '../agents/names.js'
import type { Agents } from '../agents/voices.js'
import { WrongUsage } from '../kernel/errors.js'
import { loadConfig } from '../workspace/config.js'

/** A seat that says nothing for this long has failed. */
const patienceSeconds = 600

/** Everything that is named is checked before anything is opened. */
export async function agentsFor(
  asked: string | undefined,
  { root, home }: { root: string; home: string },
): Promise<Agents> {
  const config = await loadConfig(root, home)
  const agents: Agents = {
    default: asked ?? config.agents ?? 'rehearsal',
    seats: asked === undefined ? config.seats : {},
    ceiling: config.tokenCeiling ?? null,
    timeoutSeconds: config.timeoutSeconds ?? patienceSeconds,
  }
  for (const name of [agents.default, ...Object.values(agents.seats)]) await check(name)
  return agents
}

async function check(text: string): Promise<void> {
  const name = parseAgents(text)
  if (name.kind !== 'script') return
  if (!isAbsolute(name.file))
    throw new WrongUsage(`"${text}" names no script from here.`, 'Give the whole path of the file.')
  const { readScript } = await import('../agents/script/file.js')
  readScript(name.file)
}
