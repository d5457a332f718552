// Invitees: from the names that were asked for to those who take a seat, in speaking order, and whether the person sits with them.

import { WrongUsage } from '../../kernel/errors.js'
import { closeNames } from '../../rules/close-names.js'
import { isUserToken, resolveInvitees } from '../../rules/invitees.js'
import type { Mode } from '../../rules/modes.js'
import { splitNames } from '../../rules/names.js'
import { type Notice, warning, withoutLabel } from './notices.js'
import { type Candidate, candidateFor } from './roster.js'

export interface Invitation {
  readonly mode: Mode
  /** As typed, separated by commas. */
  readonly asked: string
  readonly override: boolean
  readonly candidates: readonly Candidate[]
  /** The person's name, if it is known. */
  readonly person: string | undefined
  /** Files of personas and stakeholders that could not be read. */
  readonly skipped?: readonly Notice[]
}

export interface Seated {
  readonly seats: readonly Candidate[]
  readonly attends: boolean
  readonly defaults: readonly string[]
  readonly missing: readonly string[]
  readonly notices: readonly Notice[]
}

export function seatInvitees(invitation: Invitation): Seated {
  const { mode, override, person } = invitation
  const { names, notices } = namesAsked(invitation)
  const candidates = invitation.candidates.filter(({ unseatable }) => unseatable === undefined)
  const settled = resolveInvitees({
    mode: {
      ...mode,
      defaultInvitees: mode.defaultInvitees.map((name) => candidateFor(name, candidates)?.name ?? name),
    },
    asked: names,
    installed: candidates.map(({ name }) => name),
    override,
    userName: person,
    attendance: true,
  })
  const seats = settled.resolved
    .filter((name) => name !== settled.userToken)
    .flatMap((name) => candidates.find((candidate) => candidate.name === name) ?? [])
  if (seats.length === 0) throw nobody(mode)
  return {
    seats,
    attends: settled.userToken !== undefined,
    defaults: settled.defaultsResolved,
    missing: settled.missing,
    notices: [...notices, ...settled.warnings.map(warning)],
  }
}

/** Every entry by its display name, once; the person's as it was written. */
function namesAsked({ asked, candidates, person, skipped = [] }: Invitation): {
  names: string[]
  notices: Notice[]
} {
  const names: string[] = []
  const notices: Notice[] = []
  const strangers: string[] = []
  for (const entry of splitNames(asked)) {
    const found = isUserToken(entry, person) ? 'person' : candidateFor(entry, candidates)
    if (found === undefined) strangers.push(entry)
    else if (found === 'person' || found.isPerson) names.push(person ?? entry)
    else if (found.unseatable !== undefined) throw cannotSit(found)
    else if (names.includes(found.name))
      notices.push(warning(`${found.name} was invited more than once and sits once`))
    else names.push(found.name)
  }
  if (strangers.length > 0) throw unknown(strangers, candidates, skipped)
  return { names, notices }
}

function unknown(
  strangers: readonly string[],
  candidates: readonly Candidate[],
  skipped: readonly Notice[],
): WrongUsage {
  const quoted = strangers.map((name) => `"${name}"`).join(', ')
  const near = strangers.flatMap((name) => nearest(name, candidates))
  const meant = near.length > 0 ? `Did you mean ${near.join(', ')}? ` : ''
  return new WrongUsage(
    `Nobody called ${quoted} is installed here.`,
    `${meant}Agents are named in \`parley meet --help\`; project personas lie in .parley/personas/ (docs/settings.md shows one), stakeholders in custom/stakeholders/.${skippedWords(skipped)}`,
  )
}

/** A file that could not be read may be the one that was meant. */
function skippedWords(skipped: readonly Notice[]): string {
  return skipped.map(({ text }) => ` ${withoutLabel(text)}`).join('')
}

/** Up to three, by whichever of their names is closest. */
function nearest(name: string, candidates: readonly Candidate[]): string[] {
  const seatable = candidates.filter(({ unseatable }) => unseatable === undefined)
  const known = seatable.flatMap(({ name: label, id, upstream }) => [
    label,
    id,
    ...(upstream ? [upstream] : []),
  ])
  const close = closeNames(name, known, known.length).flatMap(
    (hit) => candidateFor(hit, seatable)?.name ?? [],
  )
  return [...new Set(close)].slice(0, 3)
}

function cannotSit({ name, unseatable }: Candidate): WrongUsage {
  return new WrongUsage(
    `${JSON.stringify(name)} cannot take a seat: ${unseatable}.`,
    'Headers and lists would not survive such a name. Rename it in its file.',
  )
}

function nobody(mode: Mode): WrongUsage {
  const why = mode.defaultInvitees.length === 0 ? `The mode ${mode.name} brings nobody by itself. ` : ''
  return new WrongUsage(
    'Cannot start meeting: no agents or stakeholders invited.',
    `${why}Name some: --invitees Theo,Zara. \`parley meet --help\` lists who there is.`,
  )
}
