// Recording: what is said before a meeting that plays one: whose words they are, and that no model speaks now.

import { resolve } from 'node:path'
import type { Agents } from '../../agents/recorded.js'

/** Nothing where a model may speak: one voice is no script, or one script was not recorded. */
export async function labelOf(
  agents: Pick<Agents, 'default' | 'seats'> | undefined,
  root: string,
): Promise<string | undefined> {
  const names = agents ? [agents.default, ...Object.values(agents.seats)] : []
  if (names.length === 0 || !names.every((name) => name.startsWith(scriptPrefix))) return undefined
  const { readScript } = await import('../../agents/script/file.js')
  const told = names.flatMap((name) => {
    const { recorded } = readScript(resolve(root, name.slice(scriptPrefix.length)))
    return recorded ? [`${recorded.model} on ${recorded.on}`] : []
  })
  if (told.length < names.length) return undefined
  return `This is a recording: the words were said by ${[...new Set(told)].join(' and ')}. No model speaks now; files, tools and record are real.`
}

const scriptPrefix = 'script:'
