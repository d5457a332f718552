// After a turn: the lines that follow it in the transcript, in their fixed order.

import { raiseHandLine } from '../../rules/raise-hand.js'
import type { Invitee } from './input.js'
import type { Checked } from './references.js'
import type { MeetState } from './state.js'
import type { Emitted, NotedCitation } from './turn-note.js'

/** Citation outcomes, then the seat's cap. The cost check is left to the caller: a discussion says other lines before it. */
export async function countTurn(state: MeetState, turn: Emitted, checked: readonly Checked[]): Promise<void> {
  await sayCitations(state, turn, checked)
  for (const { ref } of checked) state.seenRefs.add(ref)
  if (turn.seat === null) return
  await charge(state, turn.seat, turn.cost)
}

/** Tokens of a turn that did not come about count as spoken too. */
export async function spent(state: MeetState, seat: Invitee, cost: number): Promise<void> {
  state.spoken += cost
  await charge(state, seat.id, cost)
}

async function charge(state: MeetState, seat: string, cost: number): Promise<void> {
  const muted = state.charge(seat, cost)
  if (muted === undefined) return
  const words = `${state.seat(seat).name} has spoken all that a seat may speak, and is silent from here on.`
  await state.say(muted, { what: 'muted', words, seat })
}

/** Everything that follows a turn outside the discussion. */
export async function book(state: MeetState, turn: Emitted, checked: readonly Checked[]): Promise<void> {
  await countTurn(state, turn, checked)
  await state.costCheck()
}

export async function sayHand(
  state: MeetState,
  cycle: number,
  hand: { requesting: string; target: string },
  status: string,
): Promise<void> {
  const words = `${hand.requesting} asks ${hand.target} to respond: ${statusWords(status)}.`
  await state.say(raiseHandLine(cycle, hand, status), { what: 'raised-hand', words, cycle, ...hand, status })
}

export async function sayLookup(
  state: MeetState,
  cycle: number,
  requesting: string,
  status: string,
): Promise<void> {
  const words = `${requesting} asks to look something up: ${statusWords(status)}.`
  const line = `[research-interrupt cycle=${cycle} requesting=${requesting} status=${status}]`
  await state.say(line, { what: 'look-up', words, cycle, requesting, target: null, status })
}

/** What became of a request, as a person reads it. */
function statusWords(status: string): string {
  return statuses.get(status) ?? status
}

const statuses: ReadonlyMap<string, string> = new Map([
  ['honored', 'comes next'],
  ['deferred-to-next-cycle', 'waits for the next round'],
  ['put-to-user', 'put to the person'],
  ['refused-unknown', 'refused, nobody here has that name'],
  ['refused-muted', 'refused, may not speak any more'],
  ['not-reached', 'not reached before the discussion ended'],
])

async function sayCitations(state: MeetState, turn: Emitted, checked: readonly Checked[]): Promise<void> {
  if (checked.length === 0) return
  for (const { outcome } of checked) state.citations[outcome.kind]++
  const line = citationLines(checked).join('\n')
  await state.say(line, { what: 'citations', turn: turn.id, cited: checked.map(citedOf) })
  state.news.said(`What came of checking the sources of turn ${turn.t}:`, 'checked', line)
}

function citedOf({ ref, path, outcome }: Checked): NotedCitation {
  return { ref, path, state: outcome.kind, reason: outcome.kind === 'broken' ? outcome.reason : '' }
}

/** The outcome of checking a turn's references; empty for a turn without any. */
export function citationLines(checked: readonly Checked[]): string[] {
  if (checked.length === 0) return []
  const count = (kind: string) => checked.filter(({ outcome }) => outcome.kind === kind).length
  return [
    `[citations verified=${count('verified')} unverified=${count('unverified')} broken=${count('broken')}]`,
    ...checked.flatMap(({ ref, outcome }) =>
      outcome.kind === 'broken' ? [`  broken: ${ref} — ${outcome.reason}`] : [],
    ),
  ]
}
