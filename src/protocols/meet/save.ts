// SAVE: the gates, then the writes, each whole. The plan is recorded before the registry is touched; the journal finishes the job.
//
//   SAVE1  Only what the person accepted is written, and only after provenance and every target path were checked.
//
// Killed anywhere, a resume writes exactly one copy of everything, with the ids of the recorded plan. Ids are planned and the
// registry is replaced under one lock, so that two meetings never share an id.

import type { HaltReason } from '../../kernel/protocol.js'
import type { World } from '../../kernel/world.js'
import { extractionFolder, extractionPath, isExtractionOf } from '../../rules/extraction-path.js'
import { phaseMarker } from '../../rules/lifecycle.js'
import { auditProvenance } from '../../rules/provenance.js'
import { researchState, webState } from '../../rules/research-dispatch.js'
import { judgeWrite } from '../../rules/write-boundary.js'
import { idsFiledBy, planRegistry } from '../../text/action-items.js'
import { renderMemory } from '../../text/agent-memory.js'
import { embed } from '../../text/embedded.js'
import { renderExtraction } from '../../text/extraction.js'
import { type MeetingNotes, renderNotes } from '../../text/meeting-notes.js'
import { memoryPath, notesPath, REGISTRY_PATH } from '../../text/places.js'
import { renderFinalPins } from '../../text/scratchpad-state.js'
import { tableOf } from '../../text/table.js'
import { type ProposalTold, proposalHead, proposalRow } from '../../view/proposals.js'
import { nameDegradation } from './degraded.js'
import { brokenIn, checkDrafts, isNew, markedDrafts } from './draft-sources.js'
import type { ItemDraft, NotesDraft } from './drafts.js'
import { proposalsOf } from './proposals.js'
import { extractionPaths, type Reviewed } from './review.js'
import type { MeetState } from './state.js'

export interface Outcome {
  readonly notes: string | null
  /** The hash that the notes name; absent where they were dropped. */
  readonly journal?: string
  readonly actionItems: readonly string[]
  readonly memories: readonly string[]
  readonly extractions: readonly string[]
  readonly degraded: readonly string[]
  readonly endedBy: string
  /** What became of each proposal, where there were any. */
  readonly proposals?: readonly (Pick<ProposalTold, 'id' | 'by' | 'text' | 'state' | 'why'> &
    Partial<ProposalTold>)[]
  /** What the notes say was decided and objected, and what is to be done. */
  readonly decisions: readonly string[]
  readonly risks: readonly string[]
  readonly toDo: readonly { readonly action: string; readonly owner: string }[]
}

interface Saved {
  readonly ids: ReadonlyMap<string, string>
  readonly extractions: readonly string[]
  readonly named: (text: string, all?: readonly ItemDraft[]) => string
  readonly broken: string
  readonly proposals: readonly ProposalTold[]
  readonly journal: string | undefined
}

export async function save(state: MeetState, given: Reviewed): Promise<Outcome> {
  state.phase = 'SAVE'
  await state.meeting.phase('SAVE')
  const { reviewed, proposals, broken } = await withSoundSources(state, given)
  nameDegradation(state, { final: true })
  await checkTranscript(state)
  await checkTargets(state, reviewed)
  const at = `${(await state.meeting.now()).slice(0, 19)}Z`
  const ids = await fileItems(state, reviewed.items ?? [], at)
  const named = namesFor(reviewed.items ?? [], ids)
  const memories = await writeMemories(state, reviewed, named)
  const extractions = await writeExtractions(state, reviewed, named, at)
  const journal = reviewed.notes ? await state.meeting.journalHash() : undefined
  const notes = await writeNotes(state, reviewed, { ids, extractions, named, broken, proposals, journal })
  await state.say(phaseMarker('SAVE'), { what: 'phase', phase: 'SAVE', skipped: null })
  return {
    notes,
    ...(journal === undefined ? {} : { journal }),
    actionItems: [...ids.values()],
    memories,
    extractions,
    degraded: state.degraded,
    endedBy: state.endedBy,
    ...proposalsTold(state),
    ...decidedIn(reviewed, ids),
  }
}

/** What was dropped is no outcome. */
function decidedIn(
  { notes, items }: Reviewed,
  ids: ReadonlyMap<string, string>,
): Pick<Outcome, 'decisions' | 'risks' | 'toDo'> {
  return {
    decisions: notes?.decisions ?? [],
    risks: notes?.risks ?? [],
    toDo: (items ?? []).map(({ key, context_for_target, assignee }) => ({
      action: `${context_for_target} (${ids.get(key) ?? key})`,
      owner: assignee,
    })),
  }
}

