// Proposals: what was put on the table, who stood where on it, and how each ended. One list for record, exports, `show` and page.

import { markTold, placesOf } from '../rules/source-words.js'
import type { Cited, Item } from './items.js'

export const proposalStates = ['open', 'adopted', 'rejected', 'withdrawn'] as const

export interface ProposalTold {
  readonly id: string
  readonly by: string
  /** The number of the turn that made it. */
  readonly turn: number
  readonly text: string
  /** Ids of those that it was to replace. */
  readonly against: readonly string[]
  /** Names of those who supported it to the end, beside its maker. */
  readonly support: readonly string[]
  readonly objections: readonly { readonly by: string; readonly turn: number; readonly text: string }[]
  readonly state: (typeof proposalStates)[number]
  readonly why: string
}

export const proposalHead = ['', 'Proposal', 'By', 'Against', 'Support', 'Objections', 'End'] as const

/** A proposal, the item where it was made, and what it cites. */
export interface CitedProposal extends ProposalTold {
  readonly at: string | null
  readonly cited: readonly Cited[]
}

interface Told {
  readonly proposals: readonly (ProposalTold & { readonly at: string | null })[]
  readonly items: readonly Item[]
}

/** What a proposal cites was checked with the turn that made it. */
export function citedProposals({ proposals, items }: Told): readonly CitedProposal[] {
  return proposals.map((proposal) => {
    const turn = items.find(({ key }) => key === proposal.at)
    const all = turn?.kind === 'turn' ? turn.cited : []
    const cited = all.filter(({ ref }) => placesOf(proposal.text, ref).length > 0)
    return { ...proposal, cited }
  })
}

/** Its words, with a mark behind everything that they cite and is not there. */
export function proposalWords({ text, cited }: Pick<CitedProposal, 'text' | 'cited'>): string {
  return markTold(text, cited)
}

/** The cells of a table under `proposalHead`. */
export function proposalRow(of: ProposalTold): readonly string[] {
  return [
    of.id,
    of.text,
    `${of.by}, turn ${of.turn}`,
    of.against.join(', ') || '—',
    of.support.join(', ') || '—',
    objectors(of) || '—',
    endOf(of),
  ]
}

export function objectors({ objections }: Pick<ProposalTold, 'objections'>): string {
  return [...new Set(objections.map(({ by }) => by))].join(', ')
}

/** `adopted: it is cheap` */
export function endOf({ state, why }: Pick<ProposalTold, 'state' | 'why'>): string {
  return why === '' ? state : `${state}: ${why}`
}
