// Agents' choice: who speaks, as the flags say, else the configuration, else what the person picks once, else a rehearsal.

import { resolve } from 'node:path'
import type { Found } from '../../agents/choose.js'
import { type Agents, agentsIn } from '../../agents/recorded.js'
import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import type { Line } from '../../kernel/line.js'
import { closeNames } from '../../rules/close-names.js'
import { parleyHome } from '../../workspace/home.js'
import { readLoosely } from '../../workspace/journal-file.js'
import { folderOf as meetingFolder } from '../../workspace/meetings.js'
import { didYouMean } from './args.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import { preparedFor } from './prepared.js'
import { canAsk } from './present.js'
import { seatsOf } from './screen/faces.js'

export interface Choosing {
  readonly args: Args
  readonly io: Io
  readonly root: string
  /** The seats at the table, where they are known already: `--seat` may name no other. */
  readonly seats?: readonly string[]
}

/** A seat that says nothing for this long has failed. */
const patienceSeconds = 600

/** Who speaks in a new meeting. Everything that is named is checked before anything is opened. */
export async function chooseAgents(choosing: Choosing): Promise<Agents> {
  const { args, io, root } = choosing
  const { loadConfig } = await import('../../workspace/config.js')
  const config = await loadConfig(root, parleyHome(io.env))
  const agents: Agents = {
    default: await whoSpeaks(choosing, config.agents),
    seats: { ...config.seats, ...(await seatsIn(choosing)) },
    ceiling: ceilingIn(args) ?? config.tokenCeiling ?? null,
    timeoutSeconds: config.timeoutSeconds ?? patienceSeconds,
    ...recordIn(args, io),
  }
  await checked(agents, choosing)
  return agents
}

/** A file that a flag names is looked for from here, one that the configuration names from the workspace. */
async function whoSpeaks(choosing: Choosing, configured: string | undefined): Promise<string> {
  const flag = choosing.args.value('agents')
  if (flag !== undefined) return named(flag, choosing.io.cwd)
  return named(configured ?? (await pick(choosing)), choosing.root)
}

/** Who speaks from here on in a meeting that was opened before; undefined when no flag changes anything. */
export async function agentsFor(choosing: Choosing & { id: string }): Promise<Agents | undefined> {
  const { args, io, root, id } = choosing
  const { lines } = readLoosely(meetingFolder(root, id))
  const before = agentsIn(lines)
  if (!before || !['agents', 'seat', 'token-ceiling', 'record'].some((flag) => args.has(flag))) {
    await preparedFor(args, io, before)
    return undefined
  }
  const flag = args.value('agents')
  const seats = await seatsIn({ ...choosing, ...knownSeats(lines[0]) })
  const agents: Agents = {
    ...before,
    default: flag === undefined ? before.default : await named(flag, io.cwd),
    seats: flag === undefined ? { ...before.seats, ...seats } : seats,
    ceiling: ceilingIn(args) ?? before.ceiling,
    ...recordIn(args, io),
  }
  await checked(agents, choosing)
  return agents
}

function knownSeats(opened: Line | undefined): { seats?: readonly string[] } {
  const seats = seatsOf(opened)
  return seats ? { seats } : {}
}

/** What there is to speak with, as a look around this machine shows it. */
export async function found({ io, root }: Pick<Choosing, 'io' | 'root'>): Promise<readonly Found[]> {
  const [{ detect }, { probe }, { loadConfig }] = await Promise.all([
    import('../../agents/choose.js'),
    import('../../agents/probe.js'),
    import('../../workspace/config.js'),
  ])
  return detect(io.env, probe, (await loadConfig(root, parleyHome(io.env))).models)
}

/** Asked once at a terminal, and remembered; elsewhere nobody is billed by surprise. */
async function pick(choosing: Choosing): Promise<string> {
  if (!canAsk(choosing.args, choosing.io)) return 'rehearsal'
  const { pickAgents } = await import('./screen/pick-agents.js')
  const picked = await pickAgents(await found(choosing))
  if (picked === undefined) return 'rehearsal'
  const { rememberAgents } = await import('../../workspace/config.js')
  await rememberAgents(parleyHome(choosing.io.env), picked)
  return picked
}

/** The name as it is recorded: checked, with its file found from anywhere. */
async function named(text: string, from: string): Promise<string> {
  const { parseAgents } = await import('../../agents/names.js')
  const name = parseAgents(text)
  return name.kind === 'script' ? `script:${resolve(from, name.file)}` : text.trim()
}

async function seatsIn({ args, io, seats: known }: Choosing): Promise<Record<string, string>> {
  const { parseSeat } = await import('../../agents/names.js')
  const pairs: [string, string][] = []
  for (const { seat, name } of args.values('seat').map(parseSeat)) {
    if (known && !known.includes(seat)) throw noSuchSeat(seat, known)
    pairs.push([seat, await named(name, io.cwd)])
  }
  return Object.fromEntries(pairs)
}

function noSuchSeat(seat: string, known: readonly string[]): WrongUsage {
  const all = `The seats are: ${known.join(', ')}.`
  return new WrongUsage(`No seat here is called "${seat}".`, didYouMean(closeNames(seat, known), all))
}

function ceilingIn(args: Args): number | undefined {
  const given = args.value('token-ceiling')
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(given))
    throw new WrongUsage(
      `--token-ceiling cannot be "${given}".`,
      'It is a whole number of tokens, more than zero.',
    )
  return Number(given)
}

function recordIn(args: Args, io: Io): { record?: string } {
  const file = args.value('record')
  return file === undefined ? {} : { record: resolve(io.cwd, file) }
}

/** Reads every script and the prepared answers once, so that a slip in them is found before anything is opened. */
async function checked(agents: Agents, { args, io, root }: Choosing): Promise<void> {
  const scripts = [agents.default, ...Object.values(agents.seats)].filter((name) =>
    name.startsWith('script:'),
  )
  if (scripts.length > 0) {
    const { readScript } = await import('../../agents/script/file.js')
    for (const script of scripts) readScript(script.slice('script:'.length))
  }
  await preparedFor(args, io, agents)
  await mustBeReady(agents, io, root)
}

/** A missing key or package is one plain error now, not a failure of every seat later. */
async function mustBeReady({ default: usual, seats }: Agents, io: Io, root: string): Promise<void> {
  const live = [...new Set([usual, ...Object.values(seats)])].filter(
    (name) => !/^(script|rehearsal|command)/.test(name),
  )
  if (live.length === 0) return
  const [{ load }, { parseAgents }, { loadConfig }] = await Promise.all([
    import('../../agents/load.js'),
    import('../../agents/names.js'),
    import('../../workspace/config.js'),
  ])
  const { models } = await loadConfig(root, parleyHome(io.env))
  for (const name of live) {
    const backend = await load(parseAgents(name), { root, env: io.env, models, serves: () => true })
    const { ready, detail } = await backend.check()
    const hint = `See who can: \`${io.command} doctor\`. A rehearsal needs nothing: --agents rehearsal.`
    if (!ready) throw new CannotGoOn('AGENTS', `${name} cannot speak here: ${detail}`, hint)
  }
}
