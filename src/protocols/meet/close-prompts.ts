// What is asked at CLOSE: action items and notes of the facilitator, a memory of each seat that spoke.

import type { Rehearse } from '../../kernel/agents.js'
import type { StructuredPrompt } from '../../kernel/protocol.js'
import { ACTION_TYPES } from '../../rules/action-types.js'
import { facilitatorSystem, type ItemLine } from './facilitator.js'
import type { Invitee } from './input.js'
import { asData, prompt } from './prompts.js'
import { rehearseActions, rehearseMemory, rehearseNotes } from './rehearsals.js'
import type { Actions, Memory, Notes } from './schemas.js'
import type { MeetState } from './state.js'

export function actionsPrompt(state: MeetState): StructuredPrompt<Actions> {
  const ask = [
    'List the action items that follow from this discussion, and only those that somebody in it called for.',
    `Each has a key (A1, A2, …), a type (one of ${ACTION_TYPES.join(', ')}), a priority (low, normal, high),`,
    'an assignee who was in the room, the context its target needs, how one would see that it is done, the numbers of the turns',
    'it rests on, and the pins it refers to. No items is a good answer when nothing was called for.',
  ].join('\n')
  return facilitatorPrompt(state, ask, rehearseActions(state))
}

export function memoryPrompt(
  state: MeetState,
  seat: Invitee,
  items: readonly ItemLine[],
): StructuredPrompt<Memory> {
  const ask = [
    'The discussion is over. Write down what you yourself take away, for your own next meeting on this:',
    'what you decided or agreed to, constraints you committed to, open items you track (a key from the list below, or words),',
    'the sources you relied on exactly as you cited them, and one to six tags in kebab-case.',
    itemList(items),
  ].join('\n')
  return prompt(state, seat, ask, rehearseMemory(state, seat))
}

export function notesPrompt(
  state: MeetState,
  template: string,
  items: readonly ItemLine[],
): StructuredPrompt<Notes> {
  const ask = [
    'Draft the notes: a summary of two or three short paragraphs that a colleague who was not there can act on, the closing part',
    'by the template below, the decisions that were really taken (each with the numbers of its turns), and the questions still open.',
    'Report; do not judge. Whoever disagreed is named with the reason.',
    itemList(items),
    asData('The template of the closing part', template),
  ].join('\n\n')
  return facilitatorPrompt(state, ask, rehearseNotes(state))
}

/** The facilitator reads the whole transcript once; the second call goes on from there. */
function facilitatorPrompt<T>(state: MeetState, ask: string, rehearse: Rehearse<T>): StructuredPrompt<T> {
  return {
    system: facilitatorSystem,
    get full() {
      return [
        asData('The charter', state.input.charter),
        asData('The transcript', state.transcript.join('\n')),
        ask,
      ].join('\n\n')
    },
    since: ask,
    rehearse,
  }
}

function itemList(items: readonly ItemLine[]): string {
  if (items.length === 0) return 'There are no action items.'
  return asData(
    'The action items as drafted',
    items
      .map(
        ({ key, type, assignee, context_for_target }) =>
          `${key} (${type}, ${assignee}): ${context_for_target}`,
      )
      .join('\n'),
  )
}
