// Voices: who speaks for which seat in one meeting, as the flags, the configuration or the journal's first line say.

import { resolve } from 'node:path'
import type { Backend, Grant, Seat, Tool } from '../kernel/agents.js'
import type { Answer } from '../kernel/question.js'
import { loadConfig } from '../workspace/config.js'
import { parleyHome } from '../workspace/home.js'
import { scrub } from '../workspace/secrets.js'
import { load } from './load.js'
import { parseAgents } from './names.js'
import type { Agents } from './recorded.js'
import { countTokens } from './tokens.js'
import { toolsFor } from './tools/tools.js'

export interface Voices {
  backendFor(seat: Seat): Promise<Backend>
  toolsFor(grant: Grant): readonly Tool[]
  countTokens(text: string): Promise<number>
  readonly ceiling: number | null
  readonly timeoutMs: number
  /** Adds the person's answer to the recording, if there is one. */
  answered(answer: Answer): Promise<void>
  close(): Promise<void>
}

export interface Around {
  readonly root: string
  readonly resumed: boolean
  readonly home?: string
  /** The answers that the journal already holds; `parley answer` adds one while nobody records. */
  readonly answered?: () => Promise<readonly Answer[]>
}

/** Each backend is loaded once, when the first seat uses it. */
export async function voicesFor(agents: Agents, { root, resumed, home, answered }: Around): Promise<Voices> {
  const { models } = await loadConfig(root, home ?? parleyHome())
  const loaded = new Map<string, Promise<Backend>>()
  const recorder =
    agents.record === undefined
      ? undefined
      : await recorderFor(resolve(root, agents.record), resumed, resumed ? await answered?.() : [])
  const spec = (seat: string) => agents.seats[seat] ?? agents.default
  const backend = (name: string) => {
    const known = loaded.get(name)
    if (known) return known
    const around = { root, env: process.env, models, serves: (seat: string) => spec(seat) === name }
    const fresh = load(parseAgents(name), around).then((made) => recorder?.wrap(made) ?? made)
    loaded.set(name, fresh)
    return fresh
  }
  return {
    backendFor: (seat) => backend(spec(seat.id)),
    toolsFor: (grant) => toolsFor(grant, root),
    countTokens,
    ceiling: agents.ceiling,
    timeoutMs: agents.timeoutSeconds * 1000,
    answered: async (answer) => recorder?.answer(answer),
    close: async () => {},
  }
}

async function recorderFor(file: string, goOn: boolean, answered: readonly Answer[] = []) {
  const { recorder } = await import('./script/record.js')
  return recorder(file, { goOn, answered, scrub: async (text) => (await scrub(text)).text })
}
