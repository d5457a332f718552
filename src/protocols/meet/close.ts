// CLOSE: what becomes of the pins and the proposals, and the drafts of everything that may be saved. Nothing is written here but
// the journal.

import type { Pin, PinDisposition } from '../../rules/scratchpad.js'
import { draftItems } from './close-items.js'
import { draftMemories } from './close-memories.js'
import { draftNotes } from './close-notes.js'
import type { DraftedItems, Drafts } from './drafts.js'
import { pinQuestion } from './questions.js'
import { settleTable } from './settle.js'
import type { MeetState } from './state.js'

export async function draftAll(state: MeetState, lastWord: string | undefined): Promise<Drafts> {
  state.lastWord = lastWord ?? null
  const pins = await dispose(state)
  const spoke = state.turns.some(({ seat }) => seat !== null)
  await settleTable(state)
  const drafted = spoke ? await draftItems(state) : nothingDrafted
  state.allItems = drafted.items
  const memories = spoke ? await draftMemories(state, drafted) : []
  const { notes, items } = await draftNotes(state, drafted, spoke)
  state.allItems = items
  if (state.leftOut > 0) state.degrade(`items-left-out:${state.leftOut}`)
  const { left, failed: itemsFailed } = drafted
  return { pins, items, left, itemsFailed, memories, notes }
}

const nothingDrafted: DraftedItems = { items: [], left: [], failed: null }

async function dispose(state: MeetState): Promise<Drafts['pins']> {
  const disposed: (Pin & { disposition: PinDisposition })[] = []
  for (const pin of state.pins) {
    const n = Number(pin.id.slice(3))
    const content = await state.meeting.scrub(pin.content)
    const answer = await state.meeting.ask(
      pinQuestion({ n, intent: pin.intent, by: pin.agent, type: pin.contentType, content }),
    )
    if (answer.by === 'default') state.unattended = true
    disposed.push({ ...pin, content, disposition: answer.choose as PinDisposition })
  }
  return disposed
}
