// Team: each persona has a seat of its own, looks at the person's message in its own field, and hands in findings and records. Only the lead's
// turn reaches the person. Someone else's file is never written: what belongs there goes to its owner as a finding.

import { type Analysis, teamRoles } from './analysis.js'
import { hear } from './hearing.js'
import { type Role, teamOrder } from './names.js'
import type { StateCard } from './prompts/card.js'
import { promptOf } from './prompts/frame.js'
import { scanText, type Turning } from './prompts/talk.js'
import { teamPrompt } from './prompts/work.js'
import { ownerOf, type Written } from './rules/artifacts.js'
import { digestOf } from './rules/digest.js'
import type { Rejected } from './rules/records.js'
import { heardFrom } from './rules/team.js'
import { type Change, type Claim, type Finding, type Inference, Team } from './schemas.js'

export interface HandedIn {
  readonly claims: readonly Claim[]
  readonly records: readonly Change[]
  readonly inferences: readonly Inference[]
  readonly held: readonly Finding[]
  readonly rejected: readonly Rejected[]
  /** For the lead, who weaves it into one conversation. */
  readonly text: string
}

/** A seat that has failed this often in a row is covered by the lead from then on. */
const mostFailures = 2

/** All at the same time, in the order in which they are started. */
export async function teamWork(
  analysis: Analysis,
  now: {
    readonly messages: Turning['messages']
    readonly card: StateCard
  },
): Promise<HandedIn> {
  const present = teamOrder.filter((role) => teamRoles(analysis).includes(role))
  const digest = digestOf(analysis.input.draft?.text ?? analysis.messages[0] ?? '')
  const reading = analysis.scan?.reading ?? null
  const scan = reading === null ? null : scanText(reading)
  const replies = await analysis.meeting.together(
    Object.fromEntries(
      present.map((role) => [
        role,
        (branch) =>
          hear(
            analysis,
            'analyze.team',
            promptOf(
              teamPrompt(analysis.table, role, {
                digest,
                scan,
                messages: now.messages,
                card: cardFor(role, now.card),
              }),
            ),
            Team,
            { role, via: branch },
          ),
      ]),
    ),
  )
  const handed = present.flatMap((role) => {
    const reply = replies[role] ?? null
    countFailure(analysis, role, reply === null)
    return reply === null ? [] : [takenFrom(role, reply)]
  })
  await analysis.meeting.note('team', {
    exchange: analysis.exchange,
    heard: handed.map(({ role }) => role),
    ignored: handed.flatMap(({ ignored }) => ignored),
  })
  return merged(handed)
}

/** What a teammate can do something about: its own documents. Who speaks to the person is the lead's matter. */
function cardFor(role: Role, card: StateCard): StateCard {
  const isOwn = ({ artifact }: { readonly artifact: string }) => ownerOf(artifact as Written) === role
  return {
    ...card,
    due: card.due.filter(isOwn),
    open: card.open.filter(isOwn),
    faults: card.faults.filter(isOwn),
    silent: [],
    newGround: false,
  }
}

function countFailure(analysis: Analysis, role: Role, failed: boolean): void {
  const count = failed ? (analysis.teamFailures.get(role) ?? 0) + 1 : 0
  analysis.teamFailures.set(role, count)
  if (count >= mostFailures) analysis.degraded.add(`team:${role}`)
}

/** A record in another's name is not taken: it is for its owner to decide. */
function takenFrom(role: Role, reply: Team) {
  const { held, ignored } = heardFrom(role, reply.messages)
  const isOwn = ({ by }: Change) => by === role
  const foreign = (reply.records ?? []).filter((change) => !isOwn(change))
  return {
    role,
    held,
    ignored,
    claims: reply.claims ?? [],
    records: (reply.records ?? []).filter(isOwn),
    inferences: reply.inferences ?? [],
    rejected: foreign.map(({ type, id, by }) => ({
      what: `${type} ${id ?? ''}`.trim(),
      why: `${role} cannot hand in what is ${by}’s; send it as a finding`,
    })),
  }
}

function merged(handed: readonly ReturnType<typeof takenFrom>[]): HandedIn {
  const words = handed.map(({ role, held, records, claims }) => ({
    role,
    findings: held.map(({ text }) => text),
    records: records.map(({ op, type, id, data }) => ({ op, type, id, data })),
    claims: claims.map(({ criterion }) => criterion),
  }))
  return {
    claims: handed.flatMap(({ claims }) => claims),
    records: handed.flatMap(({ records }) => records),
    inferences: handed.flatMap(({ inferences }) => inferences),
    held: handed.flatMap(({ held }) => held),
    rejected: handed.flatMap(({ rejected }) => rejected),
    text: JSON.stringify(words, null, 1),
  }
}
