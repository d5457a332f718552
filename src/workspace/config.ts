// Configuration: the settings of a workspace and of the person. The workspace's file wins over the person's own, seat by seat and
// field by field. An unknown key or a wrong value stops the command, with the file and the line.
//
//   KEYS1  API keys are never in these files: a file names the variable that holds one, and a message never repeats a value.
//   KEYS2  A workspace does not choose where keys are sent: what came with a clone may name a server on this machine only.

import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import writeAtomically from 'write-file-atomic'
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { WrongUsage } from '../kernel/errors.js'
import type { Price } from '../rules/money.js'
import { millionths, PriceInDollars, toPrice } from './price-schema.js'

export interface Config {
  /** Who speaks for every seat: `rehearsal`, `model:anthropic/NAME`, … */
  readonly agents?: string
  /** Who speaks for one seat. */
  readonly seats: Readonly<Record<string, string>>
  readonly models: Readonly<Partial<Record<ModelProvider, ModelConfig>>>
  readonly tokenCeiling?: number
  /** In millionths of a dollar. */
  readonly costCeiling?: number
  /** What voices cost, by their names, over and above the shipped table. */
  readonly prices: Readonly<Record<string, Price>>
  readonly timeoutSeconds?: number
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

export const modelProviders = ['anthropic', 'openai', 'google', 'compatible'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** The settings of a workspace, merged over those of the person. A missing file has no settings. */
export async function loadConfig(root: string, home: string): Promise<Config> {
  const own = toConfig(await load(userFile(home), userFile(home), personFile))
  const path = join(root, '.parley', 'config.yaml')
  // A workspace in the home folder has only one file, the person's own.
  if (resolve(path) === resolve(userFile(home))) return own
  return merge(own, toConfig(await load(path, '.parley/config.yaml', workspaceFile)))
}

/** The person's name, where their own file has it. */
export async function settledName(home: string): Promise<string | undefined> {
  return (await load(userFile(home), userFile(home), personFile)).name
}

/** Writes the choice of agents into the person's own file, and leaves the rest of it unchanged. */
export async function rememberAgents(home: string, value: string): Promise<void> {
  const path = userFile(home)
  const { document } = parse(await textOf(path), path)
  document.set('agents', value)
  await mkdir(home, { recursive: true })
  await writeAtomically(path, document.toString({ lineWidth: 0 }))
}

const userFile = (home: string): string => join(home, 'config.yaml')

const text = z.string('must be a text').trim().min(1, 'must not be empty')
const url = text.refine(
  (value) => /^https?:/i.test(value) && URL.canParse(value),
  'must be a URL that begins with http:// or https://',
)

const Model = z.strictObject({
  model: text.optional(),
  base_url: url.optional(),
  api_key_env: text
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]*$/,
      'must be the name of an environment variable; a key itself never stands here',
    )
    .optional(),
})
const tokens = z
  .int('must be a whole number of tokens')
  .min(0, 'must not be less than zero')
  .max(200_000, 'must be at most 200000')
/** It raises what every call may cost, so a cloned repository may not set it. */
const OwnModel = Model.extend({
  reasoning_tokens: z
    .union(
      [tokens, z.record(z.string(), tokens)],
      'must be a number of tokens, or a map of such numbers by model',
    )
    .optional(),
})
const LocalModel = Model.extend({
  base_url: url
    .refine(
      isLoopback,
      'of a workspace must be on this machine; another server belongs in your own config.yaml, since it gets your keys',
    )
    .optional(),
})

/** A cloned repository may choose among the person's backends, but not run a program or send text to a server of its choice. */
const harmless = text.refine(
  (name) =>
    !/^\s*command\s*:/.test(name) &&
    (!name.includes('@') || isLoopback(name.slice(name.lastIndexOf('@') + 1))),
  'of a workspace may not name a program or a server elsewhere; put it in your own config.yaml or give it as a flag',
)

const OfWorkspace = z.strictObject({
  agents: harmless.optional(),
  seats: z.record(z.string(), harmless, 'must be a map of seats').optional(),
  models: z.partialRecord(z.enum(modelProviders), LocalModel, 'must be a map of providers').optional(),
  token_ceiling: z.int('must be a whole number').positive('must be more than zero').optional(),
  cost_ceiling: z.number('must be a number of dollars').positive('must be more than zero').optional(),
  timeout_seconds: z.number('must be a number').positive('must be more than zero').optional(),
  /** A clone that made everything free would undo the person's limit. */
  prices: z.never('of a workspace may not be stated; put them in your own config.yaml').optional(),
  /** Answers are recorded under this name: a clone must not choose it. */
  name: z.never('of a workspace may not say who you are; put it in your own config.yaml').optional(),
})
const OfPerson = OfWorkspace.extend({
  agents: text.optional(),
  seats: z.record(z.string(), text, 'must be a map of seats').optional(),
  models: z.partialRecord(z.enum(modelProviders), OwnModel, 'must be a map of providers').optional(),
  prices: z.record(z.string(), PriceInDollars, 'must be a map of voices').optional(),
  name: text.optional(),
  /** The code for projects reads and checks it. */
  projects: z.unknown().optional(),
})
type Raw = z.infer<typeof OfPerson>

