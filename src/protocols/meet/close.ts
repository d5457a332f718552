// CLOSE: what becomes of the pins, and the drafts of everything that may be saved. Nothing is written here but the journal.

import type { MemoryDraft } from '../../documents/agent-memory.js'
import { visibleText } from '../../documents/clean.js'
import { nothing } from '../../kernel/agents.js'
import { isActionType } from '../../rules/action-types.js'
import type { Pin, PinDisposition } from '../../rules/scratchpad.js'
import { actionsPrompt, memoryPrompt, notesPrompt } from './close-prompts.js'
import { readTemplate, renderClosing } from './documents/closing.js'
import { oneLine } from './documents/turn-text.js'
import type { Drafts, ItemDraft, NotesDraft, SeatMemory } from './drafts.js'
import { facilitator } from './facilitator.js'
import type { Invitee } from './input.js'
import { pinQuestion } from './questions.js'
import { structureFaults, withoutLabels, withoutLines } from './rules/draft-gate.js'
import { Actions, Memory, type Notes, notesFor } from './schemas.js'
import type { Emitted, MeetState } from './state.js'

export async function draftAll(state: MeetState, lastWord: string | undefined): Promise<Drafts> {
  if (lastWord !== undefined) state.tell(`The person's last word before the drafts:\n${lastWord}`)
  const pins = await dispose(state)
  const spoke = state.turns.some(({ seat }) => seat !== null)
  const items = spoke ? await draftItems(state) : []
  state.allItems = items
  const memories = spoke ? await draftMemories(state, items) : []
  const notes = await draftNotes(state, items, spoke)
  if (state.leftOut > 0) state.degrade(`items-left-out:${state.leftOut}`)
  return { pins, items, memories, notes }
}

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

async function draftItems(state: MeetState): Promise<ItemDraft[]> {
  const said = await state.meeting.trySpeak(facilitator, actionsPrompt(state), {
    id: 'close.actions',
    schema: Actions,
    tools: nothing,
    maxOutput: 2000,
    draft: true,
  })
  bookFacilitator(state, said)
  if (said.kind === 'not-said') {
    state.degrade('actions-by-engine')
    return []
  }
  const checked = withOwnKeys(said.value.items).map((item) => checkItem(state, item))
  const left = checked.filter((item) => item === undefined).length
  state.leftOut += left
  return checked.flatMap((item) => item ?? [])
}

/** Ids are found by key: of two items with one key the second gets the next free one. */
function withOwnKeys(items: Actions['items']): Actions['items'] {
  let last = Math.max(0, ...items.map(({ key }) => Number(key.slice(1))))
  const first = (key: string) => items.findIndex((item) => item.key === key)
  return items.map((item, at) => (first(item.key) === at ? item : { ...item, key: `A${++last}` }))
}

