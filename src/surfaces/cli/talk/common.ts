// What the talk commands share: the server, the project of the current folder, and talks by a word of their id.

import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { MeetingEntry, MeetingRef, Project, TalkRequest } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import { meetingsMeant } from '../../../rules/meeting-name.js'
import { parleyHome } from '../../../workspace/home.js'
import type { Args, Flag } from '../command.js'
import type { Io } from '../io.js'
import { folderOf } from '../places.js'
import { connectTo, type ServerClient } from './client.js'

export const projectFlag: Readonly<Record<string, Flag>> = {
  project: { takes: 'NAME', about: 'a registered project, instead of the repository that you stand in' },
}

export function connect(io: Io): Promise<ServerClient> {
  return connectTo(parleyHome(io.env), (text) =>
    io.err(`${text.replaceAll('`parley ', `\`${io.command} `)}\n`),
  )
}

export function pathOf({ project, id }: MeetingRef, verb = ''): string {
  return `/api/meetings/${encodeURIComponent(project)}/${encodeURIComponent(id)}${verb}`
}

/** The repository here while it is not registered: its requests are in its own files. */
export async function unregisteredHere(
  server: ServerClient,
  args: Args,
  io: Io,
): Promise<readonly TalkRequest[]> {
  const root = args.value('project') === undefined ? repositoryAt(folderOf(args, io)) : undefined
  if (root === undefined) return []
  const known = await server.get<readonly Project[]>('/api/projects')
  if (known.some(({ path }) => samePath(path, root))) return []
  const { requestsOf } = await import('../../../protocols/talk/ground/requests.js')
  return requestsOf(root, basename(root))
}

/** The request that this word names. One of the repository here registers it, if it is not yet. */
export async function requestNamed(
  server: ServerClient,
  word: string,
  args: Args,
  io: Io,
): Promise<MeetingRef> {
  const [only, ...others] = meetingsMeant(word, await unregisteredHere(server, args, io))
  if (!only || others.length > 0) return talkNamed(server, word, 'request')
  await projectHere(server, args, io)
  return talkNamed(server, only.id, 'request').catch(() => {
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
  return projectAt(server, root, (name) => io.err(`Registered ${root} as the project ${name}.\n`))
}

/** The project of this repository. `made` is told its name where it had to be registered. */
export async function projectAt(
  server: ServerClient,
  root: string,
  made: (name: string) => void = () => {},
): Promise<string> {
  const known = await server.get<readonly Project[]>('/api/projects')
  const mine = known.find(({ path }) => samePath(path, root))
  if (mine) return mine.name
  const name = freeName(basename(root), new Set(known.map((project) => project.name)))
  await server.post('/api/projects', { name, path: root })
  made(name)
  return name
}

/** The one talk or request that this word names. */
export async function talkNamed(
  server: ServerClient,
  word: string,
  what: 'talk' | 'request',
): Promise<MeetingRef> {
  const found: readonly (MeetingEntry | TalkRequest)[] =
    what === 'talk' ? await talks(server) : await server.get<readonly TalkRequest[]>('/api/requests')
  const [only, ...others] = meetingsMeant(word, found)
  const list = what === 'talk' ? 'talk list' : 'talk requests'
  if (!only) throw new WrongUsage(`There is no ${what} "${word}".`, `See what there is: \`parley ${list}\`.`)
  if (others.length > 0)
    throw new WrongUsage(
      `"${word}" could be ${[only, ...others].map(({ id }) => id).join(', ')}.`,
      'Give a longer part of the id.',
    )
  return { project: only.project, id: only.id }
}

export function talks(server: ServerClient, project?: string): Promise<readonly MeetingEntry[]> {
  const of = project === undefined ? '' : `&project=${encodeURIComponent(project)}`
  return server.get(`/api/meetings?protocol=talk${of}`)
}

/** `--network` holds for the turns that this command starts. */
export function onlineIf(args: Args): { readonly network?: true } {
  return args.has('network') ? { network: true } : {}
}

/** The flags for agents and the token ceiling, with absolute paths, since the server runs in another folder. */
export async function voicesIn(
  args: Args,
  io: Io,
): Promise<{
  agents?: string
  seats?: Readonly<Record<string, string>>
  ceiling?: number
  costCeiling?: number
}> {
  if (!['agents', 'seat', 'token-ceiling', 'cost-ceiling'].some((flag) => args.has(flag))) return {}
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
  }
}

export function repositoryOf(folder: string): string {
  const root = repositoryAt(folder)
  if (root !== undefined) return root
  throw new WrongUsage(
    `${folder} is in no git repository, and a talk works on a branch of one.`,
    'Go to one, or name a registered project with --project NAME.',
  )
}

function repositoryAt(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

function samePath(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return false
  }
}

/** A name that is valid in URLs, folders and branches. */
function freeName(folder: string, taken: ReadonlySet<string>): string {
  const plain =
    folder
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/\.{2,}/g, '.')
      .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
      .slice(0, 50) || 'project'
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(name)) return name
  }
}
