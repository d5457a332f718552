// Where a discussion stands, in words for the seat that speaks next: the turn, what is on the table, and what is left to do.

import { fencedBlock } from '../../text/fenced-block.js'
import type { Invitee } from './input.js'
import { inBrief, inFull, type Proposal, rivalsOf, standing } from './rules/table.js'
import type { MeetState } from './state.js'

/** `Turn 6 of 8. On the table: P1 (Theo), P2 (Soren, against P1).`, and each proposal with who stands where. */
export function whereItStands(state: MeetState, seat: Invitee): string {
  const { table, input } = state
  const now = `Turn ${state.discussTurns + 1} of ${input.maxTurns}.`
  const open = standing(table)
  const what = open.length === 0 ? 'Nothing is on the table yet.' : `On the table: ${inBrief(table)}.`
  const proposals = open.length === 0 ? [] : [fencedBlock('table', inFull(table))]
  return [`${now} ${what}`, ...proposals, leftToDo(state, seat)].filter((part) => part !== '').join('\n\n')
}

function leftToDo(state: MeetState, seat: Invitee): string {
  const { table, input } = state
  const agreed = standing(table).find((proposal) => supportedByAll(state, proposal))
  if (agreed && input.seats.length > 1)
    return `Every seat supports ${agreed.id}. Unless you have something new, answer [pass].`
  if (input.mode !== 'decide') return ''
  const speaking = input.seats.filter(({ id }) => state.maySpeak(id))
  const left = input.maxTurns - state.discussTurns
  if (left <= speaking.length)
    return (
      'This is your last turn. Name the proposal that you support, and what you would still object to if it were adopted. A new ' +
      'proposal comes too late to be discussed.'
    )
  if (standing(table).length === 0)
    return 'This meeting is to land on one option. If you have one, put it as a proposal; then it can be supported or objected to.'
  const undecided = !standing(table).some((proposal) => standsOn(proposal, seat.name))
  return undecided
    ? 'This meeting is to land on one option. Say of each proposal on the table whether you support it or object to it.'
    : ''
}

/** Nobody objects, nothing that excludes it has support, and every seat that may speak has made or supported it. */
function supportedByAll(state: MeetState, proposal: Proposal): boolean {
  const { table, input } = state
  const rivals = rivalsOf(table, proposal.id)
  const contested = standing(table).some(({ id, support }) => rivals.has(id) && support.length > 0)
  const backed = ({ name }: Invitee) => proposal.by === name || proposal.support.some(({ by }) => by === name)
  return (
    !contested &&
    proposal.objections.length === 0 &&
    input.seats.filter(({ id }) => state.maySpeak(id)).every(backed)
  )
}

function standsOn({ by, support, objections }: Proposal, name: string): boolean {
  return by === name || [...support, ...objections].some((voice) => voice.by === name)
}
