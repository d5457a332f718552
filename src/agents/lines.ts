// Lines: names of agents that say which program is run or which server is called. Only the person may give one: typed as a flag, or written
// in their own settings. What comes from elsewhere (HTTP, MCP, a worker's package, a repository) may name such a voice only as they wrote it.

import { WrongUsage } from '../kernel/errors.js'
import type { Config } from '../workspace/config.js'
import { isCommandLine, type OwnAgents } from './acp/settle.js'
import { address, type Env } from './model/options.js'
import { type AgentName, parseAgents } from './names.js'
import { serversToAsk } from './servers.js'

/** Whether the name itself is a command line, or the address of a server on another machine. */
export function isLine(name: AgentName, own: OwnAgents = {}): boolean {
  if (name.kind === 'command') return true
  if (name.kind === 'acp') return isCommandLine(name, own)
  return name.kind === 'model' && name.baseUrl !== undefined && !isLoopback(name.baseUrl)
}

/** What the person wrote themselves: their settings, and the servers that their environment names. */
export interface OwnWords {
  readonly config: Pick<Config, 'agents' | 'seats' | 'voices' | 'models' | 'acp'>
  readonly env: Env
}

/** Refuses a line that the person did not write. `place` says where it came from, such as "over HTTP". */
export function mustBeNoLine(text: string, place: string, own: OwnWords): void {
  const name = parseAgents(text)
  if (!isLine(name, own.config.acp) || isWritten(text, name, own)) return
  const what = name.kind !== 'model' ? 'a program to run' : 'a server on another machine'
  throw new WrongUsage(
    `"${text.trim()}" names ${what}, which is not taken ${place}.`,
    'Only you may name one: with --agents in a terminal, or in your own config.yaml under agents, seats or voices.',
  )
}

function isWritten(text: string, name: AgentName, { config, env }: OwnWords): boolean {
  const written = [config.agents, ...Object.values(config.seats), ...Object.values(config.voices)]
  if (written.some((one) => one?.trim() === text.trim())) return true
  if (name.kind !== 'model') return false
  const { baseUrl } = name
  const asked = address({ provider: 'compatible', ...(baseUrl === undefined ? {} : { baseUrl }) })
  return serversToAsk(env, config.models).some((server) => server.baseUrl === asked)
}

export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
