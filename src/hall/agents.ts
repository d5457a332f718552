// Agents of a new meeting: as the request says, else as the project or the person settled it, else a rehearsal. Nobody is asked.

import { resolve } from 'node:path'
import { parseAgents } from '../agents/names.js'
import type { Agents } from '../agents/recorded.js'
import { loadConfig } from '../workspace/config.js'

/** A seat that says nothing for this long has failed. */
const patienceSeconds = 600

/** Everything that is named is checked before anything is opened. */
export async function agentsFor(
  asked: string | undefined,
  { root, home }: { root: string; home: string },
): Promise<Agents> {
  const config = await loadConfig(root, home)
  const seats = asked === undefined ? Object.entries(config.seats) : []
  return {
    default: await named(asked ?? config.agents ?? 'rehearsal', root),
    seats: Object.fromEntries(
      await Promise.all(seats.map(async ([seat, name]) => [seat, await named(name, root)])),
    ),
    ceiling: config.tokenCeiling ?? null,
    timeoutSeconds: config.timeoutSeconds ?? patienceSeconds,
  }
}

/** The name as it is recorded: checked, with its file found from the project wherever it is held. */
async function named(text: string, root: string): Promise<string> {
  const name = parseAgents(text)
  if (name.kind !== 'script') return text.trim()
  const file = resolve(root, name.file)
  const { readScript } = await import('../agents/script/file.js')
  readScript(file)
  return `script:${file}`
}
