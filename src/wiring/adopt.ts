// Adopt: what adopting a foreign meeting would mean, for the person to look at, and the adoption itself. Voices come from the person's
// request and settings, never from the journal.

import { type Agents, agentsIn } from '../agents/recorded.js'
import { type AgentsRequest, whoSpeaks } from '../agents/who-speaks.js'
import { adopt, adoptable } from '../kernel/adopt.js'
import { openedIn, openQuestion } from '../kernel/hold.js'
import type { Line } from '../kernel/line.js'
import type { Adopted } from '../kernel/line-data.js'
import type { Question } from '../kernel/question.js'
import { protocols } from '../protocols/index.js'
import { loadTellings } from '../protocols/tellings.js'
import { mustNotBeNested } from '../workspace/nested.js'
import { known } from './lookup.js'
import { personOf } from './ports.js'
import type { Wired } from './wired.js'

/** What the person is shown before they adopt a meeting. */
export interface Adoption {
  readonly id: string
  readonly title: string
  readonly protocol: string
  /** What such a meeting does, in a few words. */
  readonly about: string
  /** Who would speak, and with which voice. */
  readonly seats: readonly { readonly id: string; readonly name: string; readonly voice: string }[]
  /** What would be run or called for these voices, in words. */
  readonly runs: readonly string[]
  /** Voices that the journal names and that are not used, where they differ. */
  readonly ignored: readonly string[]
  /** How many answers it holds in a person's name; this person did not give them here. */
  readonly answers: number
  readonly question: Question | null
  readonly agents: Agents
  /** The lines that would be adopted: the adoption is refused when the journal has others by then. */
  readonly lines: number
  readonly hash: string
}

export async function adoptionOf(wired: Wired, id: string, request: AgentsRequest): Promise<Adoption> {
  const lines = await foreignLines(wired, id)
  const opened = openedIn(lines)
  const agents = await ownVoices(wired, lines, request)
  const faces = await facesIn(lines)
  const named = agentsIn(lines)
  const used = new Set(voicesOf(agents))
  return {
    id,
    title: opened.title,
    protocol: opened.protocol,
    about: protocols.map(({ meetings }) => meetings[opened.protocol]?.summary).find(Boolean) ?? '',
    seats: faces.map((face) => ({ ...face, voice: agents.seats[face.id] ?? agents.default })),
    runs: [...used].map(runWords).concat(agents.record === undefined ? [] : [recordWords(agents.record)]),
    ignored: named ? ignoredIn(named, agents, used) : [],
    answers: lines.filter((line) => line.kind === 'answered' && line.data.by === 'person').length,
    question: openQuestion(lines)?.question ?? null,
    agents,
    lines: lines.length,
    hash: lines.at(-1)?.hash ?? '',
  }
}

export async function adoptHere(
  wired: Wired,
  { id, agents, lines, hash }: Pick<Adoption, 'id' | 'agents' | 'lines' | 'hash'>,
): Promise<void> {
  mustNotBeNested()
  const opened = openedIn(await foreignLines(wired, id))
  const name = await personOf(wired, opened)()
  const adopted: Adopted = { agents, lines, hash, ...(name === undefined ? {} : { name }) }
  await adopt(await known(wired.journals, id), id, adopted, new Date())
}

/** Voices for a meeting whose journal is not the person's own. Its limits count where they are lower than the person's. */
export async function ownVoices(
  { root, home, own }: Wired,
  lines: readonly Line[],
  request: AgentsRequest,
): Promise<Agents> {
  const seats = (await facesIn(lines)).map(({ id }) => id)
  const table = { root: own.preparedFor ?? root, heldIn: root, home, env: process.env, seats }
  const agents = await whoSpeaks(request, table)
  const named = agentsIn(lines)
  const costCeiling = lower(agents.costCeiling, request.costCeiling ?? named?.costCeiling)
  return {
    ...agents,
    ceiling: request.ceiling ?? lower(agents.ceiling, named?.ceiling) ?? null,
    ...(costCeiling === undefined ? {} : { costCeiling }),
  }
}

async function foreignLines({ journals }: Wired, id: string): Promise<readonly Line[]> {
  const { lines, origin } = await (await known(journals, id)).whole()
  adoptable(id, lines, origin)
  return lines
}

async function facesIn(lines: readonly Line[]): Promise<readonly { id: string; name: string }[]> {
  const { protocol, input } = openedIn(lines)
  const faces = (await loadTellings()).of(protocol).seats(input)
  return faces.map(({ id, name }) => ({ id, name }))
}

function lower(one: number | null | undefined, other: number | null | undefined): number | undefined {
  const given = [one, other].filter((limit) => typeof limit === 'number' && limit > 0) as number[]
  return given.length === 0 ? undefined : Math.min(...given)
}

function voicesOf({ default: usual, seats }: Agents): readonly string[] {
  return [usual, ...Object.values(seats)]
}

function ignoredIn(named: Agents, agents: Agents, used: ReadonlySet<string>): readonly string[] {
  const voices = [...new Set(voicesOf(named))].filter((voice) => !used.has(voice))
  const file = named.record !== undefined && named.record !== agents.record ? [named.record] : []
  return [...voices, ...file.map((one) => `a recording into ${one}`)]
}

function runWords(voice: string): string {
  const [kind = '', ...rest] = voice.split(':')
  const what = rest.join(':')
  if (kind === 'command') return `runs the program: ${what}`
  if (kind === 'script') return `reads replies from the file ${what}`
  if (kind === 'rehearsal') return 'rehearses: no program is run and no model is called'
  return kind === 'claude' ? `runs Claude Code on this machine (${voice})` : `calls the model ${what}`
}

function recordWords(file: string): string {
  return `writes what is said into the file ${file}`
}
