// After a turn: the lines that follow it in the transcript, in their fixed order.

import { raiseHandLine } from '../../rules/raise-hand.js'
import type { Invitee } from './input.js'
import type { Checked } from './references.js'
import type { Emitted, Raised, Room } from './room.js'

/** Citation outcomes, then the seat's cap. What comes between this and the cost check is the discussion's own business. */
export async function countTurn(room: Room, turn: Emitted, checked: readonly Checked[]): Promise<void> {
  await sayCitations(room, checked)
  for (const { ref } of checked) room.seenRefs.add(ref)
  if (turn.seat === null) return
  const muted = room.charge(turn.seat, turn.cost)
  if (muted !== undefined) await room.say(muted)
}

/** What a seat has said in vain counts as spoken all the same. */
export async function spent(room: Room, seat: Invitee, cost: number): Promise<void> {
  room.spoken += cost
  const muted = room.charge(seat.id, cost)
  if (muted !== undefined) await room.say(muted)
}

/** For a turn that asks for nothing further. */
export async function book(room: Room, turn: Emitted, checked: readonly Checked[]): Promise<void> {
  await countTurn(room, turn, checked)
  await room.costCheck()
}

export async function sayHand(
  room: Room,
  cycle: number,
  hand: { requesting: string; target: string },
  status: string,
): Promise<void> {
  const open = status === 'not-reached' ? ['honored', 'deferred-to-next-cycle'] : ['deferred-to-next-cycle']
  const same = (entry: Raised) => entry.requesting === hand.requesting && entry.target === hand.target
  const known = room.raised.find((entry) => same(entry) && open.includes(entry.status))
  if (known && status !== 'deferred-to-next-cycle') known.status = status
  else if (!known) room.raised.push({ cycle, ...hand, status })
  await room.say(raiseHandLine(cycle, hand, status))
}

export async function sayLookup(
  room: Room,
  cycle: number,
  requesting: string,
  status: string,
): Promise<void> {
  await room.say(`[research-interrupt cycle=${cycle} requesting=${requesting} status=${status}]`)
}

async function sayCitations(room: Room, checked: readonly Checked[]): Promise<void> {
  if (checked.length === 0) return
  for (const { outcome } of checked) room.citations[outcome.kind]++
  const line = citationLines(checked).join('\n')
  await room.say(line)
  room.tell(line)
}

/** How the references of a turn fared; nothing where it made none. */
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
