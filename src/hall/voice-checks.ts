// Whether voices are there, before a meeting is opened with them. Nobody is asked to say anything, and nothing is written.

import { mustBeNoLine } from '../agents/lines.js'
import { load } from '../agents/load.js'
import { parseAgents } from '../agents/names.js'
import { loadConfig } from '../workspace/config.js'
import type { VoiceCheck, VoicesAsked } from './api.js'
import { type Parts, usableProject } from './parts.js'

/** Of every voice that is named, else of those in the settings, else of the rehearsal. A line is refused as it is when a meeting is opened. */
export async function checkVoices(
  parts: Parts,
  { project, agents, seats = {} }: VoicesAsked & { readonly project: string },
): Promise<readonly VoiceCheck[]> {
  const { path: root } = await usableProject(parts, project)
  const config = await loadConfig(root, parts.home)
  const own = { config, env: process.env }
  const asked = [...(agents === undefined ? [] : [agents]), ...Object.values(seats)]
  for (const voice of asked) mustBeNoLine(voice, 'from a client of the server', own)
  const usual = agents ?? config.agents ?? 'rehearsal'
  const voices = [
    ...new Set([usual, ...Object.values({ ...config.seats, ...seats })].map((one) => one.trim())),
  ]
  const { models, acp } = config
  const around = { root, env: process.env, home: parts.home, models, acp, serves: () => true }
  return Promise.all(voices.map((voice) => checked(voice, around)))
}

async function checked(voice: string, around: Parameters<typeof load>[1]): Promise<VoiceCheck> {
  if (voice === 'rehearsal')
    return { voice, ready: true, detail: 'always: no model speaks, real lines from the project' }
  try {
    const { ready, detail } = await (await load(parseAgents(voice), around)).check()
    return { voice, ready, detail }
  } catch (error) {
    return { voice, ready: false, detail: (error as Error).message }
  }
}
