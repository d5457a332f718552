// Choosing agents: which backends could speak, and how to use each. Looks only through its probe.

import type { Health } from '../kernel/agents.js'
import { CannotGoOn } from '../kernel/errors.js'
import { shellWord } from '../rules/shell-word.js'
import { accessFor, type Settled } from './model/access.js'
import { type Env, fault, isAtHome } from './model/options.js'
import { type ModelServer, serversToAsk } from './servers.js'

/** How to look for agents. It sends no text of the user's anywhere. */
export interface Probe {
  /** The models of a server that can speak; null where no server answers. Only a server on this machine, or one that the person named. */
  models(server: ModelServer): Promise<readonly string[] | null>
  /** Whether the Claude Agent SDK is installed and could log in; null where it is not installed. */
  claude(): Promise<Health | null>
  /** Agents on this machine that speak the Agent Client Protocol; absent: nobody looks for them. */
  acp?(): Promise<readonly { readonly name: string; readonly health: Health }[]>
}

export interface Found {
  readonly kind: keyof typeof kinds
  /** What to give to `--agents`; null where it cannot speak. */
  readonly name: string | null
  /** What was found. */
  readonly because: string
  /** How to use it, or why it cannot speak. */
  readonly use: string
  /** More names at the same place: the other models of a server. */
  readonly others: readonly string[]
}

/** All that is looked for. */
const kinds = {
  key: 'a key in the environment',
  sdk: 'the Claude Agent SDK with a login',
  agent: 'a coding agent (Claude Code, Codex or Gemini CLI over ACP)',
  server: 'a local model server',
} as const

/** All available backends, best first. */
export async function detect(env: Env, probe: Probe, settled: Settled = {}): Promise<readonly Found[]> {
  const servers = serversToAsk(env, settled).map(async (server): Promise<Answered> => {
    return { server, models: await probe.models(server).catch(() => null) }
  })
  const [agents, agent, ...answered] = await Promise.all([coding(probe), sdk(probe), ...servers])
  const offered = answered.flatMap((one) => modelsOf(one, settled.compatible?.model))
  return [...keys(env, settled, answered), ...agent, ...agents, ...offered]
}

interface Answered {
  readonly server: ModelServer
  readonly models: readonly string[] | null
}

/** Every name that can be given to `--agents`, with what it was found by. */
export function usable(found: readonly Found[]): readonly { readonly name: string; readonly hint: string }[] {
  return found.flatMap(({ name, because, others }) =>
    name === null ? [] : [name, ...others].map((one) => ({ name: one, hint: because })),
  )
}

/** Where nothing says who speaks, in three lines: what is there or was not found, what gives a voice, and what there is without one. */
export function nobodySpeaks(found: readonly Found[]): CannotGoOn {
  const { name, says } = wayToSpeak(found)
  const here = bestOf(found)
  const missing = Object.entries(kinds).flatMap(([kind, what]) => (here?.kind === kind ? [] : [what]))
  const [then, way] =
    name === null
      ? [`Looked for and not found: ${missing.join(', ')}.`, says]
      : [says, `  parley ask "…" --agents ${shellWord(name)}`]
  return new CannotGoOn(
    'NO_AGENTS',
    `Nobody is named who speaks. ${then}`,
    `${way}\nSee a recorded meeting: \`parley demo\`.`,
  )
}

/** The best voice that is there; without one, the one thing to do for it. */
function wayToSpeak(found: readonly Found[]): { readonly name: string | null; readonly says: string } {
  const best = bestOf(found)
  if (best === undefined) return { name: null, says: nothingHere }
  const { name, because } = best
  return { name, says: (name === null ? told(best) : because).replace(/\.?$/, '.') }
}

const nothingHere =
  'Set a key, such as `export ANTHROPIC_API_KEY=…`, start a local server, such as Ollama, or install a coding agent; `parley doctor` says what can speak.'

/** The SDK comes along with parley: that it has no login is no news. */
function bestOf(found: readonly Found[]): Found | undefined {
  return found.find(({ name }) => name !== null) ?? found.find(({ kind }) => kind !== 'sdk')
}

export function told({ because, use, others }: Found): string {
  const more = others.length === 0 ? '' : `, or another of its ${others.length + 1} models`
  return `${because}: ${use}${more}`
}

// The default model for a person who has a key and names no model.
const usual = { anthropic: 'claude-sonnet-4-5', openai: 'gpt-5', google: 'gemini-2.5-pro' } as const

const keyVariables = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
} as const

function keys(env: Env, settled: Settled, servers: readonly Answered[]): Found[] {
  // Where OPENAI_BASE_URL names another server that lists its models, the key belongs to those.
  const taken = servers.some(({ server, models }) => server.by === 'OPENAI_BASE_URL' && models?.length)
  return (['anthropic', 'openai', 'google'] as const).flatMap((provider) => {
    const { model = usual[provider], apiKeyEnv } = settled[provider] ?? {}
    const variables = apiKeyEnv ? [apiKeyEnv] : keyVariables[provider]
    const variable = variables.find((name) => env[name]?.trim())
    if (!variable || (provider === 'openai' && taken)) return []
    const options = { provider, model, ...accessFor({ provider }, env, settled) }
    const wrong = fault(options)
    if (wrong !== null) return [silent('key', `${variable} is set`, wrong)]
    const where = isAtHome(options) ? '' : `, for ${new URL(options.baseUrl!).host}`
    return [ready('key', `model:${provider}/${model}`, `${variable} is set${where}`)]
  })
}

function modelsOf({ server, models }: Answered, wanted: string | undefined): Found[] {
  const { what, baseUrl, by } = server
  if (models === null)
    return by === null ? [] : [silent('server', `${what} (${baseUrl})`, 'it does not answer')]
  const because = `${what} answers at ${baseUrl}`
  const [first, ...rest] = models.toSorted((a, b) => Number(b === wanted) - Number(a === wanted))
  if (first === undefined) return [silent('server', because, 'it has no model yet; load one there first')]
  const name = (model: string) => `model:${model}@${baseUrl}`
  return [{ ...ready('server', name(first), because), others: rest.map(name) }]
}

async function sdk(probe: Probe): Promise<Found[]> {
  const because = 'The Claude Agent SDK is installed'
  const health = await probe.claude().catch(() => null)
  if (health === null) return []
  return [health.ready ? ready('sdk', 'claude', because) : silent('sdk', because, health.detail)]
}

async function coding(probe: Probe): Promise<Found[]> {
  const found = (await probe.acp?.().catch(() => [])) ?? []
  return found.map(({ name, health: { ready: can, detail } }) =>
    can ? ready('agent', name, detail) : silent('agent', name, detail),
  )
}

function ready(kind: Found['kind'], name: string, because: string): Found {
  return { kind, name, because, use: `--agents ${name}`, others: [] }
}

function silent(kind: Found['kind'], because: string, why: string): Found {
  return { kind, name: null, because, use: why, others: [] }
}
