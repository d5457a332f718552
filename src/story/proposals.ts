// Proposals: what was put on the table, who stood where on it, and how each ended. One list for record, exports, `show` and page.

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
