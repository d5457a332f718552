// The memories of CLOSE: each seat that spoke writes down what it takes away.

import { nothing } from '../../kernel/agents.js'
import type { MemoryDraft } from '../../text/agent-memory.js'
import { memoryPrompt } from './close-prompts.js'
import type { DraftedItems, ItemDraft, SeatMemory } from './drafts.js'
import { told } from './fair.js'
import type { Invitee } from './input.js'
import { Memory } from './schemas.js'
import type { MeetState } from './state.js'

export async function draftMemories(state: MeetState, drafted: DraftedItems): Promise<SeatMemory[]> {
  const memories: SeatMemory[] = []
  for (const seat of state.input.seats) {
    if (!state.turns.some((turn) => turn.seat === seat.id)) continue
    memories.push({ seat: seat.id, draft: await draftMemory(state, seat, drafted) })
  }
  return memories
}

/** No model drafts another seat's memory: a seat that may not be called any more gets one made from its own turns. */
async function draftMemory(state: MeetState, seat: Invitee, drafted: DraftedItems): Promise<MemoryDraft> {
  const { items } = drafted
  if (!state.maySpeak(seat.id)) return byEngine(state, seat, items)
  const said = await state.meeting.trySpeak(seat, memoryPrompt(state, seat, drafted), {
    id: 'close.memory',
    schema: Memory,
    tools: nothing,
    maxOutput: 800,
    draft: true,
  })
  state.heard(seat, said)
  return said.kind === 'said' ? checkMemory(state, seat, said.value, items) : byEngine(state, seat, items)
}

function checkMemory(
  state: MeetState,
  seat: Invitee,
  draft: Memory,
  items: readonly ItemDraft[],
): MemoryDraft {
  const lines = (list: readonly string[]) =>
    list.map((line) => told(state, line, seat)).filter((line) => line !== '')
  const used = sourcesOf(state, seat.id)
  return {
    decided: lines(draft.decided),
    constraints: lines(draft.constraints),
    open_items: withAssigned(seat, lines(draft.open_items), items),
    sources: draft.sources.filter((ref) => used.includes(ref)),
    tags: tagsOf(state, draft.tags),
  }
}

function byEngine(state: MeetState, seat: Invitee, items: readonly ItemDraft[]): MemoryDraft {
  state.degrade(`memory-by-engine:${seat.id}`)
  const own = state.turns.filter((turn) => turn.seat === seat.id)
  return {
    decided: own.flatMap((turn) => turn.decisions),
    constraints: own.flatMap((turn) => turn.challenges),
    open_items: withAssigned(seat, [], items),
    sources: sourcesOf(state, seat.id),
    tags: tagsOf(state, []),
  }
}

function withAssigned(seat: Invitee, open: readonly string[], items: readonly ItemDraft[]): string[] {
  const assigned = items.filter(({ assignee }) => assignee === seat.name).map(({ key }) => key)
  return [...new Set([...open, ...assigned])]
}

function sourcesOf(state: MeetState, seat: string): string[] {
  return [...new Set(state.turns.filter((turn) => turn.seat === seat).flatMap(({ refs }) => refs))]
}

function tagsOf(state: MeetState, tags: readonly string[]): string[] {
  const good = tags.filter((tag) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(tag)).slice(0, 6)
  if (good.length > 0) return good
  const words = [...new Set(state.input.charter.toLowerCase().match(/[a-z0-9]+/g) ?? [])]
  return words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 5)
}
