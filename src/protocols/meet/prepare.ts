// Prepare: from what somebody asks for to what a chartered meeting is opened with. Reads the workspace; writes nothing.
//
// Without a charter nothing else is looked at. Every mistake in the request is found here, before a model is called. Secrets in the
// charter, in names and in the stakeholders' words are masked before any of it is kept.

import { WrongUsage } from '../../kernel/errors.js'
import type { Values } from '../../kernel/request.js'
import type { World } from '../../kernel/world.js'
import { judgeCharter } from '../../rules/charter-gate.js'
import { haltFor } from '../../rules/halt-event.js'
import { type Mode, resolveMode } from '../../rules/modes.js'
import { NO_USER_NAME } from '../../rules/user-name.js'
import type { Around, NotReady, Prepared, Voicing } from '../manifest.js'
import { facilitator } from './facilitator.js'
import type { fields } from './fields.js'
import { dateHere, freeSlug } from './identity.js'
import type { Input, Invitee } from './input.js'
import { seatInvitees } from './invitees.js'
import { reminders } from './memory.js'
import { leastCeiling, measured } from './needs.js'
import { maskedNotice, type Notice, warning } from './notices.js'
import { type Candidate, readRoster } from './roster.js'
import { tamed } from './rules/draft-gate.js'
import { readSettings } from './settings.js'

export type MeetRequest = Values<typeof fields>

/** A meeting that may be opened: everything but its id and who will speak for its seats. */
export interface Settled {
  readonly kind: 'settled'
  readonly meeting: Omit<Input, 'slug' | 'voices'>
}

export async function prepare(request: MeetRequest, around: Around): Promise<Prepared<Input>> {
  const settled = await settle(request, around)
  if (settled.kind === 'halted') return settled
  const { meeting } = settled
  const seats = [...meeting.seats.map(({ id }) => id), facilitator.id]
  return {
    kind: 'ready',
    seats,
    noWeb: meeting.noWeb,
    propose: (voicing) => propose(settled, around, voicing),
  }
}

export async function settle(request: MeetRequest, around: Preparing): Promise<Settled | NotReady> {
  const verdict = judgeCharter(request.charter)
  if (verdict.kind === 'blocked') {
    const halt = haltFor('CHARTER-MISSING', verdict.reason)
    return { kind: 'halted', code: 'CHARTER-MISSING', lines: verdict.lines, halt }
  }
  const { world } = around
  const mode = modeOf(request.mode)
  const settings = await readSettings(world)
  const person = settings.userName && printable(settings.userName)
  const roster = await readRoster(world, person)
  const { inviteesOverride: override, noWeb, skipResearch, blind, maxTurns, perAgentCap } = request
  const invitation = {
    mode,
    asked: request.invitees.join(','),
    override,
    candidates: roster.candidates,
    person,
    skipped: roster.notices,
  }
  const invited = seatInvitees(invitation)
  const { charter, seats, notices } = await masked(verdict.charter, invited.seats, around)
  return {
    kind: 'settled',
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
      noWeb: noWeb || (await around.settled?.())?.web === false,
      skipResearch,
      ...(blind ? { blind: true } : {}),
      maxTurns,
      perAgentCap,
      cadence: settings.cadence,
      citeRoots: [...(await topLevel(world))],
    },
  }
}

/** What a preparation looks at. */
type Preparing = Pick<Around, 'world' | 'scrub'> & Partial<Pick<Around, 'settled'>>

/** The meeting under the first free id. Only proposes it: opening the meeting claims the id. */
export async function propose(
  { meeting }: Settled,
  around: Pick<Around, 'world' | 'takenIds'>,
  voicing: Voicing,
): Promise<{ readonly id: string; readonly input: Input }> {
  await checkCeiling(meeting, around.world, voicing.ceiling)
  const seats = meeting.seats.map(({ id }) => id)
  const voices = seats.map((seat) => ({ seat, backend: voicing.voice(seat) }))
  const slug = await freeSlug(around, { date: meeting.date, charter: meeting.charter, seats })
  return { id: `${meeting.date}-${slug}`, input: { ...meeting, slug, voices } }
}

function modeOf(names: readonly string[]): Mode {
  const choice = resolveMode(names)
  if (choice.kind === 'mode') return choice.mode
  throw new WrongUsage(choice.message, 'The modes are in `parley meet --help`.')
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

/** Masks secrets before anything is kept. The charter's lines are also kept from being read as structure of the record. */
async function masked(charter: string, candidates: readonly Candidate[], { scrub }: Preparing) {
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

/** What a turn may cite by its path: folders with a slash, files by name. parley's own folder and git's are no sources. */
async function topLevel({ files }: World): Promise<string[]> {
  return (await files.list('.')).filter((name) => !['.git', '.git/', '.parley/'].includes(name))
}

/** What each seat remembers, measured. */
async function remembered({ charter, seats }: Settled['meeting'], world: World) {
  const texts = await reminders(world.files, seats, charter)
  return Object.fromEntries([...texts].map(([seat, text]) => [seat, measured(text)]))
}

async function checkCeiling(
  meeting: Settled['meeting'],
  world: World,
  ceiling: number | null,
): Promise<void> {
  if (ceiling === null) return
  const { charter, skipResearch, seats } = meeting
  const memories = await remembered(meeting, world)
  const least = leastCeiling({ charter, skipResearch, seats, memories })
  if (ceiling >= least) return
  throw new WrongUsage(
    `A ceiling of ${ceiling} tokens cannot hold this meeting: preludes, one round and the close of ${seats.length} seat(s) take up to ${least}.`,
    `Give at least ${least}, invite fewer, or use --skip-research.`,
  )
}