interface SettingsFile {
  readonly schema: z.ZodType<Raw>
  /** What a message lists; `projects` is written by a command. */
  readonly known: readonly string[]
}
const workspaceFile: SettingsFile = {
  schema: OfWorkspace,
  known: Object.keys(OfWorkspace.shape).filter((key) => !['name', 'prices'].includes(key)),
}
const personFile: SettingsFile = { schema: OfPerson, known: Object.keys(OfWorkspace.shape) }

function isLoopback(value: string): boolean {
  return URL.canParse(value) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(value).hostname)
}

async function load(path: string, name: string, { schema, known }: SettingsFile): Promise<Raw> {
  const { document, lines } = parse(await textOf(path), name)
  const checked = schema.safeParse(plainValue(document, name) ?? {})
  if (checked.success) return checked.data
  const faults = checked.error.issues.flatMap(faultsOf)
  const told = faults.map(
    ({ path: at, what }) => `line ${lineOf(document, lines, at)}: ${at.join('.')} ${what}`,
  )
  throw new WrongUsage(`${name}, ${told.join('; ')}.`, `Known keys: ${known.join(', ')}.`)
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parse(source: string, name: string): { document: Document; lines: LineCounter } {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  const [error] = document.errors
  if (error) {
    const [first] = error.message.split('\n')
    // The parser's message ends with the position and a quotation of the file, which may contain anything.
    throw new WrongUsage(
      `${name}, line ${error.linePos?.[0].line ?? 1}: ${first!.replace(/ at line .*$/, '')}.`,
    )
  }
  if (document.contents && !isMap(document.contents) && plainValue(document, name) !== null) {
    throw new WrongUsage(`${name}, line 1: this must be a map of settings.`)
  }
  return { document, lines }
}

function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS()
  } catch {
    throw new WrongUsage(`${name}, line 1: its aliases cannot be resolved.`)
  }
}

interface Fault {
  readonly path: readonly PropertyKey[]
  readonly what: string
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    const what = issue.path.join('.') === 'models' ? `provider (${modelProviders.join(', ')})` : 'key'
    return issue.keys.map((key) => ({ path: [...issue.path, key], what: `is not a known ${what}` }))
  }
  return [{ path: issue.path, what: /^(must|of) /.test(issue.message) ? issue.message : 'must be a map' }]
}

/** The line of a key, or of the nearest key above it. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = 0
  for (const name of path) {
    if (!isMap(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
    if (!pair) break
    offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
    node = pair.value
  }
  return lines.linePos(offset).line || 1
}

function toConfig(raw: Raw): Config {
  const models = Object.entries(raw.models ?? {}).map(([provider, one]) => [
    provider,
    defined({
      model: one?.model,
      baseUrl: one?.base_url,
      apiKeyEnv: one?.api_key_env,
      reasoningTokens: one?.reasoning_tokens,
    }),
  ])
  return {
    seats: raw.seats ?? {},
    models: Object.fromEntries(models),
    prices: Object.fromEntries(Object.entries(raw.prices ?? {}).map(([name, one]) => [name, toPrice(one)])),
    ...defined({
      agents: raw.agents,
      tokenCeiling: raw.token_ceiling,
      costCeiling: raw.cost_ceiling === undefined ? undefined : millionths(raw.cost_ceiling),
      timeoutSeconds: raw.timeout_seconds,
    }),
  }
}

function merge(own: Config, local: Config): Config {
  const models = modelProviders
    .map((provider) => [provider, { ...own.models[provider], ...local.models[provider] }] as const)
    .filter(([, one]) => Object.keys(one).length > 0)
  // The lower of two limits on money: what came with a clone must not raise the person's own.
  const costs = [own.costCeiling, local.costCeiling].filter((one) => one !== undefined)
  return {
    ...own,
    ...local,
    seats: { ...own.seats, ...local.seats },
    models: Object.fromEntries(models),
    prices: own.prices,
    ...(costs.length > 0 ? { costCeiling: Math.min(...costs) } : {}),
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
