// Company: the personas and topics of an analysis, each from the first place that has it. Read once; the input holds them.

import { isTooLarge, WrongUsage } from '../../../kernel/errors.js'
import { mostOfSmall, type World } from '../../../kernel/world.js'
import { type PersonaFile, readPersona } from '../documents/persona-file.js'
import { readTopic } from '../documents/topic-file.js'
import type { AnalyzeInput } from '../input.js'
import { displayNames, firstName, type Role, roles } from '../names.js'
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
}

export interface Company {
  readonly seats: Seat[]
  readonly topics: Topic[]
  readonly skippedTopics: number
  readonly notices: string[]
}

export async function companyFor(world: World, wanted: Wanted): Promise<Company> {
  const { seats, notices } = told(await Promise.all(roles.map((role) => seatFor(world, role, wanted))))
  const topics = await topicsFor(world, wanted)
  const missing = seats.filter((seat) => seat.missing)
  return {
    seats,
    ...topics,
    notices: [
      ...notices,
      ...missing.map(
        ({ id, name }) => `There is no persona for ${id}: ${name} is spoken for, and nobody waits for it.`,
      ),
      ...topics.notices,
    ],
  }
}

/** What was found, and why one of it is not called as its file says. */
type Found = Seat & { readonly fault: string | null }

/** No two have one first name, which stands before what they say: then each is called as parley calls it. */
function told(found: readonly Found[]): { seats: Seat[]; notices: string[] } {
  const first = found.map(({ name }) => firstName(name).toLowerCase())
  const isTwice = new Set(first).size < first.length
  const seats = found.map(({ fault: _, ...seat }) =>
    isTwice ? { ...seat, name: displayNames[seat.id] } : seat,
  )
  const faults = found.flatMap(({ fault, from, id }) =>
    fault === null ? [] : [`The name in ${from} ${fault}; ${displayNames[id]} stands for it.`],
  )
  const twice = 'Two personas have the same first name, so all three are called as they are without a file.'
  return { seats, notices: [...faults, ...(isTwice ? [twice] : [])] }
}

async function seatFor(world: World, role: Role, wanted: Wanted): Promise<Found> {
  const own = (await builtIn(world, role))!
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
function seatOf(role: Role, text: string | undefined, from: string, own: PersonaFile): Found {
  const read = text === undefined ? null : readPersona(text, role)
  if (read === null) return from === 'library' ? { ...missingSeat(role, own), from } : missingSeat(role, own)
  return {
    id: role,
    name: read.name,
    role: read.title || own.title,
    persona: read.text,
    from,
    missing: false,
    fault: read.fault,
  }
}

function missingSeat(role: Role, own: PersonaFile): Found {
  return {
    id: role,
    name: displayNames[role],
    role: own.title,
    persona: own.text,
    from: 'library',
    missing: true,
    fault: null,
  }
}

async function builtIn(world: World, role: Role): Promise<PersonaFile | null> {
  const text = await world.library.read(`analyze/personas/${role}.md`)
  return text === null ? null : readPersona(text, role)
}

type Topics = Omit<Company, 'seats'>

async function topicsFor(world: World, wanted: Wanted): Promise<Topics> {
  const library = readAll(await libraryTopics(world)).topics
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
const mostFolders = 200
const mostTopics = 100

/** Folder by folder, in order. Links may lead round in circles, and a clone may hold any number of files. */
async function markdownBelow(world: World, top: string): Promise<PlacedFile[]> {
  const files: PlacedFile[] = []
  const folders = [{ path: top, depth: 0 }]
  for (let at = 0; at < Math.min(folders.length, mostFolders); at++) {
    const { path: folder, depth } = folders[at]!
    for (const name of await world.files.list(folder).catch(() => [])) {
      const path = `${folder}/${name}`
      if (name.endsWith('/') && depth < deepest) folders.push({ path: path.slice(0, -1), depth: depth + 1 })
      const text = name.endsWith('.md') ? await textAt(world, path) : null
      if (text !== null) files.push({ path, text })
    }
  }
  if (files.length > mostTopics || folders.length > mostFolders)
    throw new WrongUsage(
      `${top} holds too much: more than ${files.length > mostTopics ? `${mostTopics} topics` : `${mostFolders} folders`}.`,
      'Leave there what you want to be asked about.',
    )
  return files
}

/** A link that leads out is as good as nothing; a file that is too large is said. */
async function textAt(world: World, path: string): Promise<string | null> {
  return world.files.read(path, mostOfSmall).catch((error: unknown) => {
    if (isTooLarge(error)) throw error
    return null
  })
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
