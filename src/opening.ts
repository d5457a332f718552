// Opens a meeting: `prepare` checks everything that can be wrong, `begin` claims an id and writes the first line. The command line, the
// server and programs all use it; a meeting that was found without its journal skips only its protocol's own `prepare`.

import type { Agents } from './agents/recorded.js'
import { type AgentsRequest, whoSpeaks } from './agents/who-speaks.js'
import type { Backend } from './kernel/agents.js'
import { CannotGoOn } from './kernel/errors.js'
import type { MaskedPlace } from './kernel/line/masks.js'
import { type Fields, type Given, readRequest, type Values } from './kernel/request.js'
import { protocols } from './protocols/index.js'
import type { Around, FoundMeeting, MeetingKind, NotReady, Ready, Voicing } from './protocols/manifest.js'
import { onDisk } from './workspace/disk-errors.js'
import { mustBeUsable } from './workspace/git/usable.js'
import { ownFolder } from './workspace/home.js'
import { mustNotBeNested } from './workspace/nested.js'
import { folderBelow } from './workspace/plain-files.js'

/** A request to open a meeting. */
export interface MeetingRequest {
  /** As journals name it: `council.meeting`. */
  readonly protocol: string
  /** By the names of the protocol's fields. */
  readonly fields: Given
  readonly agents?: AgentsRequest
  /** What tells this request from others, for a client that may send it twice. */
  readonly request?: string | undefined
  /** What the surface calls a field, for refusals: `--max-turns`. */
  called?(field: string): string
}

/** A meeting that is ready to begin. */
export interface PreparedMeeting {
  readonly kind: 'ready'
  readonly protocol: string
  readonly agents: Agents
  readonly ready: Pick<Ready, 'propose'>
  readonly request?: string | undefined
  /** Where secrets were masked in the request. */
  readonly secrets?: readonly MaskedPlace[]
  /** For the person, before it begins. */
  readonly warnings?: readonly string[]
}

/** What preparing needs of a workspace. */
export interface Opener {
  /** Whose settings count. */
  readonly root: string
  /** The workspace that keeps its journal. */
  readonly heldIn: string
  readonly home: string
  /** Voices that this program brings along. */
  readonly backends?: Readonly<Record<string, Backend>> | undefined
  kindNamed(protocol: string): Promise<MeetingKind>
  readonly around: Around
  /** Claims the id and writes the first line; false when the id is taken. */
  open(meeting: OpenedAs): Promise<boolean>
}

export interface OpenedAs {
  readonly protocol: string
  readonly id: string
  readonly input: unknown
  readonly agents: Agents
  readonly secrets?: readonly MaskedPlace[]
  readonly request?: string | undefined
}

export async function prepareMeeting(
  opener: Opener,
  request: MeetingRequest,
): Promise<PreparedMeeting | NotReady> {
  mustNotBeNested()
  const kind = await opener.kindNamed(request.protocol)
  await mustBeUsable(opener.root)
  // Before anything is made in the workspace.
  await onDisk('keep meetings in', opener.home, async () => folderBelow(opener.home, '.', ownFolder))
  const given = readRequest(kind.fields, request.fields, request.called)
  const { values, secrets } = await maskedRequest(kind.fields, given, opener.around)
  const ready = await kind.prepare(values, opener.around)
  if (ready.kind === 'halted') return ready
  const prepared = await prepareFound(opener, { protocol: request.protocol, ready }, request.agents)
  return { ...prepared, secrets, request: request.request }
}

/** Chooses the backends for a meeting whose input is known, and checks that each can speak. */
export async function prepareFound(
  { root, heldIn, home, backends }: Pick<Opener, 'root' | 'heldIn' | 'home' | 'backends'>,
  { protocol, ready }: FoundMeeting,
  request: AgentsRequest = {},
): Promise<PreparedMeeting> {
  mustNotBeNested()
  const { seats, model, noWeb = false } = ready
  const table = { root, heldIn, home, backends, env: process.env, seats, model, noWeb }
  const agents = await whoSpeaks(request, table)
  const warnings = [...(ready.warnings ?? []), ...uncapped(agents)]
  return {
    kind: 'ready',
    protocol,
    agents,
    ready,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** A coding agent asks its model as often as it likes within one turn, and tells afterwards. */
function uncapped({ ceiling, costCeiling, default: usual, seats }: Agents): readonly string[] {
  const found = [usual, ...Object.values(seats)].find((voice) => voice.startsWith('acp:'))
  if (found === undefined || (ceiling === null && costCeiling === undefined)) return []
  return [
    `What ${found} spends inside a turn cannot be capped: the ceiling is held between turns, and may be passed.`,
  ]
}

/** Another process may take the id between the proposal and the claim: then the next one is proposed. */
export async function beginMeeting(opener: Opener, prepared: PreparedMeeting): Promise<string> {
  const { protocol, agents, ready, secrets = [], request } = prepared
  const voicing: Voicing = {
    voice: (seat) => agents.seats[seat] ?? agents.default,
    apart: (seat) => agents.seats[seat] !== undefined,
    ceiling: agents.ceiling,
  }
  let last: string | undefined
  for (let tries = 0; tries < mostTries; tries++) {
    const { id, input } = await ready.propose(voicing)
    if (await opener.open({ protocol, id, input, agents, secrets, request })) return id
    if (id === last) throw new CannotGoOn('EXISTS', `There is a meeting ${id} already.`)
    last = id
  }
  throw new CannotGoOn(
    'BUSY',
    `No free id was found in ${mostTries} tries: others open meetings faster.`,
    'Try again in a minute.',
  )
}

const mostTries = 100

/** The kind of meeting that journals know by this name. */
export async function shippedKind(name: string): Promise<MeetingKind> {
  // A journal may name anything, also what every object has.
  const offer = protocols.find(({ meetings }) => Object.hasOwn(meetings, name))?.meetings[name]
  if (offer) return offer.load()
  const known = protocols.flatMap(({ meetings }) => Object.keys(meetings))
  throw new CannotGoOn('NO_PROTOCOL', `This parley has no protocol "${name}".`, `It has ${known.join(', ')}.`)
}

/** Texts become part of file and branch names, so secrets are masked before that. */
async function maskedRequest<F extends Fields>(
  fields: F,
  given: Values<F>,
  { scrub }: Pick<Around, 'scrub'>,
): Promise<{ values: Values<F>; secrets: readonly MaskedPlace[] }> {
  const secrets: MaskedPlace[] = []
  const clean = async (field: string, text: string) => {
    const scrubbed = await scrub(text)
    if (scrubbed.kinds.length > 0) secrets.push({ place: `the ${field}`, kinds: scrubbed.kinds })
    return scrubbed.text
  }
  const pairs = Object.keys(fields).map(async (name) => {
    const value: unknown = given[name]
    if (typeof value === 'string') return [name, await clean(name, value)] as const
    if (!Array.isArray(value)) return [name, value] as const
    return [name, await Promise.all(value.map((one) => clean(name, String(one))))] as const
  })
  return { values: Object.fromEntries(await Promise.all(pairs)) as Values<F>, secrets }
}
