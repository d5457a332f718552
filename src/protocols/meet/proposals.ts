// The proposals of a meeting as people are told of them: who made each, who stood where, and how it ended.

import type { ProposalTold } from '../../view/proposals.js'
import type { Proposal, Settlement, Table } from './rules/table.js'

interface Proposed {
  readonly table: Table
  /** How each ended that was settled. */
  readonly settled: readonly Settlement[]
}

/** All of them, those that were taken back too. None where no proposal was marked as one and none was settled. */
export function proposalsOf({ table, settled }: Proposed): readonly ProposalTold[] {
  if (settled.length === 0 && !table.some(({ marked }) => marked)) return []
  return table.map((proposal) => {
    const end = settled.find(({ id }) => id === proposal.id)
    return told(proposal, end ? { state: end.state, why: end.why } : { state: 'open', why: '' })
  })
}

function told(
  { id, by, turn, text, against, support, objections, withdrawn }: Proposal,
  end: Pick<ProposalTold, 'state' | 'why'>,
): ProposalTold {
  return {
    ...{ id, by, turn, text, against },
    support: [...new Set(support.map((voice) => voice.by))],
    objections: objections.map((one) => ({ by: one.by, turn: one.turn, text: one.text })),
    ...(withdrawn === null ? end : { state: 'withdrawn', why: `in turn ${withdrawn}` }),
  }
}