/** An item must name existing turns and a known type, or it is left out; other faults are corrected. */
function checkItem(state: MeetState, item: Actions['items'][number]): ItemDraft | undefined {
  const known = item.turns.length > 0 && item.turns.every((t) => state.turns.some((turn) => turn.t === t))
  if (!known || !isActionType(item.type)) return undefined
  const assignee = assigneeOf(state, item.assignee)
  const priority = ['low', 'normal', 'high'].includes(item.priority ?? '')
    ? (item.priority ?? 'normal')
    : 'normal'
  return {
    key: item.key,
    type: item.type,
    priority,
    assignee,
    context_for_target: fair(state, item.context_for_target),
    acceptance: fair(state, item.acceptance ?? ''),
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

async function draftMemories(state: MeetState, items: readonly ItemDraft[]): Promise<SeatMemory[]> {
  const memories: SeatMemory[] = []
  for (const seat of state.input.seats) {
    if (!state.turns.some((turn) => turn.seat === seat.id)) continue
    memories.push({ seat: seat.id, draft: await draftMemory(state, seat, items) })
  }
  return memories
}

/** No model drafts another seat's memory: a seat that may not be called any more gets one made from its own turns. */
async function draftMemory(
  state: MeetState,
  seat: Invitee,
  items: readonly ItemDraft[],
): Promise<MemoryDraft> {
  if (!state.maySpeak(seat.id)) return byEngine(state, seat, items)
  const said = await state.meeting.trySpeak(seat, memoryPrompt(state, seat, items), {
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
    list.map((line) => fair(state, line)).filter((line) => line !== '')
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

async function draftNotes(
  state: MeetState,
  items: readonly ItemDraft[],
  spoke: boolean,
): Promise<NotesDraft> {
  const text = await state.meeting.act('read template', ({ library }) =>
    library.read(`meet/templates/notes-template-${state.input.bias}.md`),
  )
  const template = readTemplate(text ?? '')
  const drafted = spoke ? await callNotes(state, text ?? '', items) : undefined
  if (spoke && !drafted) state.degrade('notes-by-engine')
  const decisions = drafted ? settled(state, drafted) : proposed(state)
  return {
    summary: drafted ? fairText(state, drafted.summary) : noSummary(spoke),
    closing: renderClosing(
      template,
      state.input.bias,
      drafted ? fairClosing(state, drafted.closing) : undefined,
      false,
    ),
    decisions,
    risks: state.turns.flatMap((turn) =>
      turn.challenges.map((said) => `${said} — ${turn.speaker}, turn ${turn.t}`),
    ),
    openQuestions: openQuestions(state, drafted),
  }
}

async function callNotes(
  state: MeetState,
  template: string,
  items: readonly ItemDraft[],
): Promise<Notes | undefined> {
  const schema = notesFor(state.input.bias)
  const said = await state.meeting.trySpeak(facilitator, notesPrompt(state, template, items), {
    id: 'close.notes',
    schema,
    tools: nothing,
    maxOutput: 2500,
    draft: true,
  })
  bookFacilitator(state, said)
  return said.kind === 'said' ? said.value : undefined
}

function noSummary(spoke: boolean): string {
  return spoke ? '_(no summary: drafting failed)_' : '_(no summary: nobody spoke)_'
}

/** A decision must name turns that exist; else it is left out, and the record says so. */
function settled(state: MeetState, { decisions }: Notes): string[] {
  const good = decisions.filter(
    ({ turns }) => turns.length > 0 && turns.every((t) => state.turns.some((turn) => turn.t === t)),
  )
  state.leftOut += decisions.length - good.length
  return good.map(({ text, turns }) => `${fair(state, text)} — turns ${turns.join(', ')}`)
}

function proposed(state: MeetState): string[] {
  return state.turns.flatMap((turn) =>
    turn.decisions.map((said) => `${said} — turns ${turn.t} (as proposed)`),
  )
}

/** What was proposed and not settled, what was asked for and not reached, and what the draft adds. */
function openQuestions(state: MeetState, drafted: Notes | undefined): string[] {
  const named = new Set(drafted?.decisions.flatMap(({ turns }) => turns) ?? [])
  const unsettled = drafted ? state.turns.filter(({ t }) => !named.has(t)).flatMap(unsettledIn) : []
  const asked = (drafted?.open_questions ?? []).map(
    ({ text, turns }) => `${fair(state, text)}${turns?.length ? ` — turns ${turns.join(', ')}` : ''}`,
  )
  return [...asked, ...unsettled, ...state.notReached]
}

function unsettledIn(turn: Emitted): string[] {
  return turn.decisions.map((said) => `Proposed, not settled: ${said} — ${turn.speaker}, turn ${turn.t}`)
}

function bookFacilitator(state: MeetState, reply: Parameters<MeetState['heard']>[1]): void {
  state.heard(facilitator, reply)
}

/** Drafted text passes the same first steps as a turn; lines that imitate ours are removed. */
function fairText(state: MeetState, text: string): string {
  const clean = visibleText(text)
  const faults = structureFaults(clean, state.input.person.name)
  state.linesRemoved += faults.length
  return withoutLabels(withoutLines(clean, faults))
}

function fair(state: MeetState, text: string): string {
  return fairText(state, oneLine(text))
}

function fairClosing(state: MeetState, value: unknown): Record<string, unknown> {
  return mapStrings(value, (text) => fairText(state, text)) as Record<string, unknown>
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]))
}
