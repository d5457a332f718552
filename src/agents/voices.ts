// Voices: who speaks for which seat in one meeting, as the flags, the configuration or the journal's first line say.

import { resolve } from 'node:path'
import { type Backend, type Grant, hasWeb, type Seat, type Tool } from '../kernel/agents.js'
import type { Answer } from '../kernel/question.js'
import type { Money } from '../kernel/run/deps.js'
import { dearest } from '../rules/money.js'
import { type Config, commandRules, loadConfig } from '../workspace/config.js'
import { parleyHome } from '../workspace/home.js'
import { scrub, scrubbed } from '../workspace/secrets.js'
import { type HostCalls, noHost } from './host/calls.js'
import { load, ownBackend } from './load.js'
import { parseAgents } from './names.js'
import { mustBePriced, pricesInUse, pricesOf } from './prices.js'
import { type Agents, needsHost, nobody, voicesIn } from './recorded.js'
import { toolsFor } from './tools/tools.js'

export interface Voices {
  backendFor(seat: Seat): Promise<Backend>
  toolsFor(grant: Grant): readonly Tool[] | Promise<readonly Tool[]>
  readonly ceiling: number | null
  readonly money: Money
  readonly timeoutMs: number
  /** Adds the person's answer to the recording, if there is one. */
  answered(answer: Answer): Promise<void>
  close(): Promise<void>
}

export interface Around {
  readonly root: string
  readonly resumed: boolean
  /** The meeting's id. */
  readonly meeting?: string | undefined
  readonly home?: string
  /** The person allowed programs of seats to use the network in this run. */
  readonly network?: boolean
  /** Files that hold secrets and may be read in this run, besides those in the person's settings. */
  readonly secretFiles?: readonly string[]
  /** Where seats wait for the words of a host; absent where none is connected. */
  readonly host?: HostCalls | undefined
  /** Backends of the program that holds the meeting, by their keys. */
  readonly backends?: Readonly<Record<string, Backend>> | undefined
  /** How many web pages earlier runs read. */
  readonly pagesRead?: number
  /** The answers that the journal already holds; `parley answer` adds one while nobody records. */
  readonly answered?: () => Promise<readonly Answer[]>
}

/** Each backend is loaded once, when the first seat uses it. */
export async function voicesFor(agents: Agents, around: Around): Promise<Voices> {
  const { root, resumed, meeting = 'unknown', home = parleyHome() } = around
  const { network, secretFiles = [], answered, host } = around
  if (host === undefined && needsHost(agents)) throw noHost()
  for (const name of voicesIn(agents))
    if (name.startsWith('own:') && name !== nobody) ownBackend(name.slice('own:'.length), around.backends)
  const config = await loadConfig(root, home)
  const rules = await commandRules(home)
  const commands = { ...rules, network: network ?? rules.network }
  const { models } = config
  const secrets = [...(config.secretFiles ?? []), ...secretFiles]
  const loaded = new Map<string, Promise<Backend>>()
  // Loaded with the first call that has the web, and the same for the whole run: it counts pages.
  let web: Promise<readonly Tool[]> | undefined
  const reaching = () =>
    (web ??= import('./web/web.js').then(({ webTools }) =>
      webTools({ config: config.web, scrub: scrubbed, readBefore: around.pagesRead ?? 0 }),
    ))
  const recorder =
    agents.record === undefined
      ? undefined
      : await recorderFor(resolve(root, agents.record), resumed, resumed ? await answered?.() : [])
  const spec = (seat: string) => agents.seats[seat] ?? agents.default
  const backend = (name: string) => {
    const known = loaded.get(name)
    if (known) return known
    const serves = (seat: string) => spec(seat) === name
    const own = { acp: config.acp, sandbox: commands.sandbox, secretFiles: secrets, home }
    const providerSearch = config.web !== false && config.web?.search === 'provider'
    const here = {
      root,
      env: process.env,
      models,
      serves,
      host,
      providerSearch,
      backends: around.backends,
      ...own,
    }
    const fresh = load(parseAgents(name), here).then((made) => recorder?.wrap(made) ?? made)
    loaded.set(name, fresh)
    return fresh
  }
  return {
    backendFor: (seat) => backend(spec(seat.id)),
    toolsFor: async (grant) => {
      const more = hasWeb(grant) ? { web: await reaching() } : {}
      return toolsFor(grant, root, { commands, meeting, secretFiles: secrets, ...more })
    },
    ceiling: agents.ceiling,
    money: await moneyFor(agents, config, spec),
    timeoutMs: agents.timeoutSeconds * 1000,
    answered: async (answer) => recorder?.answer(answer),
    async close() {
      // A program's own backend outlives the run.
      const ours = [...loaded].flatMap(([name, one]) => (name.startsWith('own:') ? [] : [one]))
      const backends = await Promise.allSettled(ours)
      for (const one of backends) if (one.status === 'fulfilled') await one.value.close?.().catch(() => {})
    },
  }
}

/**
 * Prices are those known here and now. The ones in the journal only say what was known when it was opened: in a journal that came from
 * elsewhere they could make every call free, and a price that the person has stated since would not count.
 */
async function moneyFor(agents: Agents, config: Config, spec: (seat: string) => string): Promise<Money> {
  const prices = await pricesOf(voicesIn(agents), config)
  return {
    ceiling: agents.costCeiling ?? config.costCeiling ?? null,
    priceOf: (seat) => prices[spec(seat.id)] ?? null,
    mustKnow: (seat) => mustBePriced(pricesInUse({ ...agents, prices }, [seat.id])),
    dearest: dearest(Object.values(prices).filter((price) => price !== null)),
  }
}

async function recorderFor(file: string, goOn: boolean, answered: readonly Answer[] = []) {
  const { recorder } = await import('./script/record.js')
  return recorder(file, { goOn, answered, scrub: async (text) => (await scrub(text)).text })
}
