// Prepare: from what somebody asks for to what a chartered meeting is opened with. Reads the workspace; writes nothing.
//
//   P1  Without a charter nothing else is even looked at.
//   P2  Every slip in the request is found here, before anything is written or any model is called.
//   P3  Whatever is kept of the person's, the charter's and the stakeholders' words has been masked first.

import { WrongUsage } from '../../kernel/errors.js'
import type { World } from '../../kernel/world.js'
import { judgeCharter } from '../../rules/charter-gate.js'
import { positiveOf } from '../../rules/counts.js'
import { haltFor } from '../../rules/halt-event.js'
import { DEFAULT_MAX_TURNS } from '../../rules/max-turns.js'
import { type Mode, resolveMode } from '../../rules/modes.js'
import { DEFAULT_PER_AGENT_CAP } from '../../rules/per-agent-cap.js'
import { NO_USER_NAME } from '../../rules/user-name.js'
import { dateHere, freeSlug } from './identity.js'
import type { Input, Invitee } from './input.js'
import { seatInvitees } from './invitees.js'
import { reminders } from './memory.js'
import { leastCeiling, measured } from './needs.js'
import { maskedNotice, type Notice, warning } from './notices.js'
import { type Candidate, readRoster } from './roster.js'
import { tamed } from './rules/draft-gate.js'
import { readSettings } from './settings.js'

export interface MeetRequest {
  readonly charter: string | undefined
  /** Every mode that was named: more than one is refused. */
  readonly modes: readonly string[]
  readonly invitees: string | undefined
  readonly override: boolean
  readonly noWeb: boolean
  readonly skipResearch: boolean
  readonly maxTurns: string | undefined
  readonly perAgentCap: string | undefined
}

export type Scrub = (text: string) => Promise<{ readonly text: string; readonly kinds: readonly string[] }>

export type Preparation =
  /** No charter: the lines for the person, and the halt. Nothing is on disk. */
  { readonly kind: 'refused'; readonly lines: readonly string[]; readonly halt: string } | Ready

export interface Ready {
  readonly kind: 'ready'
  /** What the project's settings allow to be spent. */
  readonly ceiling: number | null
  readonly meeting: Omit<Input, 'slug' | 'voices'>
}

export async function prepare(request: MeetRequest, world: World, scrub: Scrub): Promise<Preparation> {
  const verdict = judgeCharter(request.charter)
  if (verdict.kind === 'blocked')
    return { kind: 'refused', lines: verdict.lines, halt: haltFor('CHARTER-MISSING', verdict.reason) }
  const mode = modeOf(request.modes)
  const [maxTurns, perAgentCap] = [
    numberOf('--max-turns', request.maxTurns) ?? DEFAULT_MAX_TURNS,
    numberOf('--per-agent-cap', request.perAgentCap) ?? DEFAULT_PER_AGENT_CAP,
  ]
  const settings = await readSettings(world)
  const person = settings.userName && printable(settings.userName)
  const roster = await readRoster(world, person)
  const { override, noWeb, skipResearch } = request
  const invitation = { mode, asked: request.invitees ?? '', override, candidates: roster.candidates, person }
  const invited = seatInvitees(invitation)
  const { charter, seats, notices } = await masked(verdict.charter, invited.seats, scrub)
  return {
    kind: 'ready',
    ceiling: settings.tokenCeiling,
    meeting: {
      charter,
      mode: mode.name,
      purpose: mode.purpose,
      bias: mode.bias,
      date: dateHere(world),
      seats,
      person: { name: person ?? 'User', known: person !== undefined, attends: invited.attends },
      defaultInvitees: [...invited.defaults],
      missingInvitees: [...invited.missing],
      override,
      notices: [...settings.notices, ...whoAreYou(person), ...roster.notices, ...invited.notices, ...notices],
      noWeb,
      skipResearch,
      maxTurns,
      perAgentCap,
      cadence: settings.cadence,
      citeRoots: [...(await topLevel(world)), ...settings.citeRoots],
    },
  }
}

export interface Voicing {
  /** What will speak for the seat with this id. */
  voice(seat: string): string
  readonly ceiling: number | null
}

/**
 * Opens the meeting under the first id that is free, and tells it. `open` claims the id; when somebody else was faster, the next
 * one is tried.
 */
export async function openPrepared(
  { meeting }: Ready,
  world: World,
  voicing: Voicing,
  open: (id: string, input: Input) => Promise<boolean>,
): Promise<string> {
  await checkCeiling(meeting, world, voicing.ceiling)
  const seats = meeting.seats.map(({ id }) => id)
  const voices = seats.map((seat) => ({ seat, backend: voicing.voice(seat) }))
  for (;;) {
    const slug = await freeSlug(world, { date: meeting.date, charter: meeting.charter, seats })
    const id = `${meeting.date}-${slug}`
    if (await open(id, { ...meeting, slug, voices })) return id
  }
}

function modeOf(names: readonly string[]): Mode {
  const choice = resolveMode(names)
  if (choice.kind === 'mode') return choice.mode
  throw new WrongUsage(choice.message, 'The modes are in `parley meet --help`.')
}

function numberOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = positiveOf(given)
  if (number !== undefined) return number
  throw new WrongUsage(`${flag} cannot be "${given}".`, 'It is a whole number, more than zero.')
}

/** A name that headers can hold. */
function printable(name: string): string {
  return tamed(name)
    .replace(/[/,:;"|\r\n\t]+/g, '-')
    .trim()
}

function whoAreYou(person: string | undefined): Notice[] {
  if (person !== undefined) return []
  const how = 'set meeting.user_name in .claude/settings.json, or `git config user.name`'
  return [warning(`${NO_USER_NAME}; your turns are labelled User. To change that, ${how}`)]
}

/** Law P3. The charter's lines cannot stand where the record's own structure stands either. */
async function masked(charter: string, candidates: readonly Candidate[], scrub: Scrub) {
  const notices: Notice[] = []
  const clean = async (place: string, text: string) => {
    const { text: safe, kinds } = await scrub(text)
    if (kinds.length > 0) notices.push(maskedNotice(place, kinds))
    return safe
  }
  const safeCharter = tamed((await clean('the charter', charter)).trim())
  const seats: Invitee[] = []
  for (const candidate of candidates) {
    const { id, name, upstream } = candidate
    const found = await candidate.persona()
    notices.push(...found.notices)
    const role = await clean(`the role of ${name}`, candidate.role)
    seats.push({ id, name, role, upstream, persona: await clean(`the persona of ${name}`, found.persona) })
  }
  return { charter: safeCharter, seats, notices }
}

/** What a turn may cite by its place: folders with a slash, files by name. Ours and git's own are no sources. */
async function topLevel({ files }: World): Promise<string[]> {
  return (await files.list('.')).filter((name) => !['.git', '.git/', '.parley/'].includes(name))
}

async function checkCeiling(meeting: Ready['meeting'], world: World, ceiling: number | null): Promise<void> {
  if (ceiling === null) return
  const { charter, skipResearch, seats } = meeting
  const texts = await reminders(world.files, seats, charter)
  const memories = Object.fromEntries([...texts].map(([seat, text]) => [seat, measured(text)]))
  const least = leastCeiling({ charter, skipResearch, seats, memories })
  if (ceiling >= least) return
  throw new WrongUsage(
    `A ceiling of ${ceiling} tokens cannot hold this meeting: preludes, one round and the close of ${seats.length} seat(s) take up to ${least}.`,
    `Give at least ${least}, invite fewer, or use --skip-research.`,
  )
}
