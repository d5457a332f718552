// Prices of voices: the person's own settings first, then the shipped table of list prices. A server on this machine costs nothing.

import { parse } from 'yaml'
import { z } from 'zod'
import { CannotGoOn, WrongUsage } from '../kernel/errors.js'
import type { Library } from '../kernel/world.js'
import { free, type Price } from '../rules/money.js'
import type { Config } from '../workspace/config.js'
import { shippedLibrary } from '../workspace/library.js'
import { PriceInDollars, toPrice } from '../workspace/price-schema.js'
import { type AgentName, parseAgents } from './names.js'
import { type Agents, voicesIn } from './recorded.js'

/** By the name of the voice; null where the price is not known. Voices that nobody is paid for are left out. */
export type VoicePrices = Readonly<Record<string, Price | null>>

export async function pricesOf(
  voices: readonly string[],
  config: Pick<Config, 'prices' | 'models'>,
  library: Library = shippedLibrary(),
): Promise<VoicePrices> {
  const paid = [...new Set(voices)].filter(isPaid)
  if (paid.length === 0) return {}
  const table = await priceTable(library)
  return Object.fromEntries(paid.map((voice) => [voice, priceOf(voice, config, table)]))
}

/** Of the voices that some seat has; the default may be nobody's. */
export function pricesInUse(agents: Agents, seats: readonly string[]): VoicePrices {
  const used =
    seats.length === 0 ? voicesIn(agents) : seats.map((seat) => agents.seats[seat] ?? agents.default)
  return Object.fromEntries(Object.entries(agents.prices ?? {}).filter(([voice]) => used.includes(voice)))
}

/** Refuses a limit on money where not every price is known: it could not be kept. */
export function mustBePriced(prices: VoicePrices): void {
  const unknown = Object.keys(prices).find((voice) => prices[voice] === null)
  if (unknown === undefined) return
  throw new WrongUsage(
    `A cost ceiling needs the price of every voice, and that of ${unknown} is not known.`,
    `State it in config.yaml of your PARLEY_HOME, in dollars for a million tokens: prices: { "${keysOf(unknown, {})[0]}": { input: 1, output: 5 } }. Or limit tokens instead: --token-ceiling N.`,
  )
}

/** A script asks nobody. */
export function isPaid(voice: string): boolean {
  return parseAgents(voice).kind !== 'script'
}

function priceOf(
  voice: string,
  { prices, models }: Pick<Config, 'prices' | 'models'>,
  table: Readonly<Record<string, Price>>,
): Price | null {
  const keys = keysOf(voice, models)
  const own = keys.find((key) => Object.hasOwn(prices, key))
  if (own !== undefined) return prices[own]!
  const listed = [...keys, ...keys.map(undated)].find((key) => Object.hasOwn(table, key))
  if (listed !== undefined) return table[listed]!
  return isOnThisMachine(parseAgents(voice), models) ? free : null
}

/** The names under which a price may stand, the most exact first. */
function keysOf(voice: string, models: Config['models']): readonly string[] {
  const name = parseAgents(voice)
  if (name.kind === 'claude') {
    const model = name.model ?? models.anthropic?.model
    return model === undefined ? [voice] : [voice, `claude:${model}`, `anthropic/${model}`]
  }
  if (name.kind !== 'model') return [voice]
  const model = name.model ?? models[name.provider]?.model ?? ''
  return [voice.replace(/^\s*model\s*:\s*/, ''), voice, `${name.provider}/${model}`]
}

/** Providers sell dated snapshots of a model at the price of the model. */
const undated = (key: string): string => key.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')

function isOnThisMachine(name: AgentName, models: Config['models']): boolean {
  if (name.kind !== 'model' || name.provider !== 'compatible') return false
  const url = name.baseUrl ?? models.compatible?.baseUrl
  return !!url && URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

const Table = z.strictObject({ date: z.string(), prices: z.record(z.string(), PriceInDollars) })

async function priceTable(library: Library): Promise<Readonly<Record<string, Price>>> {
  const read = Table.safeParse(parse((await library.read('prices.yaml')) ?? ''))
  if (!read.success)
    throw new CannotGoOn(
      'LIBRARY',
      'The table of prices that ships with parley cannot be read.',
      'Install parley again.',
    )
  return Object.fromEntries(Object.entries(read.data.prices).map(([name, one]) => [name, toPrice(one)]))
}
