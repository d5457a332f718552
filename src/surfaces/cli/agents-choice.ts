// Agents' choice: what the flags of a command say about who speaks, and what is asked where they say nothing.

import { resolve } from 'node:path'
import type { Found, usable } from '../../agents/choose.js'
import { isLoopback } from '../../agents/lines.js'
import { type Agents, agentsIn, voicesIn } from '../../agents/recorded.js'
import type { AgentsRequest } from '../../agents/who-speaks.js'
import { WrongUsage } from '../../kernel/errors.js'
import type { Journal } from '../../kernel/line/journal.js'
import type { Line } from '../../kernel/line/line.js'
import { parseDollars } from '../../rules/money.js'
import { parleyHome } from '../../workspace/home.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import { preparedFor } from './prepared.js'
import { agreed, canAsk } from './present.js'
import { remark } from './screen/hanging.js'

export interface Choosing {
  readonly args: Args
  readonly io: Io
  readonly root: string
}

/** Who speaks in a new meeting, as the flags say. A person at a terminal is asked once, and the choice is remembered. */
export async function agentsAsked(choosing: Choosing): Promise<AgentsRequest> {
  const { args, io } = choosing
  let picked: Promise<string | undefined> | undefined
  return {
    default: args.value('agents'),
    seats: await seatsIn(args),
    ceiling: ceilingIn(args),
    costCeiling: costCeilingIn(args),
    record: args.value('record'),
    from: io.cwd,
    pick: () => {
      picked ??= pick(choosing)
      return picked
    },
  }
}

/** Who speaks from here on in a meeting that was opened before; undefined when no flag changes anything. */
export async function agentsFor(
  choosing: Choosing & { journal: Journal; speaksNext?: boolean },
): Promise<Agents | undefined> {
  const { args, io, root, journal } = choosing
  const { lines } = await journal.readable()
  const [opened] = lines
  const before = agentsIn(lines)
  if (!before || !changing.some((flag) => args.has(flag))) {
    await preparedFor(choosing, before)
    if (before && choosing.speaksNext) await mustBeReached(before, choosing)
    return undefined
  }
  const [speaking, pricing, { loadConfig }] = await Promise.all([
    import('../../agents/who-speaks.js'),
    import('../../agents/prices.js'),
    import('../../workspace/config.js'),
  ])
  const { checkVoices, mustBeSeated, recorded, seenFrom } = speaking
  const flag = args.value('agents')
  const asked = await seatsIn(args)
  const known = await knownSeats(opened)
  if (known) mustBeSeated(asked, known)
  const pairs = Object.entries(asked).map(async ([seat, name]) => [seat, await recorded(name, io.cwd, root)])
  const seats: Record<string, string> = Object.fromEntries(await Promise.all(pairs))
  const file = args.value('record')
  const costCeiling = costCeilingIn(args) ?? before.costCeiling
  const voices = {
    default: flag === undefined ? before.default : await recorded(flag, io.cwd, root),
    seats: flag === undefined ? { ...before.seats, ...seats } : seats,
  }
  const config = await loadConfig(root, parleyHome(io.env))
  const prices = await pricing.pricesOf(voicesIn(voices), config)
  const agents: Agents = {
    ...before,
    ...voices,
    prices,
    ...(costCeiling === undefined ? {} : { costCeiling }),
    ceiling: ceilingIn(args) ?? before.ceiling,
    ...(file === undefined ? {} : { record: seenFrom(root, resolve(io.cwd, file)) }),
  }
  await preparedFor(choosing, agents)
  if (costCeiling !== undefined) pricing.mustBePriced(pricing.pricesInUse(agents, known ?? []))
  await checkVoices(agents, { root, env: io.env, models: config.models })
  return agents
}

