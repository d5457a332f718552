// Company: the personas and topics of an analysis, each from the first place that has it. Read once; the input holds them.

import { WrongUsage } from '../../../kernel/errors.js'
import type { World } from '../../../kernel/world.js'
import type { Dispatch } from '../documents/dispatch.js'
import { type PersonaFile, readPersona } from '../documents/persona-file.js'
import { readTopic } from '../documents/topic-file.js'
import type { AnalyzeInput } from '../input.js'
import { displayNames, type Role, roles } from '../names.js'
import {
  exclusiveTopics,
  mergedTopics,
  type PlacedFile,
  personaPaths,
  topicFolders,
} from '../rules/library.js'
import type { Topic } from '../rules/topics.js'

type Seat = AnalyzeInput['seats'][number]

/** Where personas and topics are to be looked for. */
export interface Wanted {
  readonly personas: string | null
  readonly topics: string | null
  readonly dispatch: Pick<Dispatch, 'personas' | 'topics'> | null
}

export interface Company {
  readonly seats: Seat[]
  readonly topics: Topic[]
  readonly skippedTopics: number
  readonly notices: string[]
}

export async function companyFor(world: World, wanted: Wanted): Promise<Company> {
  const seats = await Promise.all(roles.map((role) => seatFor(world, role, wanted)))
  const topics = await topicsFor(world, wanted)
  const missing = seats.filter((seat) => seat.missing)
  return {
    seats,
    ...topics,
    notices: [
      ...missing.map(
        ({ id, name }) => `There is no persona for ${id}: ${name} is spoken for, and nobody waits for it.`,
      ),
      ...topics.notices,
    ],
  }
}

async function seatFor(world: World, role: Role, wanted: Wanted): Promise<Seat> {
  const own = (await builtIn(world, role))!
  const { personas } = wanted.dispatch ?? {}
  if (personas) return seatOf(role, personas[role], 'dispatch', own)
  const named = wanted.personas === null ? null : folderName(wanted.personas)
  if (named !== null) await mustBeFolder(world, named, '--personas')
  for (const path of personaPaths(role, named)) {
    const text = await textAt(world, path)
    if (text !== null) return seatOf(role, text, path, own)
  }
  return named === null
    ? { ...seatOf(role, undefined, 'library', own), missing: false }
    : missingSeat(role, own)
}

/** A file that holds nothing is as good as none. */
function seatOf(role: Role, text: string | undefined, from: string, own: PersonaFile): Seat {
  const read = text === undefined ? null : readPersona(text, role)
  if (read === null) return from === 'library' ? { ...missingSeat(role, own), from } : missingSeat(role, own)
  return {
    id: role,
    name: read.name,
    role: read.title || own.title,
    persona: read.text,
    from,
    missing: false,
  }
}

function missingSeat(role: Role, own: PersonaFile): Seat {
  return {
    id: role,
    name: displayNames[role],
    role: own.title,
    persona: own.text,
    from: 'library',
    missing: true,
  }
}

async function builtIn(world: World, role: Role): Promise<PersonaFile | null> {
  const text = await world.library.read(`analyze/personas/${role}.md`)
  return text === null ? null : readPersona(text, role)
}

type Topics = Omit<Company, 'seats'>

async function topicsFor(world: World, wanted: Wanted): Promise<Topics> {
  const library = readAll(await libraryTopics(world)).topics
  const { topics: given } = wanted.dispatch ?? {}
  if (given)
    return exclusively(
      given.map(({ id, text }) => ({ path: `dispatch: ${id}`, text })),
      library,
    )
  if (wanted.topics !== null) {
    const folder = folderName(wanted.topics)
    await mustBeFolder(world, folder, '--topics')
    const files = await markdownBelow(world, folder)
    if (files.length === 0)
      throw new WrongUsage(`There is no topic in ${folder}.`, 'Topics are files that end in .md.')
    return exclusively(files, library)
  }
  const layers = await Promise.all(
    topicFolders.map(async ({ path, adds }) => ({ adds, ...readAll(await markdownBelow(world, path)) })),
  )
  const { found, notices } = mergedTopics(library, layers)
  return {
    topics: found,
    skippedTopics: layers.reduce((sum, { skipped }) => sum + skipped, 0),
    notices: [...layers.flatMap((layer) => layer.notices), ...notices],
  }
}

function exclusively(files: readonly PlacedFile[], library: readonly Topic[]): Topics {
  const read = readAll(files)
  const { found, notices } = exclusiveTopics(read.topics, library)
  return { topics: found, skippedTopics: read.skipped, notices: [...read.notices, ...notices] }
}

function readAll(files: readonly PlacedFile[]) {
  const all = files.map(({ path, text }) => readTopic(text, path))
  return {
    topics: all.flatMap(({ topic }) => topic ?? []),
    skipped: all.filter(({ topic }) => topic === null).length,
    notices: all.flatMap(({ notices }) => notices),
  }
}

async function libraryTopics({ library }: World): Promise<PlacedFile[]> {
  const names = await library.list('analyze/topics')
  const files = names.map(async (name) => {
    const path = `analyze/topics/${name}`
    return { path: `library/${path}`, text: (await library.read(path)) ?? '' }
  })
  return Promise.all(files)
}

const deepest = 6

async function markdownBelow(world: World, folder: string, depth = 0): Promise<PlacedFile[]> {
  if (depth > deepest) return []
  const names = await world.files.list(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name): Promise<PlacedFile[]> => {
      const path = `${folder}/${name}`
      if (name.endsWith('/')) return markdownBelow(world, path.slice(0, -1), depth + 1)
      const text = name.endsWith('.md') ? await textAt(world, path) : null
      return text === null ? [] : [{ path, text }]
    }),
  )
  return files.flat()
}

async function textAt(world: World, path: string): Promise<string | null> {
  return world.files.read(path).catch(() => null)
}

const folderName = (path: string) => path.replace(/\/+$/, '')

async function mustBeFolder(world: World, folder: string, flag: string): Promise<void> {
  const names = await world.files.list(folder).catch(() => null)
  const isThere =
    names !== null && (names.length > 0 || (await world.files.exists(folder).catch(() => false)))
  if (!isThere)
    throw new WrongUsage(
      `${flag}: there is no folder ${folder} in this workspace.`,
      'Give a path relative to the workspace.',
    )
}
