// Tidying: before a new session, the person is asked about each leftover of earlier ones, and what they choose is done.

import type { Answer } from '../../kernel/question.js'
import { shortened } from '../../text/excerpts.js'
import type { Around, Asking, FoundMeeting, Instead, Lying } from '../manifest.js'
import { leftovers } from './leftovers.js'
import { aboutLeftover } from './questions.js'
import type { Leftover, Offer } from './rules/leftovers.js'
import { type Settlement, settle } from './settle.js'

/** The session to go on with in place of a new one, when the person wants one resumed. */
export async function tidy(around: Around, asking: Asking): Promise<Instead | undefined> {
  return (await lying(around))?.ask(asking)
}

/** What lies there now, and no session that leaves something later. */
export async function lying(around: Around): Promise<Lying | undefined> {
  const left = await leftovers(around.world, await around.meetings())
  if (left.length === 0) return undefined
  const names = left.map(({ id, title }) => (title === '' ? id : `“${shortened(title, 50)}”`))
  return {
    line: `Left over from earlier: ${listed(names)}.`,
    ask: (asking) => askAbout(around, asking, left),
  }
}

function listed(names: readonly string[]): string {
  const [few, more] = [names.slice(0, 3), names.length - 3]
  return `${few.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function askAbout(
  around: Around,
  asking: Asking,
  left: readonly Leftover[],
): Promise<Instead | undefined> {
  for (const leftover of left) {
    const choice = choiceFor(leftover, await asking.ask(aboutLeftover(leftover)))
    const instead = await deal(around, asking, leftover, choice)
    if (instead) return instead
  }
  return undefined
}

/** An unconcluded session of which only the pad is here, by its id. */
export async function revive(
  { world, documents, meetings }: Around,
  id: string,
): Promise<Instead | undefined> {
  const left = (await leftovers(world, await meetings())).find(
    (one) => one.id === id && one.kind === 'unconcluded',
  )
  const settled = left && (await settle(world, documents, left, 'resume'))
  return settled?.kind === 'resume' && settled.from === 'pad' ? { id, reopen: foundAs(settled) } : undefined
}

function foundAs({ id, protocol, input }: Extract<Settlement, { from: 'pad' }>): FoundMeeting {
  const seats = input.council.seats.map(({ name }) => name)
  return { protocol, ready: { kind: 'ready', seats, propose: async () => ({ id, input }) } }
}

function keptLine({ id, title, what, suggestion }: Leftover): string {
  const about = title === '' ? '' : `“${shortened(title, 80)}”: `
  return `Left over: ${id} — ${about}${what} — kept (${suggestion})`
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
  if (choice === 'keep') tell(keptLine(leftover))
  else settled.lines.forEach(tell)
  if (settled.kind === 'settled' && settled.closed !== null)
    await abandon(settled.closed, 'archived by the person', settled.moved)
  return undefined
}
