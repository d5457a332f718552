// Choosing agents: what there is on this machine that could speak, and how to use it. Looks only through its probe.

import type { Provider } from './model/options.js'

/** How to look for agents. It sends no text of the user's anywhere. */
export interface Probe {
  /** The models that a server on this machine offers; null where no server answers. */
  models(baseUrl: string): Promise<readonly string[] | null>
  installed(packageName: string): Promise<boolean>
  /** Whether Claude's program could log in, with the user's own login or with a key. */
  claudeReady(): Promise<boolean>
}

export interface Found {
  /** What to give to `--agents`; null while something is still missing. */
  readonly name: string | null
  /** What was found. */
  readonly because: string
  /** What to do with it, as a sentence or a flag. */
  readonly use: string
}

export type Env = Readonly<Record<string, string | undefined>>
/** Models that the person settled on, by provider. */
export type Settled = Readonly<Partial<Record<Provider, { readonly model?: string | undefined }>>>

/** All that is there, best first. Empty when there is nothing but a rehearsal. */
export async function detect(env: Env, probe: Probe, settled: Settled = {}): Promise<readonly Found[]> {
  const [agent, ...servers] = await Promise.all([sdk(probe), ...locals.map((local) => server(local, probe))])
  return [...keys(env, settled), ...agent, ...servers.flat()]
}

/** Lines for a person: what was found and how to use it. */
export function howToUse(found: readonly Found[]): readonly string[] {
  if (found.length === 0)
    return ['No model was found: set a key, start a local server, or name one with --agents.']
  return found.map(({ because, use }) => `${because}: ${use}`)
}

// A model to begin with, for those who have a key and no preference. Any other may be named.
const usual = { anthropic: 'claude-sonnet-4-5', openai: 'gpt-5', google: 'gemini-2.5-pro' } as const

function keys(env: Env, settled: Settled): Found[] {
  const held = {
    anthropic: ['ANTHROPIC_API_KEY'],
    openai: ['OPENAI_API_KEY'],
    google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  } as const
  return (['anthropic', 'openai', 'google'] as const).flatMap((provider) => {
    const variable = held[provider].find((name) => env[name]?.trim())
    if (!variable) return []
    return [ready(`model:${provider}/${settled[provider]?.model ?? usual[provider]}`, `${variable} is set`)]
  })
}

const locals = [
  { what: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { what: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
] as const

async function server({ what, baseUrl }: (typeof locals)[number], probe: Probe): Promise<Found[]> {
  const models = await probe.models(baseUrl).catch(() => null)
  if (models === null) return []
  const because = `${what} answers at ${baseUrl}`
  const [first] = models
  if (first === undefined) return [{ name: null, because, use: 'it has no model yet; load one there first' }]
  return [ready(`model:${first}@${baseUrl}`, because)]
}

async function sdk(probe: Probe): Promise<Found[]> {
  const because = 'The Claude Agent SDK is installed'
  if (!(await probe.installed('@anthropic-ai/claude-agent-sdk').catch(() => false))) return []
  if (await probe.claudeReady().catch(() => false)) return [ready('claude', because)]
  return [{ name: null, because, use: 'log in with it or set ANTHROPIC_API_KEY, then --agents claude' }]
}

function ready(name: string, because: string): Found {
  return { name, because, use: `--agents ${name}` }
}
