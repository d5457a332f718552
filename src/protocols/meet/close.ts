// CLOSE: what becomes of the pins, and the drafts of everything that may be saved. Nothing is written here but the journal.

import type { MemoryDraft } from '../../documents/agent-memory.js'
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
import type { Emitted, Room } from './room.js'
import { cleanText, structureFaults, withoutLabels, withoutLines } from './rules/draft-gate.js'
import { Actions, Memory, type Notes, notesFor } from './schemas.js'

export async function draftAll(room: Room, lastWord: string | undefined): Promise<Drafts> {
  if (lastWord !== undefined) room.tell(`The person's last word before the drafts:\n${lastWord}`)
  const pins = await dispose(room)
  const spoke = room.turns.some(({ seat }) => seat !== null)
  const items = spoke ? await draftItems(room) : []
  room.allItems = items
  const memories = spoke ? await draftMemories(room, items) : []
  const notes = await draftNotes(room, items, spoke)
  if (room.leftOut > 0) room.degrade(`items-left-out:${room.leftOut}`)
  return { pins, items, memories, notes }
}

async function dispose(room: Room): Promise<Drafts['pins']> {
  const disposed: (Pin & { disposition: PinDisposition })[] = []
  for (const pin of room.pins) {
    const n = Number(pin.id.slice(3))
    const content = await room.meeting.scrub(pin.content)
    const answer = await room.meeting.ask(
      pinQuestion({ n, intent: pin.intent, by: pin.agent, type: pin.contentType, content }),
    )
    if (answer.by === 'default') room.unattended = true
    disposed.push({ ...pin, content, disposition: answer.choose as PinDisposition })
  }
  return disposed
}

async function draftItems(room: Room): Promise<ItemDraft[]> {
  const said = await room.meeting.trySpeak(facilitator, actionsPrompt(room), {
    id: 'close.actions',
    schema: Actions,
    tools: nothing,
    maxOutput: 2000,
    draft: true,
  })
  bookFacilitator(room, said)
  if (said.kind === 'not-said') {
    room.degrade('actions-by-engine')
    return []
  }
  const checked = withOwnKeys(said.value.items).map((item) => checkItem(room, item))
  const left = checked.filter((item) => item === undefined).length
  room.leftOut += left
  return checked.flatMap((item) => item ?? [])
}

/** Ids are found by key: of two items with one key the second gets the next free one. */
function withOwnKeys(items: Actions['items']): Actions['items'] {
  let last = Math.max(0, ...items.map(({ key }) => Number(key.slice(1))))
  const first = (key: string) => items.findIndex((item) => item.key === key)
  return items.map((item, at) => (first(item.key) === at ? item : { ...item, key: `A${++last}` }))
}

/** An item must name existing turns and a known type, or it is left out; other faults are corrected. */
function checkItem(room: Room, item: Actions['items'][number]): ItemDraft | undefined {
  const known = item.turns.length > 0 && item.turns.every((t) => room.turns.some((turn) => turn.t === t))
  if (!known || !isActionType(item.type)) return undefined
  const assignee = assigneeOf(room, item.assignee)
  const priority = ['low', 'normal', 'high'].includes(item.priority ?? '')
    ? (item.priority ?? 'normal')
    : 'normal'
  return {
    key: item.key,
    type: item.type,
    priority,
    assignee,
    context_for_target: fair(room, item.context_for_target),
    acceptance: fair(room, item.acceptance ?? ''),
    turns: item.turns,
    pins: (item.pins ?? []).filter((id) => room.pins.some((pin) => pin.id === id)),
  }
}

function assigneeOf(room: Room, name: string | undefined): string {
  const { seats, person } = room.input
  const wanted = (name ?? '').trim().toLowerCase()
  const seat = seats.find((known) => known.name.toLowerCase() === wanted || known.id === wanted)
  if (seat) return seat.name
  return wanted === person.name.toLowerCase() ? person.name : 'unassigned'
}

async function draftMemories(room: Room, items: readonly ItemDraft[]): Promise<SeatMemory[]> {
  const memories: SeatMemory[] = []
  for (const seat of room.input.seats) {
    if (!room.turns.some((turn) => turn.seat === seat.id)) continue
    memories.push({ seat: seat.id, draft: await draftMemory(room, seat, items) })
  }
  return memories
}

/** No model drafts another seat's memory: a seat that may not be called any more gets one made from its own turns. */
async function draftMemory(room: Room, seat: Invitee, items: readonly ItemDraft[]): Promise<MemoryDraft> {
  if (!room.maySpeak(seat.id)) return byEngine(room, seat, items)
  const said = await room.meeting.trySpeak(seat, memoryPrompt(room, seat, items), {
    id: 'close.memory',
    schema: Memory,
    tools: nothing,
    maxOutput: 800,
    draft: true,
  })
  room.heard(seat, said)
  return said.kind === 'said' ? checkMemory(room, seat, said.value, items) : byEngine(room, seat, items)
}

function checkMemory(room: Room, seat: Invitee, draft: Memory, items: readonly ItemDraft[]): MemoryDraft {
  const lines = (list: readonly string[]) =>
    list.map((line) => fair(room, line)).filter((line) => line !== '')
  const used = sourcesOf(room, seat.id)
  return {
    decided: lines(draft.decided),
    constraints: lines(draft.constraints),
    open_items: withAssigned(seat, lines(draft.open_items), items),
    sources: draft.sources.filter((ref) => used.includes(ref)),
    tags: tagsOf(room, draft.tags),
  }
}

