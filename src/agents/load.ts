// Loading a backend by its name. Each is imported with its dependencies when the first seat uses it.

import { resolve } from 'node:path'
import type { Backend } from '../kernel/agents.js'
import { CannotGoOn, WrongUsage } from '../kernel/errors.js'
import { type Config, reasoningFor } from '../workspace/config.js'
import { parleyHome } from '../workspace/home.js'
import type { ClaudeOptions } from './claude/options.js'
import { type HostCalls, noHost } from './host/calls.js'
import type { Env, ModelOptions } from './model/options.js'
import type { AgentName } from './names.js'

export interface Surroundings {
  /** The workspace; a script file is looked for from here. */
  readonly root: string
  readonly env: Env
  readonly models: Config['models']
  /** Which seats the backend speaks for. */
  readonly serves: (seat: string) => boolean
  /** Agents of the person's own that speak the Agent Client Protocol. */
  readonly acp?: Config['acp']
  /** Whether the person wants programs of seats in a sandbox. */
  readonly sandbox?: boolean
  /** Patterns of files that hold secrets and that programs may read. */
  readonly secretFiles?: readonly string[]
  /** PARLEY_HOME. */
  readonly home?: string
  /** Where seats wait for the words of a host; absent where none is connected. */
  readonly host?: HostCalls | undefined
  /** Backends of the program that holds the meeting, by their keys. */
  readonly backends?: Readonly<Record<string, Backend>> | undefined
  /** Calls with the web may search by the provider's own tool, as the person's settings say. */
  readonly providerSearch?: boolean
}

export async function load(name: AgentName, around: Surroundings): Promise<Backend> {
  switch (name.kind) {
    case 'host': {
      if (!around.host) throw noHost()
      const { host } = await import('./host/host.js')
      return host(around.host)
    }
    case 'script': {
      const { loadScript } = await import('./script/script.js')
      return loadScript(resolve(around.root, name.file), { serves: around.serves }).backend
    }
    case 'model': {
      const { model } = await import('./model/model.js')
      return model({
        ...(await modelOptions(name, around)),
        ...(around.providerSearch ? { search: true } : {}),
      })
    }
    case 'own':
      return ownBackend(name.key, around.backends)
    case 'command': {
      const { command } = await import('./command/command.js')
      return command({ argv: name.argv })
    }
    case 'acp': {
      const [{ acp }, { settle }] = await Promise.all([import('./acp/acp.js'), import('./acp/settle.js')])
      const { home = parleyHome(around.env), sandbox = true, secretFiles = [], env } = around
      return acp({ ...settle(name, around.acp), env, home, sandbox, secretFiles })
    }
    case 'claude': {
      const { claude } = await import('./claude/claude.js')
      return claude(claudeOptions(name, around))
    }
  }
}

type ModelName = Extract<AgentName, { kind: 'model' }>

export async function modelOptions(
  name: ModelName,
  { env, models }: Pick<Surroundings, 'env' | 'models'>,
): Promise<ModelOptions> {
  const settled = models[name.provider]
  const model = name.model ?? settled?.model
  if (!model) {
    throw new WrongUsage(
      `No model is named for ${name.provider}.`,
      `Name one, as in model:${name.provider}/NAME, or settle it in config.yaml under models.`,
    )
  }
  const { accessFor } = await import('./model/access.js')
  const reasoningTokens = reasoningFor(settled, model)
  const reasoning = reasoningTokens === undefined ? {} : { reasoningTokens }
  return { provider: name.provider, model, ...accessFor(name, env, models), ...reasoning }
}

/** The configuration for Anthropic applies here too; the program reads the rest from the environment. */
function claudeOptions(
  name: Extract<AgentName, { kind: 'claude' }>,
  { env, models }: Surroundings,
): ClaudeOptions {
  const settled = models.anthropic
  const model = name.model ?? settled?.model
  const apiKey = settled?.apiKeyEnv ? env[settled.apiKeyEnv] : undefined
  const baseUrl = settled?.baseUrl
  const reasoningTokens = reasoningFor(settled, model ?? '')
  return {
    env,
    ...(model && { model }),
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}

/** Only a program that brought the backend along can go on with such a meeting. */
export function ownBackend(key: string, backends: Readonly<Record<string, Backend>> = {}): Backend {
  const backend = Object.hasOwn(backends, key) ? backends[key] : undefined
  if (backend) return backend
  throw new CannotGoOn(
    'NO_BACKEND',
    `own:${key} is a voice of the program that opened this meeting, and it is not here.`,
    'Go on with it from that program, or name another voice with --agents.',
  )
}
