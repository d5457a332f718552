// SAVE: the gates, then the writes, each whole. The plan is recorded before the registry is touched; the journal finishes the job.
//
//   SAVE1  Only what the person accepted is written, and only after provenance, citations and every target path were checked.
//   SAVE2  Killed anywhere, a resume writes exactly one copy of everything, with the ids of the recorded plan.
//
// Ids are planned and the registry is replaced under one lock, so that two meetings never share an id.

import { idsFiledBy, planRegistry } from '../../documents/action-items.js'
import { renderMemory } from '../../documents/agent-memory.js'
import { embed } from '../../documents/embedded.js'
import { renderExtraction } from '../../documents/extraction.js'
import { type MeetingNotes, renderNotes } from '../../documents/meeting-notes.js'
import { memoryPath, notesPath, REGISTRY_PATH, sessionPath } from '../../documents/places.js'
import { renderFinalPins } from '../../documents/scratchpad-state.js'
import type { HaltReason } from '../../kernel/protocol.js'
import type { World } from '../../kernel/world.js'
import { verifyTranscript } from '../../rules/cite-or-flag.js'
import { extractionFolder, extractionPath, isExtractionOf } from '../../rules/extraction-path.js'
import { haltFor } from '../../rules/halt-event.js'
import { phaseMarker } from '../../rules/lifecycle.js'
import { auditProvenance } from '../../rules/provenance.js'
import { researchState, webState } from '../../rules/research-dispatch.js'
import { judgeWrite } from '../../rules/write-boundary.js'
import { nameDegradation } from './degraded.js'
import { judgedText } from './documents/turn-text.js'
import type { ItemDraft, NotesDraft } from './drafts.js'
import { extractionPaths, type Reviewed } from './review.js'
import type { Room } from './room.js'
import { keepSession, stamp } from './yields.js'

export interface Outcome {
  readonly notes: string | null
  readonly actionItems: readonly string[]
  readonly memories: readonly string[]
  readonly extractions: readonly string[]
  readonly degraded: readonly string[]
  readonly endedBy: string
}

interface Saved {
  readonly ids: ReadonlyMap<string, string>
  readonly extractions: readonly string[]
  readonly named: (text: string, all?: readonly ItemDraft[]) => string
}

export async function save(room: Room, reviewed: Reviewed): Promise<Outcome> {
  room.phase = 'SAVE'
  await room.meeting.phase('SAVE')
  nameDegradation(room)
  await checkTranscript(room)
  await checkTargets(room, reviewed)
  const at = stamp(await room.meeting.now())
  const ids = await fileItems(room, reviewed.items ?? [], at)
  const named = namesFor(reviewed.items ?? [], ids)
  const memories = await writeMemories(room, reviewed, named)
  const extractions = await writeExtractions(room, reviewed, named, at)
  const notes = await writeNotes(room, reviewed, { ids, extractions, named })
  await keepSession(room, null)
  await room.say(phaseMarker('SAVE'), { what: 'phase', phase: 'SAVE', skipped: null })
  return {
    notes,
    actionItems: [...ids.values()],
    memories,
    extractions,
    degraded: room.degraded,
    endedBy: room.endedBy,
  }
}

/**
 * Neither check fails unless the engine is wrong. If one does, the record cannot be trusted: nothing is written, and a resume
 * halts here again.
 */
async function checkTranscript(room: Room): Promise<void> {
  for (let halt = distrust(room); halt !== undefined; halt = distrust(room))
    await room.meeting.halt(halt.line, halt)
}

function distrust(room: Room): (HaltReason & { readonly line: string }) | undefined {
  const failures = auditProvenance(transcriptOf(room))
  if (failures.length > 0) {
    const line = `HALT: dispatch-provenance-check failed — ${failures.length} turn(s) lack 'dispatched_via: subagent' marker. Inspect the transcript with \`parley show ${room.meeting.id}\`; nothing was written.`
    return { line, rule: 'PROVENANCE', reason: `${failures.length} turns do not say who produced them` }
  }
  const said = room.turns.filter(
    ({ kind, phase }) => phase === 'DISCUSS' && ['slot', 'raised', 'lookup'].includes(kind),
  )
  const verdict = verifyTranscript(said.map(({ body }) => judgedText(body)).join('\n\n'), room.cite)
  if (verdict.kind !== 'unflagged') return undefined
  const reason = `${verdict.lines.length} unflagged line(s) in the transcript`
  return { line: haltFor('CITE-OR-FLAG', reason), rule: 'CITE-OR-FLAG', reason }
}

