// The action items of CLOSE: drafted by the facilitator, checked here, and asked for once more where they cannot be filed.

import { nothing } from '../../kernel/agents.js'
import type { NotSaid, Said } from '../../kernel/protocol.js'
import { ACTION_TYPES, isActionType } from '../../rules/action-types.js'
import { withBeginning } from '../../rules/failure-words.js'
import { greatest } from '../../rules/lists.js'
import { visibleText } from '../../text/clean.js'
import { actionsPrompt, itemsAgainPrompt } from './close-prompts.js'
import { oneLine } from './documents/turn-text.js'
import type { DraftedItems, ItemDraft, LeftOut } from './drafts.js'
import { facilitator } from './facilitator.js'
import { told } from './fair.js'
import { memoriesAndNotes } from './needs.js'
import { Actions } from './schemas.js'
import type { MeetState } from './state.js'

const calling = {
  id: 'close.actions',
  schema: Actions,
  tools: nothing,
  maxOutput: 2000,
  draft: true,
} as const

export async function draftItems(state: MeetState): Promise<DraftedItems> {
  const said = await state.meeting.trySpeak(facilitator, actionsPrompt(state), calling)
  state.heard(facilitator, said)
  if (said.kind === 'not-said') {
    state.degrade('actions-by-engine')
    return { items: [], left: [], failed: withBeginning(said.reason, said.began) }
  }
  const first = checked(state, withOwnKeys(said.value.items))
  const { items, left } = first.left.length > 0 ? await mended(state, first) : first
  state.leftOut += left.length
  return { items, left, failed: null }
}

interface Checked {
  readonly items: readonly ItemDraft[]
  readonly left: readonly LeftOut[]
}

/** What is still wrong after asking once more is shown to the person with its text. */
async function mended(state: MeetState, first: Checked): Promise<Checked> {
  const said: Said<Actions> | NotSaid = await state.meeting.trySpeak(
    facilitator,
    itemsAgainPrompt(state, first.left),
    { ...calling, keepFree: memoriesAndNotes(state) },
  )
  state.heard(facilitator, said)
  const again = said.kind === 'said' ? said.value.items : []
  const wanted = again.filter(({ key }) => first.left.some((item) => item.key === key))
  const second = checked(state, withOwnKeys(wanted))
  const still = first.left.filter(({ key }) => !second.items.some((item) => item.key === key))
  const now = still.map((item) => second.left.find(({ key }) => key === item.key) ?? item)
  return { items: [...first.items, ...second.items], left: now }
}

function checked(state: MeetState, drafted: Actions['items']): Checked {
  const judged = drafted.map((item) => ({ item, why: faultOf(state, item) }))
  return {
    items: judged.flatMap(({ item, why }) => (why === undefined ? [itemOf(state, item)] : [])),
    left: judged.flatMap(({ item, why }) =>
      why === undefined ? [] : [{ key: item.key, why, text: oneLine(visibleText(item.context_for_target)) }],
    ),
  }
}

/** Ids are found by key: of two items with one key the second gets the next free one. */
function withOwnKeys(items: Actions['items']): Actions['items'] {
  let last = greatest(items.map(({ key }) => Number(key.slice(1))))
  const first = (key: string) => items.findIndex((item) => item.key === key)
  return items.map((item, at) => (first(item.key) === at ? item : { ...item, key: `A${++last}` }))
}

/** An item must name existing turns and a known type; other faults are corrected. */
function faultOf(state: MeetState, { turns, type }: Actions['items'][number]): string | undefined {
  if (turns.length === 0) return 'it names no turn'
  const unknown = turns.filter((t) => !state.turns.some((turn) => turn.t === t))
  if (unknown.length > 0) return `there is no turn ${unknown.join(', ')}; the last is ${state.t}`
  return isActionType(type) ? undefined : `its type "${oneLine(type)}" is none of ${ACTION_TYPES.join(', ')}`
}

function itemOf(state: MeetState, item: Actions['items'][number]): ItemDraft {
  const priority = ['low', 'normal', 'high'].includes(item.priority ?? '')
    ? (item.priority ?? 'normal')
    : 'normal'
  return {
    key: item.key,
    type: item.type,
    priority,
    assignee: assigneeOf(state, item.assignee),
    context_for_target: told(state, item.context_for_target, facilitator),
    acceptance: told(state, item.acceptance ?? '', facilitator),
    turns: item.turns,
    pins: (item.pins ?? []).filter((id) => state.pins.some((pin) => pin.id === id)),
  }
}

function assigneeOf(state: MeetState, name: string | undefined): string {
  const { seats, person } = state.input
  const wanted = (name ?? '').trim().toLowerCase()
  const seat = seats.find((known) => known.name.toLowerCase() === wanted || known.id === wanted)
  if (seat) return seat.name
  return wanted === person.name.toLowerCase() ? person.name : 'unassigned'
}
