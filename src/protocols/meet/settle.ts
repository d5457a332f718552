// Settling: what became of each proposal. The facilitator says so by id; the words are those of the table.

import { nothing } from '../../kernel/agents.js'
import { markBroken } from '../../rules/source-words.js'
import type { ProposalTold } from '../../view/proposals.js'
import { settlePrompt } from './close-prompts.js'
import { facilitator } from './facilitator.js'
import { told } from './fair.js'
import { closeNeed } from './needs.js'
import { proposalsOf } from './proposals.js'
import { checkDrafted } from './references.js'
import { judgeSettlement, type Settled, type Settlement, standing, type Table } from './rules/table.js'
import { Settling } from './schemas.js'
import type { MeetState } from './state.js'

/** Asked once more when an id is missing or rivals are adopted together; what is then still wrong stays open. */
export async function settleTable(state: MeetState): Promise<void> {
  const table = standing(state.table)
  if (table.some(({ marked }) => marked) || mayBeRivals(state)) await settle(state, table)
  else if (proposalsOf(state).length === 0) return
  await state.meeting.note('settled', { proposals: await toldWithMarks(state) })
}

async function settle(state: MeetState, table: Table): Promise<void> {
  const first = await ask(state, [])
  const last = first && first.faults.length > 0 ? ((await ask(state, first.faults)) ?? first) : first
  if (!last || last.faults.length > 0) state.degrade('proposals-not-settled')
  const found = last?.settled ?? judgeSettlement(state.table, []).settled
  state.settled = table.map((proposal) => {
    const { state: how, why } = found.find(({ id }) => id === proposal.id) ?? { state: 'open', why: '' }
    return { ...proposal, state: how, why: told(state, why, facilitator) }
  })
}

/** For those who look on: the reasons are the facilitator's, and marked where they cite what is not there. */
async function toldWithMarks(state: MeetState): Promise<readonly ProposalTold[]> {
  const proposals = proposalsOf(state)
  const reasons = proposals.map(({ id, why }) => ({ where: id, text: why }))
  const checked = await checkDrafted(state, reasons)
  return proposals.map((one) => {
    const own = checked.filter(({ where }) => where === one.id)
    return { ...one, why: markBroken(one.why, own) }
  })
}

/** In a meeting that is to decide, two `[decision]` lines may exclude each other: what became of each is asked, as of any proposal. */
function mayBeRivals({ input, table }: MeetState): boolean {
  return input.mode === 'decide' && standing(table).length > 1
}

async function ask(state: MeetState, faults: readonly string[]): Promise<Settled | undefined> {
  const said = await state.meeting.trySpeak(facilitator, settlePrompt(state, faults), {
    id: 'close.settle',
    schema: Settling,
    tools: nothing,
    maxOutput: 1000,
    keepFree: closeNeed(state),
    draft: true,
  })
  state.heard(facilitator, said)
  if (said.kind === 'not-said') return undefined
  const saysRivals = state.input.mode === 'decide'
  return judgeSettlement(state.table, said.value.proposals as readonly Settlement[], { saysRivals })
}