/** Every target is resolved and tested before the first byte. */
async function checkTargets(room: Room, reviewed: Reviewed): Promise<void> {
  for (;;) {
    const paths = targets(room, reviewed)
    const wrong = paths.find((path) => judgeWrite(path).kind === 'refused')
    const blocked =
      wrong ?? (await room.meeting.act('check targets', (world) => firstUnwritable(world, paths)))
    if (blocked === null || blocked === undefined) return
    await room.halt('WRITE-BOUNDARY-VIOLATION', `${blocked} is outside the state-free write boundary`)
  }
}

async function firstUnwritable(world: World, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await world.files.unwritable(path)) !== null) return path
  return null
}

function targets(room: Room, reviewed: Reviewed): string[] {
  const { date, slug } = room.input
  return [
    ...(reviewed.items?.length ? [REGISTRY_PATH] : []),
    ...reviewed.memories.map(({ seat }) => memoryPath(seat, date, slug)),
    ...extractionPaths(room, reviewed),
    ...(reviewed.notes ? [notesPath(date, slug)] : []),
    sessionPath(room.meeting.id),
  ]
}

/** The registry is shared: planned and replaced under a lock, so that another meeting waits and gets later ids. */
async function fileItems(
  room: Room,
  items: readonly ItemDraft[],
  created: string,
): Promise<ReadonlyMap<string, string>> {
  if (items.length === 0) return new Map()
  const sourceMeeting = `meeting-${room.meeting.id}`
  const { date } = room.input
  const drafts = items.map(({ turns: _turns, pins: _pins, ...draft }) => draft)
  const plan = (registry: string | null) =>
    planRegistry({ registry: registry ?? undefined, drafts, date, created, sourceMeeting })
  const ids = await room.meeting.revise(REGISTRY_PATH, (registry) => {
    const filed = idsFiledBy(registry ?? '', sourceMeeting)
    if (filed.length === items.length)
      return { text: registry ?? '', result: filed, parts: filed.map((id) => `- id: ${id}`) }
    const planned = plan(registry)
    if (planned.kind === 'refused') throw new Error(planned.messages.join('; '))
    return { text: planned.text, result: planned.ids, parts: planned.ids.map((id) => `- id: ${id}`) }
  })
  return new Map(items.map(({ key }, at) => [key, ids[at] ?? '']))
}

/** A draft key becomes its id; a reference to an item that was dropped becomes its text. */
function namesFor(items: readonly ItemDraft[], ids: ReadonlyMap<string, string>) {
  return (text: string, all: readonly ItemDraft[] = items): string =>
    text.replace(/\bA\d+\b/g, (key) => {
      const id = ids.get(key)
      if (id !== undefined) return id
      const dropped = all.find((item) => item.key === key)
      return dropped ? `${dropped.context_for_target} (not filed)` : key
    })
}

async function writeMemories(
  room: Room,
  reviewed: Reviewed,
  named: (text: string, all?: readonly ItemDraft[]) => string,
): Promise<string[]> {
  const { date, slug } = room.input
  const written: string[] = []
  for (const { seat, draft } of reviewed.memories) {
    const assigned = (reviewed.items ?? []).filter(({ assignee }) => assignee === room.seat(seat).name)
    const keys = [...new Set([...draft.open_items, ...assigned.map(({ key }) => key)])]
    const open_items = keys.map((item) => named(item, room.allItems))
    const text = renderMemory({
      ...draft,
      open_items,
      agent: room.seat(seat).id,
      date,
      sourceMeeting: `meeting-${room.meeting.id}`,
    })
    const path = memoryPath(seat, date, slug)
    await room.meeting.write(path, text)
    written.push(path)
  }
  return written
}

async function writeExtractions(
  room: Room,
  reviewed: Reviewed,
  named: (text: string) => string,
  at: string,
): Promise<string[]> {
  const { date, slug } = room.input
  const written: string[] = []
  for (const pin of reviewed.pins) {
    if (pin.disposition !== 'extract') continue
    const place = extractionPath({
      date,
      slug,
      pin: pin.id,
      contentType: pin.contentType,
      content: pin.content,
      intent: pin.intent,
    })
    if (place.kind === 'refused') continue
    await removeEarlier(room, pin.id, place.path)
    const actionItems = (reviewed.items ?? [])
      .filter(({ pins }) => pins.includes(pin.id))
      .map(({ key }) => named(key))
    await room.meeting.write(
      place.path,
      renderExtraction({
        date,
        slug,
        pin: pin.id,
        actionItems,
        extractedAt: at,
        contentType: pin.contentType,
        content: pin.content,
      }),
    )
    written.push(place.path)
  }
  return written
}

