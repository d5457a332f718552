// What is asked at CLOSE: of the facilitator what became of the proposals, the action items and the notes; a memory of each seat
// that spoke.

import type { SeatPrompt } from '../../kernel/protocol.js'
import { madeOfParts, type PromptPart, part } from '../../kernel/turn/prompt-parts.js'
import { ACTION_TYPES } from '../../rules/action-types.js'
import { type FaultyLine, faultyList } from '../../rules/faulty-lines.js'
import { fencedBlock } from '../../text/fenced-block.js'
import { oneLine } from './documents/turn-text.js'
import type { DraftedItems, LeftOut } from './drafts.js'
import { facilitatorSystem } from './facilitator.js'
import type { Invitee } from './input.js'
import { prompt } from './prompts.js'
import { inFull } from './rules/table.js'
import type { MeetState } from './state.js'

/** `faults` are what was wrong with the last answer. */
export function settlePrompt(state: MeetState, faults: readonly string[]): SeatPrompt {
  const ask = [
    part(
      'faults',
      faults.length > 0 ? `Your last answer cannot stand: ${faults.join('; ')}. Send it again, whole.` : '',
    ),
    part(
      'table',
      `The proposals on the table, with who made, supported and objected to each:\n\n${fencedBlock('table', inFull(state.table))}`,
    ),
    part(
      'ask',
      [
        'Say of every one of them, by its id, what became of it in the discussion:',
        '- `state`: `adopted` when the seats settled on it, `rejected` when they settled against it, else `open`. Support by one seat settles nothing',
        '  while another objects and neither gave way. Of proposals that cannot hold together at most one is adopted.',
        '- `why`: the reason that was given in the discussion, in at most 25 words.',
        '- `rivals`: the ids of proposals that cannot hold together with it, whether or not they say so themselves; [] for none.',
        'Do not write the proposals’ words again: the record has them.',
      ].join('\n'),
    ),
  ]
  return facilitatorPrompt(state, ask)
}

export function actionsPrompt(state: MeetState): SeatPrompt {
  const ask = [
    'List the action items that follow from this discussion, and only those that somebody in it called for or that carry out what was adopted.',
    `Each has a \`key\` (A1, A2, …), a \`type\` (one of ${ACTION_TYPES.join(', ')}), a \`priority\` (low, normal, high), an \`assignee\` who was ` +
      'in the room, `context_for_target` (what whoever does it must know, at most 60 words), `acceptance` (how one sees that it is done, at most ' +
      '30 words), `turns` (the numbers of the turns that it rests on, as in their headers) and `pins` (such as SP-1). No items is a good ' +
      'answer when nothing was called for.',
  ].join('\n')
  return facilitatorPrompt(state, [part('ask', ask)])
}

/** Items that cannot be filed are asked for once more. */
export function itemsAgainPrompt(state: MeetState, left: readonly LeftOut[]): SeatPrompt {
  const lines = left.map(({ key, why, text }) => `${key}: ${why}: ${text}`)
  const ask =
    `These action items cannot be filed:\n\n${fencedBlock('items', lines.join('\n'))}\n\nSend just these again with the same keys, mended. ` +
    'Leave out one that rests on no turn.'
  return facilitatorPrompt(state, [part('ask', ask)])
}

export function memoryPrompt(state: MeetState, seat: Invitee, drafted: DraftedItems): SeatPrompt {
  const ask = [
    part(
      'ask',
      [
        'The discussion is over. Write down what you yourself take away, for your own next meeting on this. At most 6 lines a field, at most 30 ' +
          'words a line:',
        '',
        '- `decided`: what you decided or agreed to.',
        '- `constraints`: what you committed to.',
        '- `open_items`: what you track, as a key from the list below or in words.',
        '- `sources`: what you relied on, exactly as you cited it.',
        '- `tags`: one to six, in kebab-case.',
      ].join('\n'),
    ),
    ...settledBlock(state),
    part('action items', itemList(drafted)),
  ]
  return prompt(state, seat, ask)
}

