// Configuration: the settings of a workspace and of the person. The workspace's file wins over the person's own seat by seat, but it
// only chooses among what the person has named (`settings-schemas.ts`). A wrong file stops the command, with the file and the line.

import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { Price } from '../rules/money.js'
import { type CommandRules, usualRules } from './command-rules.js'
import { foreignTextOf, parseSettings, settingsIn, textOf } from './config-file.js'
import { replaceNamed } from './plain-files.js'
import { millionths, toPrice } from './price-schema.js'
import {
  type ChooseVoice,
  type ModelProvider,
  modelProviders,
  OfPerson,
  ofWorkspace,
  type PersonSettings,
  personKeys,
  workspaceKeys,
} from './settings-schemas.js'

export type { ModelProvider } from './settings-schemas.js'

export interface Config {
  /** Who speaks for every seat: `script:FILE`, `model:anthropic/NAME`, … */
  readonly agents?: string
  /** Who speaks for one seat. */
  readonly seats: Readonly<Record<string, string>>
  /** The person's own names for voices: a workspace may choose among them. */
  readonly voices: Readonly<Record<string, string>>
  readonly models: Readonly<Partial<Record<ModelProvider, ModelConfig>>>
  /** Agents of the person's own that speak the Agent Client Protocol, by name. */
  readonly acp?: Readonly<Record<string, AcpConfig>>
  readonly tokenCeiling?: number
  /** In millionths of a dollar. */
  readonly costCeiling?: number
  /** What voices cost, by their names, over and above the shipped table. */
  readonly prices: Readonly<Record<string, Price>>
  readonly timeoutSeconds?: number
  readonly analyze?: AnalyzeSettings
  /** What seats may have of the web; false where it is switched off. */
  readonly web?: WebConfig | false
  /** Patterns of files that hold secrets and that tools of seats may read all the same. */
  readonly secretFiles?: readonly string[]
}

/** What analyses read of the settings. */
export interface AnalyzeSettings {
  readonly root?: string
  readonly team?: boolean
  readonly maxExchanges?: number
}

export interface WebConfig {
  /** Seats search with the tool of their model's own provider. */
  readonly search?: 'provider'
  /** Hosts that may lie anywhere. */
  readonly allowHosts?: readonly string[]
  /** The most pages that one meeting may read. */
  readonly maxPages?: number
}

export interface AcpConfig {
  readonly argv: readonly string[]
  readonly readMode?: string
  readonly workMode?: string
  /** It cannot reach the web by itself. */
  readonly webOff?: boolean
  /** It may speak without a guard: what it changes is only noticed. */
  readonly watch?: boolean
}

export interface ModelConfig {
  readonly model?: string
  readonly baseUrl?: string
  /** The name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string
  /** Output tokens for reasoning, in addition to those for replies: for all models of the provider, or by model. */
  readonly reasoningTokens?: number | Readonly<Record<string, number>>
}

/** The setting for this model, if there is one. */
export function reasoningFor(settled: ModelConfig | undefined, model: string): number | undefined {
  const { reasoningTokens } = settled ?? {}
  return typeof reasoningTokens === 'object' ? reasoningTokens[model] : reasoningTokens
}

/** The settings of a workspace, merged over those of the person. A missing file has no settings. */
export async function loadConfig(root: string, home: string): Promise<Config> {
  const settled = await personSettings(home)
  const own = toConfig(settled, home)
  const path = join(root, '.parley', 'config.yaml')
  // A workspace in the home folder has only one file, the person's own.
  if (resolve(path) === resolve(userFile(home))) return own
  const name = '.parley/config.yaml'
  const local = settingsIn({
    name,
    source: foreignTextOf(path, name),
    schema: ofWorkspace(voicesNamed(settled, own, home)),
    stranger: (key) =>
      Object.hasOwn(OfPerson.shape, key) ? 'may be set in your own settings only' : 'is not a known key',
    hint:
      `A workspace may set: ${workspaceKeys.join(', ')}. Its voices are those that you name yourself in ` +
      `${userFile(home)}, such as  voices: { careful: "model:PROVIDER/NAME" }  for  agents: careful. ` +
      'Or remove the line and give --agents.',
  })
  return merge(own, local)
}

/** The person's name, where their own file has it. */
export async function settledName(home: string): Promise<string | undefined> {
  return (await personSettings(home)).name
}

/** How programs of seats are confined, by the person's own file. */
export async function commandRules(home: string): Promise<CommandRules> {
  const { commands = {} } = await personSettings(home)
  return {
    sandbox: commands.sandbox ?? usualRules.sandbox,
    network: commands.network ?? usualRules.network,
  }
}

/** Only the person's own file counts: one that came with a clone could open what it wants to read. */
export async function settledSecretFiles(home: string): Promise<readonly string[]> {
  return (await personSettings(home)).secret_files ?? []
}

/** Writes the choice of agents into the person's own file, and leaves the rest of it unchanged. */
export async function rememberAgents(home: string, value: string): Promise<void> {
  const path = userFile(home)
  const { document } = parseSettings(await textOf(path), path)
  document.set('agents', value)
  replaceNamed(path, { text: document.toString({ lineWidth: 0 }), mode: 0o600 })
}