async function removeEarlier(room: Room, pin: string, path: string): Promise<void> {
  const folder = extractionFolder(room.input.date, room.input.slug)
  const names = await room.meeting.act(`list extractions of ${pin}`, ({ files }) => files.list(folder))
  for (const name of names) {
    if (isExtractionOf(pin, name) && `${folder}/${name}` !== path)
      await room.meeting.remove(`${folder}/${name}`)
  }
}

async function writeNotes(room: Room, reviewed: Reviewed, saved: Saved): Promise<string | null> {
  if (!reviewed.notes) return null
  const { date, slug } = room.input
  const path = notesPath(date, slug)
  const draft = withIds(reviewed.notes, (text) => saved.named(text, room.allItems))
  await room.meeting.write(path, renderNotes(notesOf(room, reviewed, draft, saved)))
  return path
}

function notesOf(room: Room, reviewed: Reviewed, draft: NotesDraft, saved: Saved): MeetingNotes {
  const { input } = room
  const costs = costsOf(room)
  const closing =
    room.degraded.length > 0 ? draft.closing.replace(/^(### .*)$/m, '$1 (degraded)') : draft.closing
  return {
    date: input.date,
    slug: input.slug,
    charter: input.charter,
    mode: input.mode,
    closingArtifactBias: input.bias,
    defaultInviteesResolved: input.defaultInvitees,
    missingInvitees: input.missingInvitees,
    inviteesOverride: input.override,
    researchPhase: researchState(input),
    webSearch: webState(input),
    costs,
    totalTokens: costs.reduce((total, { tokens }) => total + tokens, 0),
    extractions: saved.extractions,
    actionItems: (reviewed.items ?? []).map((item) => ({
      id: saved.ids.get(item.key) ?? '',
      text: `${item.type}: ${item.context_for_target}${item.assignee === 'unassigned' ? '' : ` — ${item.assignee}`}`,
    })),
    provenance: {
      meeting: room.meeting.id,
      ended_by: room.endedBy,
      voices: [...room.voices].map(([seat, { backend, model }]) => ({
        name: nameOf(room, seat),
        backend,
        model: model ?? 'unknown',
      })),
      input_tokens: room.meeting.spent.input,
      estimated: room.estimated,
      citations: room.citations,
      degraded: room.degraded,
    },
    // Embedded one by one: a fence that the summary leaves open must not take in the closing part.
    summary: `${embed(draft.summary)}\n\n${embed(closing)}`,
    preludes:
      input.skipResearch || room.preludes.length === 0
        ? '_(skipped)_'
        : room.preludes.map(({ text }) => text).join('\n\n'),
    transcript: transcriptOf(room),
    decisions: draft.decisions,
    risks: draft.risks,
    openQuestions: draft.openQuestions,
    scratchpad: renderFinalPins(reviewed.pins),
    memories: reviewed.memories.map(({ seat }) => seat),
  }
}

/** Draft keys in the notes become ids, like everywhere else. */
function withIds(draft: NotesDraft, named: (text: string) => string): NotesDraft {
  return {
    summary: named(draft.summary),
    closing: named(draft.closing),
    decisions: draft.decisions.map(named),
    risks: draft.risks,
    openQuestions: draft.openQuestions.map(named),
  }
}

function costsOf(room: Room): { name: string; role: string; tokens: number }[] {
  const { seats, person } = room.input
  return [
    ...seats.map(({ id, name, role }) => ({ name, role, tokens: room.outputBy.get(id) ?? 0 })),
    ...(person.attends ? [{ name: person.name, role: 'User', tokens: 0 }] : []),
    { name: 'Facilitator', role: 'Facilitator', tokens: room.outputBy.get('facilitator') ?? 0 },
  ]
}

function nameOf(room: Room, seat: string): string {
  return room.input.seats.find(({ id }) => id === seat)?.name ?? 'Facilitator'
}

/** As it will be saved: the last marker stands there although it is printed only after the last write. */
function transcriptOf(room: Room): string {
  return [...room.transcript, phaseMarker('SAVE')].join('\n')
}
