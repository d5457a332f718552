// Tidying: before a new session, the person is asked about each leftover of earlier ones, and what they choose is done.

import type { Answer } from '../../kernel/question.js'
import type { Around, Asking, FoundMeeting, Instead } from '../manifest.js'
import { leftovers } from './leftovers.js'
import { aboutLeftover } from './questions.js'
import type { Leftover, Offer } from './rules/leftovers.js'
import { type Settlement, settle } from './settle.js'

/** The session to go on with in place of a new one, when the person wants one resumed. */
export async function tidy(around: Around, asking: Asking): Promise<Instead | undefined> {
  for (const leftover of await leftovers(around.world, await around.meetings())) {
    const choice = choiceFor(leftover, await asking.ask(aboutLeftover(leftover)))
    const instead = await deal(around, asking, leftover, choice)
    if (instead) return instead
  }
  return undefined
}

function foundAs({ id, protocol, input }: Extract<Settlement, { from: 'pad' }>): FoundMeeting {
  const seats = input.council.seats.map(({ name }) => name)
  return { protocol, ready: { kind: 'ready', seats, ceiling: null, propose: async () => ({ id, input }) } }
}

/** Where nobody answers, it is kept. */
function choiceFor(leftover: Leftover, answer: Answer | undefined): Offer {
  return leftover.offers.find((offer) => offer === answer?.choose) ?? 'keep'
}

async function deal(
  { world, documents }: Around,
  { tell, abandon }: Asking,
  leftover: Leftover,
  choice: Offer,
): Promise<Instead | undefined> {
  const settled = await settle(world, documents, leftover, choice)
  if (settled.kind === 'resume') {
    const { id } = settled
    return { id, reopen: settled.from === 'journal' ? null : foundAs(settled) }
  }
  if (choice === 'keep') tell(`Left over: ${leftover.id} — ${leftover.what} — kept (${leftover.suggestion})`)
  else settled.lines.forEach(tell)
  if (settled.kind === 'settled' && settled.closed !== null)
    await abandon(settled.closed, 'archived by the person', settled.moved)
  return undefined
}
