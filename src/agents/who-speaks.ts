// Who speaks in a new meeting: the backends of the request, else those in the settings, else what the person picks.
// Where nothing of it names one, nothing is opened.
// The same on every surface. Every name is checked here, before anything is opened.

import { relative, resolve, sep } from 'node:path'
import type { Backend } from '../kernel/agents.js'
import { CannotGoOn, WrongUsage } from '../kernel/errors.js'
import { closeNames, didYouMean } from '../rules/close-names.js'
import { type Config, commandRules, loadConfig } from '../workspace/config.js'
import { settle } from './acp/settle.js'
import { detect, nobodySpeaks } from './choose.js'
import { noHost } from './host/calls.js'
import { mustBeNoLine, type OwnWords } from './lines.js'
import type { Surroundings } from './load.js'
import type { Env } from './model/options.js'
import { type AgentName, parseAgents } from './names.js'
import { mustBePriced, pricesInUse, pricesOf } from './prices.js'
import { type Agents, needsHost, nobody, voicesIn } from './recorded.js'

/** What a request says about backends. */
export interface AgentsRequest {
  /** For every seat: `script:FILE`, `model:anthropic/NAME`, … */
  readonly default?: string | undefined
  readonly seats?: Readonly<Record<string, string>>
  /** The most tokens that the meeting may cost. */
  readonly ceiling?: number | undefined
  /** The most that it may cost, in millionths of a dollar. */
  readonly costCeiling?: number | undefined
  /** Captures what seats say into this script file. */
  readonly record?: string | undefined
  /** From which folder a file that is named here is looked for; the workspace's root unless given. */
  readonly from?: string
  /** Where the request comes from, when no person typed it here, such as "over HTTP": it may name no program and no server elsewhere. */
  readonly place?: string
  /** A host is connected that may speak for seats. */
  readonly host?: boolean
  /** It promises that its seats use no web, where they may not. */
  readonly hostWebOff?: boolean
  /** Called when neither the request nor the settings name a backend. Without an answer nothing is opened. */
  pick?(): Promise<string | undefined>
}

export interface Table {
  /** Whose settings count, and from where a file is looked for unless the request says otherwise. */
  readonly root: string
  /** The folder that the meeting will be held in: the record names files as they are seen from there. */
  readonly heldIn: string
  readonly home: string
  readonly env: Env
  /** Voices that the program brings along. */
  readonly backends?: Readonly<Record<string, Backend>> | undefined
  /** All seats of the meeting: a backend cannot be named for any other. */
  readonly seats: readonly string[]
  /** The model that the seats ask for, where a backend leaves the choice open. */
  readonly model?: string | undefined
  /** No seat may have the web. */
  readonly noWeb?: boolean
}

/** A seat that says nothing for this long has failed. */
const patienceSeconds = 600

/** A ceiling that the person gives wins; else that of the configuration. */
export async function whoSpeaks(request: AgentsRequest, table: Table): Promise<Agents> {
  const { root, home } = table
  const config = await loadConfig(root, home)
  const from = request.from ?? root
  if (request.place !== undefined) mustNameNoLines(request, request.place, { config, env: table.env })
  mustBeSeated(request.seats ?? {}, table.seats)
  const costCeiling = request.costCeiling ?? config.costCeiling
  const voices = {
    default: modelled(await defaultVoice(request, config, table), table.model),
    seats: {
      ...(await configured(request, config, table)),
      ...(await named(request.seats ?? {}, from, table.heldIn)),
    },
  }
  const prices = await pricesOf(voicesIn(voices), config)
  const agents: Agents = {
    ...voices,
    ...(isScripted(voices) && !isScripted({ default: request.default, seats: request.seats ?? {} })
      ? { answers: false as const }
      : {}),
    ...(Object.keys(prices).length === 0 ? {} : { prices }),
    ...(costCeiling === undefined ? {} : { costCeiling }),
    ceiling: request.ceiling ?? config.tokenCeiling ?? null,
    timeoutSeconds: config.timeoutSeconds ?? patienceSeconds,
    ...(request.record === undefined
      ? {}
      : { record: seenFrom(table.heldIn, resolve(from, request.record)) }),
  }
  if (!request.host && needsHost(voices)) throw noHost()
  if (table.noWeb) mustBeKeptFromWeb(voicesIn(voices), config, request.hostWebOff === true)
  if (costCeiling !== undefined) mustBePriced(pricesInUse(agents, table.seats))
  const { sandbox } = await commandRules(home)
  const { models, acp } = config
  const { backends } = table
  if (table.seats.length > 0)
    await checkVoices(agents, { root: table.heldIn, env: table.env, home, models, acp, sandbox, backends })
  return agents
}

/** An agent with tools of its own for the web, of which nobody knows how they are switched off, has no place in a meeting without it. */
function mustBeKeptFromWeb(names: readonly string[], { acp }: Config, promised: boolean): void {
  for (const text of names) {
    const name = parseAgents(text)
    if (name.kind === 'host' && !promised)
      throw new WrongUsage(
        'parley cannot keep the seats of a host from the web.',
        'Let this meeting have the web, name another voice with agents, or promise it with host_web_off=true.',
      )
    if (name.kind === 'acp' && settle(name, acp).agent.webOff === 'unknown')
      throw new WrongUsage(
        `${text} cannot be kept from the web.`,
        'Leave --no-web out, or name another voice with --agents.',
      )
  }
}

