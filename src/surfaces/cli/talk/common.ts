// What the talk commands share: the server, the project of the current folder, and talks by a word of their id.

import { resolve } from 'node:path'
import type { MeetingEntry, MeetingRef, Project, TalkRequest } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import type { RequestsFound } from '../../../protocols/talk/views.js'
import { meetingsMeant } from '../../../rules/meeting-name.js'
import { parleyHome } from '../../../workspace/home.js'
import { projectAt, repositoryAt, repositoryOf, samePath } from '../../project-at.js'
import { connectTo, type ServerClient } from '../../server-client.js'
import type { Args, Flag } from '../command.js'
import type { Io } from '../io.js'
import { folderOf } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { remark } from '../screen/hanging.js'
import { ago } from '../screen/words.js'

export const projectFlag: Readonly<Record<string, Flag>> = {
  project: { takes: 'NAME', about: 'a registered project, instead of the repository that you stand in' },
}

export function connect(io: Io): Promise<ServerClient> {
  return connectTo(parleyHome(io.env), (text) => remark(io, text.replaceAll('`parley ', `\`${io.command} `)))
}

export function pathOf({ project, id }: MeetingRef, verb = ''): string {
  return `/api/meetings/${encodeURIComponent(project)}/${encodeURIComponent(id)}${verb}`
}

/** Requests that only the files of the repository here have: it is not registered, or they are not committed. */
export async function requestsInFilesHere(
  server: ServerClient,
  args: Args,
  io: Io,
): Promise<RequestsFound & { readonly registered: boolean }> {
  const root = args.value('project') === undefined ? repositoryAt(folderOf(args, io)) : undefined
  if (root === undefined) return { requests: [], unreadable: [], registered: false }
  const { ownRequestsAbout } = await import('./shelf.js')
  const found = await ownRequestsAbout(root, parleyHome(io.env))
  const known = await server.get<readonly Project[]>('/api/projects')
  const mine = known.find(({ path }) => samePath(path, root))
  // The server tells those of a folder in which the person has only met.
  const requests = mine && !mine.registered ? [] : found.requests
  return { ...found, requests, registered: mine?.registered ?? false }
}

/** The request that this word names, or the only one. One of the repository here registers it, if it is not yet. */
export async function requestNamed(
  server: ServerClient,
  word: string | undefined,
  args: Args,
  io: Io,
): Promise<MeetingRef> {
  const { requests: here } = await requestsInFilesHere(server, args, io)
  const [only, ...others] = word === undefined ? here : meetingsMeant(word, here)
  if (!only || others.length > 0) return talkNamed(server, word, 'request', io)
  await projectHere(server, args, io)
  return talkNamed(server, only.id, 'request', io).catch(() => {
    throw new WrongUsage(
      `The request ${only.id} is only in your working tree, and talks are cut from commits.`,
      'Commit it, then accept it.',
    )
  })
}

/** The project of the repository in the current folder; it is registered if it is not yet. */
export async function projectHere(server: ServerClient, args: Args, io: Io): Promise<string> {
  const asked = args.value('project')
  if (asked !== undefined) return asked
  const root = repositoryOf(folderOf(args, io))
  return projectAt(server, root, (name) => remark(io, `Registered ${root} as the project ${name}.`))
}

/** How help says what the id of a talk may be. */
export const talkOperand = {
  name: 'ID',
  about: 'the talk: its id, any part of it that no other has, or `last`; left out, the only one that is open',
  optional: true,
} as const

/** The talk or request that this word names; without a word, the only one that is open. */
export async function talkNamed(
  server: ServerClient,
  word: string | undefined,
  what: 'talk' | 'request',
  io: Io,
): Promise<MeetingRef> {
  const all = what === 'talk' ? (await talks(server)).map(talkListed) : await requestsListed(server)
  const found = word === undefined ? all.filter(({ open }) => open) : meetingsMeant(word, all)
  const [only, ...others] = found
  const list = what === 'talk' ? 'talk list' : 'talk requests'
  const none = word === undefined ? `No ${what} is open.` : `There is no ${what} "${word}".`
  if (!only) throw new WrongUsage(none, `See what there is: \`parley ${list}\`.`)
  if (others.length === 0) return { project: only.project, id: only.id }
  const head =
    word === undefined ? `${found.length} ${what}s are open` : `"${word}" could be any of ${found.length}`
  const lines = found.slice(0, few).map(({ id, title, at }) => {
    const when = Number.isNaN(Date.parse(at)) ? '' : ` · ${ago(at, io.now())}`
    return `  ${oneLine(id, 80)}${when} · ${oneLine(title, 60)}`
  })
  const more = found.length > few ? [`  and ${found.length - few} more`] : []
  throw new WrongUsage(
    [`${head}:`, ...lines, ...more].join('\n'),
    'Name one by a part of its id that no other has, or the newest by `last`.',
  )
}

const few = 8

interface Listed extends MeetingRef {
  readonly title: string
  readonly at: string
  readonly open: boolean
}

function talkListed({ project, id, title, updatedAt, status, detail }: MeetingEntry): Listed {
  const open = status !== 'concluded' && status !== 'aborted' && detail !== 'requested'
  return { project, id, title, at: updatedAt, open }
}

async function requestsListed(server: ServerClient): Promise<readonly Listed[]> {
  const found = await server.get<readonly TalkRequest[]>('/api/requests')
  return found.map(({ project, id, title, date }) => ({ project, id, title, at: date, open: true }))
}

export function talks(server: ServerClient, project?: string): Promise<readonly MeetingEntry[]> {
  const of = project === undefined ? '' : `&project=${encodeURIComponent(project)}`
  return server.get(`/api/meetings?protocol=talk${of}`)
}

/** `--network` holds for the turns that this command starts. */
export function onlineIf(args: Args): { readonly network?: true } {
  return args.has('network') ? { network: true } : {}
}

/** The flags for agents, ceilings and the recording, with absolute paths, since the server runs in another folder. */
export async function voicesIn(
  args: Args,
  io: Io,
): Promise<{
  agents?: string
  seats?: Readonly<Record<string, string>>
  ceiling?: number
  costCeiling?: number
  record?: string
}> {
  if (!['agents', 'seat', 'token-ceiling', 'cost-ceiling', 'record'].some((flag) => args.has(flag))) return {}
  const [{ agentsAsked }, { parseAgents }] = await Promise.all([
    import('../agents-choice.js'),
    import('../../../agents/names.js'),
  ])
  const fromAnywhere = (text: string) => {
    const name = parseAgents(text)
    return name.kind === 'script' ? `script:${resolve(io.cwd, name.file)}` : text.trim()
  }
  const asked = await agentsAsked({ args, io, root: io.cwd })
  const seats = Object.entries(asked.seats ?? {}).map(([seat, name]) => [seat, fromAnywhere(name)] as const)
  return {
    ...(asked.default === undefined ? {} : { agents: fromAnywhere(asked.default) }),
    ...(seats.length === 0 ? {} : { seats: Object.fromEntries(seats) }),
    ...(asked.ceiling === undefined ? {} : { ceiling: asked.ceiling }),
    ...(asked.costCeiling === undefined ? {} : { costCeiling: asked.costCeiling / 1_000_000 }),
    ...(asked.record === undefined ? {} : { record: resolve(io.cwd, asked.record) }),
  }
}
