// Opening meetings: every one is prepared and begun, in its project's own folder or, where the hall is its host, by that host.

import { createHash } from 'node:crypto'
import { needsHost } from '../agents/recorded.js'
import { talkJournals } from '../journals.js'
import { Refused, WrongUsage } from '../kernel/errors.js'
import { openedIn } from '../kernel/run/hold.js'
import { type Parley, parley } from '../parley.js'
import type { MeetingKind, Missing } from '../protocols/manifest.js'
import { TALK } from '../protocols/talk/names.js'
import { textIn } from '../view/reading.js'
import { millionths } from '../workspace/price-schema.js'
import type { Accepting, Caller, MeetingRef, OpenMeeting, VoicesAsked } from './api.js'
import type { Exists, Host, HostedWish, Wanted } from './hosts.js'
import { folderOf, type KnownProject, knownProjects, type Parts, parleyOf, usableProject } from './parts.js'
import { registered } from './registering.js'

/** Opened when it returns. A hosted meeting is under way then; any other waits to be held. */
export async function openMeeting(
  parts: Parts,
  request: OpenMeeting,
  exists?: Exists,
  from?: Caller,
): Promise<MeetingRef> {
  const { protocol, project: name, agents, seats, ceiling, costCeiling, record, network, ...fields } = request
  const project = await usableProject(parts, name)
  const wanted = { protocol, fields, agents: voices({ agents, seats, ceiling, costCeiling, record }, from) }
  const host = parts.hosts.get(protocol)
  const asked =
    from?.request === undefined ? {} : { request: requestMark([protocol, project.name, from.request]) }
  if (host) return host.open(project, { ...wanted, ...asked, network, relayedBy: from?.client }, exists)
  if (network) throw onlyTalks()
  const own = parleyOf(parts, project)
  const ref = { project: project.name, id: await own.begin(await prepared(own, { ...wanted, ...asked })) }
  exists?.(ref)
  return ref
}

/** The meeting that this very request opened within the last hour, in whatever process: its first line says so. */
export async function openedByRequest(
  parts: Parts,
  { protocol, project: name }: OpenMeeting,
  request: string,
): Promise<MeetingRef | undefined> {
  const project = await usableProject(parts, name)
  const mark = requestMark([protocol, project.name, request])
  const { journals } = parts.hosts.has(protocol) ? parts.talkMeetings : parleyOf(parts, project)
  const since = parts.now().getTime() - hourMs
  for (const { id, openedAt } of await journals.summaries()) {
    if (Date.parse(openedAt) < since) continue
    const first = await journals.of(id).first()
    if (first && openedIn([first.line]).request === mark) return { project: name, id }
  }
  return undefined
}

const hourMs = 3_600_000

/** A digest: the words of a request are nobody's business in a journal. */
function requestMark(what: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}

/** What a person would be asked for first. */
export async function missingIn(parts: Parts, request: OpenMeeting): Promise<Missing | undefined> {
  const {
    protocol,
    project: name,
    agents: _,
    seats,
    ceiling,
    costCeiling,
    record,
    network,
    ...fields
  } = request
  const project = await usableProject(parts, name)
  const { around, kind } = parleyOf(parts, project)
  return (await kind(protocol)).asksFirst?.(around, fields)
}

/** The talk that a request asks for. */
export async function acceptRequest(
  parts: Parts,
  ref: MeetingRef,
  { message, network, ...asked }: Accepting = {},
  exists?: Exists,
): Promise<MeetingRef> {
  const project = await usableProject(parts, ref.project)
  const kind = parts.talks.acceptedTalk(project, ref)
  const wanted = { protocol: TALK, fields: { message }, agents: voices(asked) }
  return openTalk(parts, project, kind, { ...wanted, network }, exists)
}

function onlyTalks(): Refused {
  return new Refused(
    'bad-request',
    'Only a talk takes "network".',
    'Open the meeting at the command line with --network, or set `commands: { network: true }` in your own settings.',
  )
}

function hostsDoNotWork(): WrongUsage {
  return new WrongUsage(
    'A worker works on files, and the model of a host only reads and speaks.',
    'Name who speaks for the worker with agents: claude, model:PROVIDER/NAME or acp:NAME.',
  )
}

/** The host of talks. */
export function talkHosting(parts: () => Parts): Host {
  return {
    kind: (project) => parts().talks.newTalk(project),
    open(project, wanted, exists) {
      const all = parts()
      return openTalk(all, project, all.talks.newTalk(project, wanted), wanted, exists)
    },
  }
}

/** Its journal lies with all talks; its project's settings say who speaks. */
async function openTalk(
  parts: Parts,
  known: KnownProject,
  kind: MeetingKind,
  { network, relayedBy, ...wanted }: HostedWish,
  exists?: Exists,
): Promise<MeetingRef> {
  const project = await registered(parts, known)
  const among = talksParley(parts, { kinds: { [TALK]: kind }, preparedFor: project.path })
  const ready = await prepared(among, wanted)
  if (needsHost(ready.agents)) throw hostsDoNotWork()
  const claim = async () => {
    const id = await among.begin(ready)
    exists?.({ project: project.name, id })
    return id
  }
  return parts.talks.open(project.name, claim, { network, relayedBy })
}

/** The journals of all talks, which lie in the person's own folder. */
export function talksParley(
  { home, talks }: Pick<Parts, 'home' | 'talks'>,
  more: { readonly kinds?: Readonly<Record<string, MeetingKind>>; readonly preparedFor?: string } = {},
): Parley {
  return parley(home, {
    home,
    journals: talkJournals(home),
    kinds: { [TALK]: talks.kind },
    tools: (grant) => talks.toolsOf(grant),
    folders: async () => {
      const projects = await knownProjects({ home }).catch(() => [])
      return projects.map(({ name, path }) => ({ folder: path, as: name }))
    },
    personIn: (input) => folderOf({ home }, textIn(input, 'project')),
    ...more,
  })
}

export function voices(
  { agents, seats, ceiling, costCeiling, record }: VoicesAsked,
  from?: Caller,
): Wanted['agents'] {
  const most = costCeiling === undefined ? {} : { costCeiling: millionths(costCeiling) }
  const place = from?.place ?? 'from a client of the server'
  const other = from ? { host: true, hostWebOff: from.webOff === true, pick: async () => from.otherwise } : {}
  return {
    ...other,
    default: agents,
    ceiling,
    record,
    place,
    ...most,
    ...(seats === undefined ? {} : { seats }),
  }
}

/** A rule that forbids the meeting is a refusal here; nothing was written. */
async function prepared(own: Parley, wanted: Wanted) {
  const ready = await own.prepare(wanted)
  if (ready.kind === 'ready') return ready
  const [message = ready.halt, ...rest] = ready.lines
  throw new Refused('bad-request', message, rest.join(' '))
}
