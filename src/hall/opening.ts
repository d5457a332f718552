// Opening meetings: every one is prepared and begun, in its project's own folder or, where the server is its host, among the talks.

import { talkJournals } from '../journals.js'
import { Refused } from '../kernel/errors.js'
import { type Parley, parley } from '../parley.js'
import { protocols } from '../protocols/index.js'
import type { MeetingKind } from '../protocols/manifest.js'
import { TALK } from '../protocols/talk/names.js'
import { foreseenWords } from '../rules/forecast.js'
import { textIn } from '../story/reading.js'
import { millionths } from '../workspace/price-schema.js'
import type { Accepting, Estimate, MeetingRef, OpenMeeting, TurnAllowance, VoicesAsked } from './api.js'
import { folderOf, type KnownProject, knownProjects, type Parts, parleyOf, usableProject } from './parts.js'

/** Opened when it returns. A hosted meeting is under way then; any other waits to be held. */
export async function openMeeting(parts: Parts, request: OpenMeeting, exists?: Exists): Promise<MeetingRef> {
  const { protocol, project: name, agents, seats, ceiling, costCeiling, network, ...fields } = request
  const project = await usableProject(parts, name)
  const wanted = { protocol, fields, agents: voices({ agents, seats, ceiling, costCeiling }) }
  if (isHosted(protocol))
    return openTalk(parts, project, parts.talks.newTalk(project), { ...wanted, network }, exists)
  if (network) throw onlyTalks()
  const own = parleyOf(parts, project)
  const ref = { project: project.name, id: await own.begin(await prepared(own, wanted)) }
  exists?.(ref)
  return ref
}

/** Told as soon as the meeting has an id and a journal; its opening may still fail. */
type Exists = (ref: MeetingRef) => void

/** By the function that opening uses, which records the same forecast. */
export async function estimateMeeting(parts: Parts, request: OpenMeeting): Promise<Estimate> {
  const { protocol, project: name, agents, seats, ceiling, costCeiling, network, ...fields } = request
  const project = await usableProject(parts, name)
  if (network && !isHosted(protocol)) throw onlyTalks()
  if (isHosted(protocol))
    return { foreseen: null, words: 'A talk costs what its turns cost: how many it takes, nobody knows.' }
  const wanted = { protocol, fields, agents: voices({ agents, seats, ceiling, costCeiling }) }
  const { agents: settled } = await prepared(parleyOf(parts, project), wanted)
  const { foreseen = null, costCeiling: most = null } = settled
  const free = 'No money: nobody is paid for a rehearsal, a script or a server of your own.'
  return { foreseen, words: foreseen === null ? free : foreseenWords(foreseen, most) }
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

export function isHosted(protocol: string): boolean {
  return protocols.some(({ hosted, meetings }) => hosted === true && Object.hasOwn(meetings, protocol))
}

/** Its journal lies with all talks; its project's settings say who speaks. */
async function openTalk(
  parts: Parts,
  project: KnownProject,
  kind: MeetingKind,
  { network, ...wanted }: Wanted & TurnAllowance,
  exists?: Exists,
): Promise<MeetingRef> {
  const among = talksParley(parts, { kinds: { [TALK]: kind }, preparedFor: project.path })
  const ready = await prepared(among, wanted)
  const claim = async () => {
    const id = await among.begin(ready)
    exists?.({ project: project.name, id })
    return id
  }
  return parts.talks.open(project.name, claim, { network })
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

export function voices({ agents, seats, ceiling, costCeiling }: VoicesAsked): Wanted['agents'] {
  const most = costCeiling === undefined ? {} : { costCeiling: millionths(costCeiling) }
  return { default: agents, ceiling, ...most, ...(seats === undefined ? {} : { seats }) }
}

type Wanted = Parameters<Parley['prepare']>[0]

/** A rule that forbids the meeting is a refusal here; nothing was written. */
async function prepared(own: Parley, wanted: Wanted) {
  const ready = await own.prepare(wanted)
  if (ready.kind === 'ready') return ready
  const [message = ready.halt, ...rest] = ready.lines
  throw new Refused('bad-request', message, rest.join(' '))
}
