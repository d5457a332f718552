// Proposals for surfaces: read back from the notes of a journal, which may be anybody's.

import { type ProposalTold, proposalStates } from '../../view/proposals.js'
import { fieldsOf, listIn, numberIn, oneOf, textIn, textsIn } from '../../view/reading.js'

/** What a note lists under `proposals`. Earlier meetings recorded neither sides nor what a proposal was against. */
export function proposalsIn(data: unknown): ProposalTold[] {
  return listIn(data, 'proposals').flatMap((one) => {
    const [id, by, text] = ['id', 'by', 'text'].map((name) => textIn(one, name))
    if (id === undefined || by === undefined || text === undefined) return []
    return [
      {
        ...{ id, by, text, turn: numberIn(one, 'turn') ?? 0 },
        ...{ against: textsIn(one, 'against'), support: textsIn(one, 'support') },
        objections: listIn(one, 'objections').map((voice) => ({
          by: textIn(voice, 'by') ?? '',
          turn: numberIn(voice, 'turn') ?? 0,
          text: textIn(voice, 'text') ?? '',
        })),
        state: oneOf(fieldsOf(one)['state'], proposalStates) ?? 'open',
        why: textIn(one, 'why') ?? '',
      },
    ]
  })
}