const userFile = (home: string): string => join(home, 'config.yaml')

async function personSettings(home: string): Promise<PersonSettings> {
  const path = userFile(home)
  return settingsIn({
    name: path,
    source: await textOf(path),
    schema: OfPerson,
    stranger: (key) =>
      key.startsWith('models.') && !key.slice('models.'.length).includes('.')
        ? `is not a known provider (${modelProviders.join(', ')})`
        : 'is not a known key',
    hint: `Known keys: ${personKeys.join(', ')}.`,
  })
}

/** The voices that the person's own settings name, in whatever place, as they are written there or by the name they gave. */
function voicesNamed(settled: PersonSettings, own: Config, home: string): ChooseVoice {
  const { agents, seats = {}, voices = {} } = settled
  const written = [agents, ...Object.values(seats), ...Object.values(voices)].filter(
    (one) => one !== undefined,
  )
  const models = Object.entries(own.models).flatMap(([provider, one]) =>
    one.model === undefined ? [] : [`model:${provider}`, `model:${provider}/${one.model}`],
  )
  const known = new Map<string, string>([
    ...models.map((name) => [name, name] as const),
    ...written.map((name) => [name, ownVoice(name, own.voices, home)] as const),
    ...Object.entries(own.voices),
  ])
  return (name) => known.get(name)
}

/** A script in the person's settings is looked for beside them: seen from the workspace, a clone could bring the file. */
function ownVoice(name: string, voices: Readonly<Record<string, string>>, home: string): string {
  if (Object.hasOwn(voices, name)) return voices[name]!
  const [, file] = /^\s*script\s*:\s*(.+?)\s*$/s.exec(name) ?? []
  return file === undefined ? name : `script:${resolve(home, file)}`
}

function toConfig(raw: PersonSettings, home: string): Config {
  const models = Object.entries(raw.models ?? {}).map(([provider, one]) => [
    provider,
    defined({
      model: one?.model,
      baseUrl: one?.base_url,
      apiKeyEnv: one?.api_key_env,
      reasoningTokens: one?.reasoning_tokens,
    }),
  ])
  const voices = mapped(raw.voices, (voice) => ownVoice(voice, {}, home))
  return {
    seats: mapped(raw.seats, (voice) => ownVoice(voice, voices, home)),
    voices,
    models: Object.fromEntries(models),
    prices: mapped(raw.prices, toPrice),
    ...defined({
      agents: raw.agents === undefined ? undefined : ownVoice(raw.agents, voices, home),
      tokenCeiling: raw.token_ceiling,
      costCeiling: raw.cost_ceiling === undefined ? undefined : millionths(raw.cost_ceiling),
      timeoutSeconds: raw.timeout_seconds,
      secretFiles: raw.secret_files,
      analyze:
        raw.analyze &&
        defined({ ...raw.analyze, maxExchanges: raw.analyze.max_exchanges, max_exchanges: undefined }),
      acp: raw.acp === undefined ? undefined : mapped(raw.acp, toAcp),
      web: toWeb(raw.web),
    }),
  }
}

function toWeb(raw: PersonSettings['web']): WebConfig | false | undefined {
  if (raw === undefined || raw === false) return raw
  return defined({
    search: raw.search,
    allowHosts: raw.allow_hosts,
    maxPages: raw.max_pages,
  })
}

function toAcp(raw: NonNullable<PersonSettings['acp']>[string]): AcpConfig {
  const { argv, read_mode, work_mode, web_off, guard } = raw
  const watch = guard === 'watch' ? true : undefined
  return { argv, ...defined({ readMode: read_mode, workMode: work_mode, webOff: web_off, watch }) }
}

/** Of two limits the lower one holds: what came with a clone must not raise the person's own. */
function merge(own: Config, local: z.infer<ReturnType<typeof ofWorkspace>>): Config {
  const dollars = local.cost_ceiling
  return {
    ...own,
    seats: { ...own.seats, ...local.seats },
    ...defined({
      agents: local.agents ?? own.agents,
      tokenCeiling: lower(own.tokenCeiling, local.token_ceiling),
      costCeiling: lower(own.costCeiling, dollars === undefined ? undefined : millionths(dollars)),
      timeoutSeconds: local.timeout_seconds ?? own.timeoutSeconds,
      web: local.web ?? own.web,
    }),
    ...settledAnalyze(own.analyze, local.analyze),
  }
}

/** A root of the workspace wins; of two limits the lower one holds. */
function settledAnalyze(
  own: AnalyzeSettings | undefined,
  local: { readonly root?: string | undefined; readonly max_exchanges?: number | undefined } | undefined,
): { analyze?: AnalyzeSettings } {
  if (own === undefined && local === undefined) return {}
  const { root = own?.root, max_exchanges } = local ?? {}
  const maxExchanges = lower(own?.maxExchanges, max_exchanges)
  return { analyze: defined({ ...own, root, maxExchanges }) }
}

/** The lower of two limits, where both are set. */
export function lower(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

function mapped<A, B>(from: Readonly<Record<string, A>> | undefined, to: (one: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(from ?? {}).map(([name, one]) => [name, to(one)]))
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