/** A server that is down is said once, before any seat is called. */
async function mustBeReached(agents: Agents, { io, root }: Choosing): Promise<void> {
  const [{ checkVoices }, { loadConfig }] = await Promise.all([
    import('../../agents/who-speaks.js'),
    import('../../workspace/config.js'),
  ])
  const { models } = await loadConfig(root, parleyHome(io.env))
  const voices = [agents.default, ...Object.values(agents.seats)].filter((name) => name.startsWith('model:'))
  for (const name of new Set(voices))
    await checkVoices({ ...agents, default: name, seats: {} }, { root, env: io.env, models })
}

/** The seats that a meeting was opened with; empty when its first line does not name them. */
async function knownSeats(opened: Line | undefined): Promise<readonly string[] | undefined> {
  if (opened?.kind !== 'opened') return undefined
  const tellings = await (await import('../../protocols/tellings.js')).loadTellings()
  const faces = tellings.of(opened.data.protocol).seats(opened.data.input)
  return faces.length > 0 ? faces.map(({ id }) => id) : undefined
}

/** The backends that were found on this machine. */
export async function found({ io, root }: Pick<Choosing, 'io' | 'root'>): Promise<readonly Found[]> {
  const [{ detect }, { probe }, { loadConfig }] = await Promise.all([
    import('../../agents/choose.js'),
    import('../../agents/probe.js'),
    import('../../workspace/config.js'),
  ])
  return detect(io.env, probe, (await loadConfig(root, parleyHome(io.env))).models)
}

/** Asked once at a terminal, and remembered. Without a terminal nobody is chosen, and a voice that may cost money never without a yes. */
async function pick(choosing: Choosing): Promise<string | undefined> {
  const { args, io } = choosing
  if (!canAsk(args, io)) return undefined
  const { usable } = await import('../../agents/choose.js')
  const voices = usable(await found(choosing))
  const [only, ...others] = voices
  if (only === undefined) return undefined
  if (others.length === 0 && isFree(only.name)) {
    remark(io, `${only.name} speaks: ${only.hint}. --agents NAME names another.`)
    return only.name
  }
  const picked = others.length === 0 ? await agreedTo(only, choosing) : await pickedAmong(voices)
  // Who leaves it is asked again next time.
  if (picked === undefined) return undefined
  const { rememberAgents } = await import('../../workspace/config.js')
  await rememberAgents(parleyHome(io.env), picked)
  return picked
}

type Voice = ReturnType<typeof usable>[number]

async function agreedTo({ name, hint }: Voice, { args, io }: Choosing): Promise<string | undefined> {
  const message = `Shall ${name} speak for the seats? ${hint}; it may cost money. (remembered; --agents says otherwise)`
  return (await agreed(message, args, io)) ? name : undefined
}

async function pickedAmong(voices: readonly Voice[]): Promise<string | undefined> {
  const clack = await import('@clack/prompts')
  const picked = await clack.select({
    message: 'Who shall speak for the seats? (remembered; --agents says otherwise)',
    options: voices.map(({ name, hint }) => ({ value: name, label: name, hint })),
    maxItems: 12,
  })
  return clack.isCancel(picked) ? undefined : picked
}

/** A server on this machine: it bills nobody. */
function isFree(voice: string): boolean {
  const address = /@(https?:.+)$/.exec(voice)?.[1]
  return address !== undefined && isLoopback(address)
}

/** The voices that flags name for single seats. */
export async function seatsIn(args: Args): Promise<Record<string, string>> {
  if (!args.has('seat')) return {}
  const { parseSeat } = await import('../../agents/names.js')
  return Object.fromEntries(args.values('seat').map((text) => [parseSeat(text).seat, parseSeat(text).name]))
}

/** Flags that say how a meeting is voiced from here on. */
const changing = ['agents', 'seat', 'token-ceiling', 'cost-ceiling', 'record']

function costCeilingIn(args: Args): number | undefined {
  const given = args.value('cost-ceiling')
  if (given === undefined) return undefined
  const micros = parseDollars(given)
  if (micros === null)
    throw new WrongUsage(`--cost-ceiling cannot be "${given}".`, 'It is an amount in dollars, such as 0.50.')
  return micros
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