function proposalsTold(state: MeetState): Pick<Outcome, 'proposals'> {
  const all = proposalsOf(state)
  return all.length === 0 ? {} : { proposals: all }
}

interface Sound {
  readonly reviewed: Reviewed
  /** All proposals as the notes list them. */
  readonly proposals: readonly ProposalTold[]
  /** The broken citations of what is written, in words. */
  readonly broken: string
}

/** What is written beside the transcript is checked as it will be saved, and marked where it cites what is not there. */
async function withSoundSources(state: MeetState, reviewed: Reviewed): Promise<Sound> {
  const proposals = proposalsOf(state)
  const checked = await checkDrafts(state, { ...reviewed, proposals })
  for (const { outcome } of checked.filter(isNew)) state.citations[outcome.kind]++
  const marked = markedDrafts({ ...reviewed, proposals }, checked)
  return {
    reviewed: marked,
    proposals: marked.proposals,
    broken: brokenIn(checked, 'items', 'notes'),
  }
}

/**
 * It does not fail unless the engine is wrong. If it does, the record cannot be trusted: nothing is written, and a resume halts here
 * again.
 */
async function checkTranscript(state: MeetState): Promise<void> {
  for (let halt = distrust(state); halt !== undefined; halt = distrust(state))
    await state.meeting.halt(halt.line, halt)
}

function distrust(state: MeetState): (HaltReason & { readonly line: string }) | undefined {
  const failures = auditProvenance(transcriptOf(state))
  if (failures.length === 0) return undefined
  const line = `HALT: dispatch-provenance-check failed — ${failures.length} turn(s) lack 'dispatched_via: subagent' marker. Inspect the transcript with \`parley show ${state.meeting.id}\`; nothing was written.`
  return { line, rule: 'PROVENANCE', reason: `${failures.length} turns do not say who produced them` }
}

/** Every target is resolved and tested before the first byte. */
async function checkTargets(state: MeetState, reviewed: Reviewed): Promise<void> {
  for (;;) {
    const paths = targets(state, reviewed)
    const wrong = paths.find((path) => judgeWrite(path).kind === 'refused')
    const blocked =
      wrong ?? (await state.meeting.act('check targets', (world) => firstUnwritable(world, paths)))
    if (blocked === null || blocked === undefined) return
    await state.halt('WRITE-BOUNDARY-VIOLATION', `${blocked} is outside the state-free write boundary`)
  }
}

async function firstUnwritable(world: World, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await world.files.unwritable(path)) !== null) return path
  return null
}

function targets(state: MeetState, reviewed: Reviewed): string[] {
  const { date, slug } = state.input
  return [
    ...(reviewed.items?.length ? [REGISTRY_PATH] : []),
    ...reviewed.memories.map(({ seat }) => memoryPath(seat, date, slug)),
    ...extractionPaths(state, reviewed),
    ...(reviewed.notes ? [notesPath(date, slug)] : []),
  ]
}

