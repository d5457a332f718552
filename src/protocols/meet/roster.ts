// Roster: everyone who can be invited here: the library's agents, the project's own, and its stakeholders.
//
// No two have the same label or the same seat id. Nobody can be taken for the person: an agent of the person's name is relabelled,
// and a stakeholder of that name gets no voice.

import { CannotGoOn } from '../../kernel/errors.js'
import { mostOfSmall, type World } from '../../kernel/world.js'
import { nameFault } from '../../rules/plain-name.js'
import { type Persona, readPersona } from './documents/persona-file.js'
import { seatId } from './identity.js'
import { type Notice, warning } from './notices.js'
import { type FoundStakeholder, findStakeholders, seatStakeholder } from './stakeholders.js'

export interface Candidate {
  /** The seat's id: script files, memories and ledgers name it so. */
  readonly id: string
  /** As headers show it. */
  readonly name: string
  readonly role: string
  readonly upstream: string | null
  /** Further names by which it may be invited. */
  readonly aliases: readonly string[]
  /** Why it cannot take a seat, if it cannot. */
  readonly unseatable: string | undefined
  /** Bears the person's own name: inviting it invites the person. */
  readonly isPerson: boolean
  /** Read when it takes a seat. */
  persona(): Promise<{ readonly persona: string; readonly notices: readonly Notice[] }>
}

export interface Roster {
  readonly candidates: readonly Candidate[]
  readonly notices: readonly Notice[]
}

export async function readRoster(world: World, person: string | undefined): Promise<Roster> {
  const own = await projectPersonas(world)
  const agents = replaced(await libraryPersonas(world), own.personas).map((persona) =>
    asAgent(persona, person),
  )
  const { found, notices } = await findStakeholders(world.files)
  const seated = [...agents]
  const doubled: Notice[] = []
  for (const stakeholder of found) {
    const candidate = asStakeholder(world, stakeholder, seated, person)
    if (candidate) seated.push(candidate)
    else
      doubled.push(warning(`Skipping ${fileName(stakeholder.path)}: there is a ${stakeholder.name} already`))
  }
  return { candidates: seated, notices: [...own.notices, ...notices, ...doubled] }
}

/** Display names first, then ids, then the ids of other tools, so that nobody's name is taken by another's id. */
export function candidateFor(token: string, candidates: readonly Candidate[]): Candidate | undefined {
  const wanted = token.trim().toLowerCase()
  return (
    candidates.find(({ name }) => name.toLowerCase() === wanted) ??
    candidates.find(({ id, aliases }) => id === wanted || aliases.includes(wanted)) ??
    candidates.find(({ upstream }) => upstream?.toLowerCase() === wanted)
  )
}

const reserved = ['facilitator', 'me', 'user']

async function libraryPersonas({ library }: World): Promise<Persona[]> {
  const names = (await library.list('meet/personas')).filter((name) => name.endsWith('.md'))
  return Promise.all(
    names.map(async (name) => {
      const reading = readPersona((await library.read(`meet/personas/${name}`)) ?? '', stem(name))
      if (reading.kind === 'persona') return reading.persona
      throw new CannotGoOn(
        'LIBRARY',
        `The persona ${name} cannot be read: ${reading.fault}.`,
        'Install parley again.',
      )
    }),
  )
}

async function projectPersonas({ files }: World): Promise<{ personas: Persona[]; notices: Notice[] }> {
  const folder = '.parley/personas'
  const personas: Persona[] = []
  const notices: Notice[] = []
  for (const name of (await files.list(folder)).filter((file) => file.endsWith('.md'))) {
    const text = await files.read(`${folder}/${name}`, mostOfSmall).catch(() => null)
    if (text !== null && text.trim() === '') continue
    const reading = text === null ? faulty : readPersona(text, stem(name))
    if (reading.kind === 'persona') personas.push(reading.persona)
    else notices.push(warning(`Skipping ${folder}/${name}: ${reading.fault}. ${personaForm}`))
  }
  return { personas, notices }
}

/** What to do about a file that is none. */
const personaForm =
  'A persona begins with a line `---`, then `name: …` and `title: …`, then `---`, and below it who the agent is.'

const faulty = { kind: 'faulty', fault: 'it cannot be read' } as const

/** A project's persona takes the place of the library's one with the same id, or of the same name. */
function replaced(library: readonly Persona[], own: readonly Persona[]): Persona[] {
  const all = new Map<string, Persona>(library.map((persona) => [persona.id, persona]))
  for (const persona of own) {
    const twin = [...all.values()].find(
      ({ id, name }) => id !== persona.id && seatId(name) === seatId(persona.name),
    )
    if (twin) all.delete(twin.id)
    all.set(persona.id, persona)
  }
  return [...all.values()]
}

function asAgent(persona: Persona, person: string | undefined): Candidate {
  const name = same(persona.name, person) ? `${persona.name} [Agent]` : persona.name
  return {
    id: seatId(name) || seatId(persona.id) || 'agent',
    name,
    role: persona.title,
    upstream: persona.upstream,
    aliases: [persona.id],
    unseatable: whyNot(persona.name),
    isPerson: false,
    persona: async () => ({ persona: persona.body, notices: [] }),
  }
}

/** Undefined when another stakeholder has this name already. */
function asStakeholder(
  world: World,
  stakeholder: FoundStakeholder,
  taken: readonly Candidate[],
  person: string | undefined,
): Candidate | undefined {
  const wanted = seatId(stakeholder.name)
  const clash = taken.some(({ id, name }) => same(name, stakeholder.name) || (wanted !== '' && id === wanted))
  const name = clash ? `[Stakeholder] ${stakeholder.name}` : stakeholder.name
  if (taken.some((other) => same(other.name, name))) return undefined
  return {
    id: freeId(seatId(name) || seatId(stem(fileName(stakeholder.path))) || 'stakeholder', taken),
    name,
    role: stakeholder.role,
    upstream: null,
    aliases: [],
    unseatable: whyNot(stakeholder.name),
    isPerson: same(stakeholder.name, person),
    persona: () => seatStakeholder(world.files, stakeholder),
  }
}

/** Refuses names that would break headers, ledgers or the list of invitees. */
export function whyNot(name: string): string | undefined {
  const mark = /[/,:;"|\r\n]/.exec(name)?.[0]
  if (mark !== undefined) return `its name holds ${/\s/.test(mark) ? 'a line break' : mark}`
  if (reserved.includes(name.toLowerCase()) || reserved.includes(seatId(name))) return 'its name is reserved'
  const fault = nameFault(name)
  return fault === null ? undefined : `its name ${fault}`
}

function freeId(wanted: string, taken: readonly Candidate[]): string {
  const isTaken = (id: string) => taken.some((other) => other.id === id)
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!isTaken(id)) return id
  }
}

function same(name: string, other: string | undefined): boolean {
  return other !== undefined && name.toLowerCase() === other.toLowerCase()
}

function stem(file: string): string {
  return file.slice(0, -'.md'.length)
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
