// Leftovers: finds what interrupted sessions left, and does what the person chose. Nothing is resumed or removed silently.

import type { Documents } from '../../kernel/documents.js'
import type { World } from '../../kernel/world.js'
import type { Leftover, Offer, OpenMeeting } from '../../rules/council/leftovers.js'
import type { CouncilInput } from './input.js'

/** What came of a choice. `lines` are sentences for the person. */
export type Settlement =
  | { readonly kind: 'kept'; readonly lines: readonly string[] }
  /** Resume this meeting from its journal: `hold(id)`. */
  | { readonly kind: 'resume'; readonly from: 'journal'; readonly id: string }
  /** The journal is gone: open a meeting of this protocol under this very id with this input, then hold it. */
  | {
      readonly kind: 'resume'
      readonly from: 'pad'
      readonly id: string
      readonly protocol: 'council.meeting' | 'council.work'
      readonly input: CouncilInput
    }
  /** Done. `closed` is a meeting whose journal must be closed for good (an `aborted` line), if it has one. */
  | { readonly kind: 'settled'; readonly lines: readonly string[]; readonly closed: string | null }

/** Everything left over in this council. `meetings` are those that have a journal here, whatever their protocol. */
export async function leftovers(
  _world: World,
  _meetings: readonly OpenMeeting[],
): Promise<readonly Leftover[]> {
  throw new Error('not built yet')
}

/** Does what was chosen for this leftover: the key of an answer to `aboutLeftover(leftover)`. */
export async function settle(
  _world: World,
  _documents: Documents,
  _leftover: Leftover,
  _choice: Offer,
): Promise<Settlement> {
  throw new Error('not built yet')
}