/** The registry is shared: planned and replaced under a lock, so that another meeting waits and gets later ids. */
async function fileItems(
  state: MeetState,
  items: readonly ItemDraft[],
  created: string,
): Promise<ReadonlyMap<string, string>> {
  if (items.length === 0) return new Map()
  const sourceMeeting = `meeting-${state.meeting.id}`
  const { date } = state.input
  const drafts = items.map(({ turns: _turns, pins: _pins, ...draft }) => draft)
  const plan = (registry: string | null) =>
    planRegistry({ registry: registry ?? undefined, drafts, date, created, sourceMeeting })
  const ids = await state.meeting.revise(REGISTRY_PATH, (registry) => {
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
  state: MeetState,
  reviewed: Reviewed,
  named: (text: string, all?: readonly ItemDraft[]) => string,
): Promise<string[]> {
  const { date, slug } = state.input
  const written: string[] = []
  for (const { seat, draft } of reviewed.memories) {
    const assigned = (reviewed.items ?? []).filter(({ assignee }) => assignee === state.seat(seat).name)
    const keys = [...new Set([...draft.open_items, ...assigned.map(({ key }) => key)])]
    const open_items = keys.map((item) => named(item, state.allItems))
    const text = renderMemory({
      ...draft,
      open_items,
      agent: state.seat(seat).id,
      date,
      sourceMeeting: `meeting-${state.meeting.id}`,
    })
    const path = memoryPath(seat, date, slug)
    await state.meeting.write(path, text)
    written.push(path)
  }
  return written
}

async function writeExtractions(
  state: MeetState,
  reviewed: Reviewed,
  named: (text: string) => string,
  at: string,
): Promise<string[]> {
  const { date, slug } = state.input
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
    await removeEarlier(state, pin.id, place.path)
    const actionItems = (reviewed.items ?? [])
      .filter(({ pins }) => pins.includes(pin.id))
      .map(({ key }) => named(key))
    await state.meeting.write(
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

async function removeEarlier(state: MeetState, pin: string, path: string): Promise<void> {
  const folder = extractionFolder(state.input.date, state.input.slug)
  const names = await state.meeting.act(`list extractions of ${pin}`, ({ files }) => files.list(folder))
  for (const name of names) {
    if (isExtractionOf(pin, name) && `${folder}/${name}` !== path)
      await state.meeting.remove(`${folder}/${name}`)
  }
}

async function writeNotes(state: MeetState, reviewed: Reviewed, saved: Saved): Promise<string | null> {
  if (!reviewed.notes) return null
  const { date, slug } = state.input
  const path = notesPath(date, slug)
  const draft = withIds(reviewed.notes, (text) => saved.named(text, state.allItems))
  await state.meeting.write(path, renderNotes(notesOf(state, reviewed, draft, saved)))
  return path
}

function notesOf(state: MeetState, reviewed: Reviewed, draft: NotesDraft, saved: Saved): MeetingNotes {
  const { input } = state
  const costs = costsOf(state)
  const closing =
    state.degraded.length > 0 ? draft.closing.replace(/^(### .*)$/m, '$1 (degraded)') : draft.closing
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
    // Allowed is not the same as there: not every voice has tools.
    webSearch: webState({ noWeb: input.noWeb || !state.hadWeb }),
    costs,
    totalTokens: costs.reduce((total, { tokens }) => total + tokens, 0),
    extractions: saved.extractions,
    actionItems: (reviewed.items ?? []).map((item) => ({
      id: saved.ids.get(item.key) ?? '',
      text: `${item.type}: ${item.context_for_target}${item.assignee === 'unassigned' ? '' : ` — ${item.assignee}`}`,
    })),
    provenance: {
      meeting: state.meeting.id,
      journal: saved.journal,
      ended_by: state.endedBy,
      voices: [...state.voices].map(([seat, { backend, model }]) => ({
        name: nameOf(state, seat),
        backend,
        model: model ?? 'unknown',
      })),
      input_tokens: state.meeting.spent.input,
      cost: state.meeting.spent.cost,
      estimated: state.estimated,
      citations: state.citations,
      degraded: state.degraded,
    },
    // Embedded one by one: a fence that the summary leaves open must not take in the closing part.
    summary: [...restsOn(saved.broken), embed(draft.summary), embed(closing)].join('\n\n'),
    preludes:
      input.skipResearch || state.preludes.length === 0
        ? '_(skipped)_'
        : state.preludes.map(({ text }) => text).join('\n\n'),
    transcript: transcriptOf(state),
    decisions: draft.decisions,
    proposals: proposalTable(saved),
    risks: draft.risks,
    openQuestions: draft.openQuestions,
    scratchpad: renderFinalPins(reviewed.pins),
    memories: reviewed.memories.map(({ seat }) => seat),
  }
}

function restsOn(broken: string): string[] {
  if (broken === '') return []
  return [`**These notes rest on a broken citation:** ${broken}.`]
}

function proposalTable({ proposals }: Saved): string | undefined {
  return proposals.length === 0 ? undefined : tableOf(proposalHead, proposals.map(proposalRow))
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

function costsOf(state: MeetState): { name: string; role: string; tokens: number }[] {
  const { seats, person } = state.input
  return [
    ...seats.map(({ id, name, role }) => ({ name, role, tokens: state.outputBy.get(id) ?? 0 })),
    ...(person.attends ? [{ name: person.name, role: 'User', tokens: 0 }] : []),
    { name: 'Facilitator', role: 'Facilitator', tokens: state.outputBy.get('facilitator') ?? 0 },
  ]
}

function nameOf(state: MeetState, seat: string): string {
  return state.input.seats.find(({ id }) => id === seat)?.name ?? 'Facilitator'
}

/** As it will be saved: the last marker stands there although it is printed only after the last write. */
function transcriptOf(state: MeetState): string {
  return [...state.transcript, phaseMarker('SAVE')].join('\n')
}