/** Only the person names programs and servers (lines.ts). */
function mustNameNoLines(request: AgentsRequest, place: string, own: OwnWords): void {
  const { default: usual, seats = {} } = request
  for (const name of [...(usual === undefined ? [] : [usual]), ...Object.values(seats)]) {
    mustBeNoLine(name, place, own)
    // A host's model writes the request: it names no files outside of what its tools can read.
    if (request.host && parseAgents(name).kind === 'script')
      throw new WrongUsage(
        `A script is not taken ${place}.`,
        'Name another voice with agents: host, claude, model:PROVIDER/NAME or acp:NAME.',
      )
  }
}

function isScripted(voices: {
  default?: string | undefined
  seats: Readonly<Record<string, string>>
}): boolean {
  return [voices.default ?? '', ...Object.values(voices.seats)].some((voice) => /^\s*script\s*:/.test(voice))
}

/** Reads every script once, and asks every live voice whether it can speak: one plain error now, not a failure of every seat later. */
export async function checkVoices(agents: Agents, around: Omit<Surroundings, 'serves'>): Promise<void> {
  for (const name of voicesIn(agents)) {
    if (name.startsWith('script:')) {
      const { readScript } = await import('./script/file.js')
      readScript(resolve(around.root, name.slice('script:'.length)))
    } else if (name.startsWith('own:')) {
      const { ownBackend } = await import('./load.js')
      ownBackend(name.slice('own:'.length), around.backends)
    } else if (!/^(host|command)/.test(name)) await mustBeReady(name, around)
  }
}

/** The name as it is recorded: checked, and with its file as it is seen from the folder that the meeting is held in. */
export async function recorded(text: string, from: string, heldIn: string): Promise<string> {
  const name = parseAgents(text)
  return name.kind === 'script' ? `script:${seenFrom(heldIn, resolve(from, name.file))}` : text.trim()
}

/** A journal may be moved or read on another machine, so it contains no absolute path. */
export function seenFrom(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/')
}

export function mustBeSeated(asked: Readonly<Record<string, string>>, seats: readonly string[]): void {
  const stranger = Object.keys(asked).find((seat) => !seats.includes(seat))
  if (stranger === undefined) return
  throw new WrongUsage(
    `No seat here is called "${stranger}".`,
    didYouMean(closeNames(stranger, seats), `The seats are: ${seats.join(', ')}.`),
  )
}

async function defaultVoice(request: AgentsRequest, config: Config, table: Table): Promise<string> {
  const { root, heldIn } = table
  if (request.default !== undefined) return recorded(request.default, request.from ?? root, heldIn)
  if (table.seats.length === 0) return nobody
  const chosen = config.agents ?? (await request.pick?.())
  if (chosen === undefined) {
    const { probe } = await import('./probe.js')
    throw nobodySpeaks(await detect(table.env, probe, config.models))
  }
  return recorded(chosen, root, heldIn)
}

function modelled(voice: string, model: string | undefined): string {
  return voice === 'claude' && model !== undefined ? `claude:${model}` : voice
}

/** A backend named for the whole meeting speaks for every seat: a configured one for a single seat could cost money unexpectedly. */
async function configured(request: AgentsRequest, config: Config, { root, heldIn }: Table) {
  return request.default === undefined ? named(config.seats, root, heldIn) : {}
}

async function named(
  seats: Readonly<Record<string, string>>,
  from: string,
  heldIn: string,
): Promise<Record<string, string>> {
  const pairs = Object.entries(seats).map(
    async ([seat, name]) => [seat, await recorded(name, from, heldIn)] as const,
  )
  return Object.fromEntries(await Promise.all(pairs))
}

async function mustBeReady(text: string, around: Omit<Surroundings, 'serves'>): Promise<void> {
  const { load } = await import('./load.js')
  const name = parseAgents(text)
  const backend = await load(name, { ...around, serves: () => true })
  const { ready, detail, code = 'AGENTS' } = await backend.check()
  const why = ready ? await whyNotThere(name, around) : detail
  if (why === null) return
  throw new CannotGoOn(
    code,
    `${text} cannot speak here: ${why}`,
    ready
      ? 'Start that server, or name another voice: `parley doctor` says who can.'
      : 'See who can: `parley doctor`.',
  )
}

/** A server that is down is said once here, before anything is opened, and not once for every seat. */
async function whyNotThere(name: AgentName, around: Omit<Surroundings, 'serves'>): Promise<string | null> {
  if (name.kind !== 'model') return null
  const [{ modelOptions }, { whyUnreachable }] = await Promise.all([
    import('./load.js'),
    import('./model/reach.js'),
  ])
  return whyUnreachable(await modelOptions(name, around), around.env)
}