export function notesPrompt(state: MeetState, template: string, drafted: DraftedItems): SeatPrompt {
  const besides =
    state.settled.length > 0
      ? '- `decisions`: only what was decided besides the proposals above, each with the numbers of its turns; the record has those already.'
      : '- `decisions`: what was really decided, each with the numbers of its turns.'
  const ask = [
    part(
      'ask',
      [
        'Draft the notes. Report; do not judge. Whoever disagreed is named with the reason. Cite only sources that were cited in the meeting, and none ' +
          'that is marked as broken.',
        '- `summary`: what a colleague who was not there needs to act on it, in at most 200 words.',
        '- `closing`: the closing part by the template below.',
        besides,
        '- `open_questions`: what is still open, at most 30 words each, with the numbers of its turns.',
      ].join('\n'),
    ),
    ...settledBlock(state),
    part('action items', itemList(drafted)),
    part('template', `The template of the closing part:\n\n${fencedBlock('template', template)}`),
  ]
  return facilitatorPrompt(state, ask)
}

/** Lines that cite what is not there are asked for by themselves, once. */
export function mendPrompt(state: MeetState, faulty: readonly FaultyLine[]): SeatPrompt {
  const ask =
    `Your drafts cite what is not there. These lines of them were checked against the files as they are now:\n\n${fencedBlock('lines', faultyList(faulty))}\n\n` +
    'Answer with `lines`: for each of them `{ id, text }`, the whole line written anew, with a citation that was verified in the meeting, or ' +
    'without one where nothing supports it: then the line must not claim what it did. Change nothing else in it.'
  return facilitatorPrompt(state, [part('ask', ask)])
}

/** The facilitator reads research and transcript once; further calls go on from there. What the person said last stands first in each. */
function facilitatorPrompt(state: MeetState, ask: readonly PromptPart[]): SeatPrompt {
  const { charter, person } = state.input
  const last = part(
    'person',
    state.lastWord === null
      ? ''
      : `${person.name} said before the drafts. Every draft follows it:\n\n${state.lastWord}`,
  )
  return madeOfParts({
    system: [part('facilitator', facilitatorSystem)],
    full: () => [
      last,
      part('charter', `The charter, as ${person.name} gave it:\n\n${charter}`),
      part('research', researchBlock(state)),
      part('transcript', `The transcript:\n\n${fencedBlock('transcript', state.transcript.join('\n'))}`),
      ...ask,
    ],
    since: () => [last, ...ask],
  })
}

/** The transcript shows a line of each prelude; whoever drafts needs the claims, and whether they hold. */
function researchBlock(state: MeetState): string {
  const { preludes } = state
  if (preludes.length === 0) return ''
  const found = preludes.map(({ seat, claims }) =>
    [
      `${state.seat(seat).name}:`,
      ...(claims.length === 0 ? ['- nothing'] : claims.map((claim) => `- ${claim}`)),
    ].join('\n'),
  )
  return (
    'What the seats found before they spoke, each claim with what came of checking its source:\n\n' +
    fencedBlock('research', found.join('\n\n'))
  )
}

function settledBlock({ settled }: MeetState): readonly PromptPart[] {
  if (settled.length === 0) return []
  const lines = settled.map(
    ({ id, by, state, text, why }) => `${id} (${by}): ${state}: ${text}${why === '' ? '' : ` — ${why}`}`,
  )
  return [part('settled', `What became of the proposals:\n\n${fencedBlock('settled', lines.join('\n'))}`)]
}

/** A draft that failed is no empty one: whoever goes on from it is told so. */
function itemList({ items, failed }: DraftedItems): string {
  if (failed !== null)
    return (
      'The draft of the action items failed. That does not mean that there are none: name what is to be done in words. What went ' +
      `wrong:\n\n${fencedBlock('cause', oneLine(failed))}`
    )
  if (items.length === 0) return 'Nobody called for an action item.'
  const lines = items.map(
    ({ key, type, assignee, context_for_target }) => `${key} (${type}, ${assignee}): ${context_for_target}`,
  )
  return `The action items as drafted:\n\n${fencedBlock('items', lines.join('\n'))}`
}