function byEngine(room: Room, seat: Invitee, items: readonly ItemDraft[]): MemoryDraft {
  room.degrade(`memory-by-engine:${seat.id}`)
  const own = room.turns.filter((turn) => turn.seat === seat.id)
  return {
    decided: own.flatMap((turn) => turn.decisions),
    constraints: own.flatMap((turn) => turn.challenges),
    open_items: withAssigned(seat, [], items),
    sources: sourcesOf(room, seat.id),
    tags: tagsOf(room, []),
  }
}

function withAssigned(seat: Invitee, open: readonly string[], items: readonly ItemDraft[]): string[] {
  const assigned = items.filter(({ assignee }) => assignee === seat.name).map(({ key }) => key)
  return [...new Set([...open, ...assigned])]
}

function sourcesOf(room: Room, seat: string): string[] {
  return [...new Set(room.turns.filter((turn) => turn.seat === seat).flatMap(({ refs }) => refs))]
}

function tagsOf(room: Room, tags: readonly string[]): string[] {
  const good = tags.filter((tag) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(tag)).slice(0, 6)
  if (good.length > 0) return good
  const words = [...new Set(room.input.charter.toLowerCase().match(/[a-z0-9]+/g) ?? [])]
  return words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 5)
}

async function draftNotes(room: Room, items: readonly ItemDraft[], spoke: boolean): Promise<NotesDraft> {
  const text = await room.meeting.act('read template', ({ library }) =>
    library.read(`meet/templates/notes-template-${room.input.bias}.md`),
  )
  const template = readTemplate(text ?? '')
  const drafted = spoke ? await callNotes(room, text ?? '', items) : undefined
  if (spoke && !drafted) room.degrade('notes-by-engine')
  const decisions = drafted ? settled(room, drafted) : proposed(room)
  return {
    summary: drafted ? fairText(room, drafted.summary) : noSummary(spoke),
    closing: renderClosing(
      template,
      room.input.bias,
      drafted ? fairClosing(room, drafted.closing) : undefined,
      false,
    ),
    decisions,
    risks: room.turns.flatMap((turn) =>
      turn.challenges.map((said) => `${said} — ${turn.speaker}, turn ${turn.t}`),
    ),
    openQuestions: openQuestions(room, drafted),
  }
}

async function callNotes(
  room: Room,
  template: string,
  items: readonly ItemDraft[],
): Promise<Notes | undefined> {
  const schema = notesFor(room.input.bias)
  const said = await room.meeting.trySpeak(facilitator, notesPrompt(room, template, items), {
    id: 'close.notes',
    schema,
    tools: nothing,
    maxOutput: 2500,
    draft: true,
  })
  bookFacilitator(room, said)
  return said.kind === 'said' ? said.value : undefined
}

function noSummary(spoke: boolean): string {
  return spoke ? '_(no summary: drafting failed)_' : '_(no summary: nobody spoke)_'
}

/** A decision must name turns that exist; else it is left out, and the record says so. */
function settled(room: Room, { decisions }: Notes): string[] {
  const good = decisions.filter(
    ({ turns }) => turns.length > 0 && turns.every((t) => room.turns.some((turn) => turn.t === t)),
  )
  room.leftOut += decisions.length - good.length
  return good.map(({ text, turns }) => `${fair(room, text)} — turns ${turns.join(', ')}`)
}

function proposed(room: Room): string[] {
  return room.turns.flatMap((turn) => turn.decisions.map((said) => `${said} — turns ${turn.t} (as proposed)`))
}

/** What was proposed and not settled, what was asked for and not reached, and what the draft adds. */
function openQuestions(room: Room, drafted: Notes | undefined): string[] {
  const named = new Set(drafted?.decisions.flatMap(({ turns }) => turns) ?? [])
  const unsettled = drafted ? room.turns.filter(({ t }) => !named.has(t)).flatMap(unsettledIn) : []
  const asked = (drafted?.open_questions ?? []).map(
    ({ text, turns }) => `${fair(room, text)}${turns?.length ? ` — turns ${turns.join(', ')}` : ''}`,
  )
  return [...asked, ...unsettled, ...room.notReached]
}

function unsettledIn(turn: Emitted): string[] {
  return turn.decisions.map((said) => `Proposed, not settled: ${said} — ${turn.speaker}, turn ${turn.t}`)
}

function bookFacilitator(room: Room, reply: Parameters<Room['heard']>[1]): void {
  room.heard(facilitator, reply)
}

/** Drafted text passes the same first steps as a turn; lines that imitate ours are removed. */
function fairText(room: Room, text: string): string {
  const clean = cleanText(text)
  const faults = structureFaults(clean, room.input.person.name)
  room.linesRemoved += faults.length
  return withoutLabels(withoutLines(clean, faults))
}

function fair(room: Room, text: string): string {
  return fairText(room, oneLine(text))
}

function fairClosing(room: Room, value: unknown): Record<string, unknown> {
  return mapStrings(value, (text) => fairText(room, text)) as Record<string, unknown>
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]))
}
