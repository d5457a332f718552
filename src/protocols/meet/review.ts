// REVIEW: the person says of each draft whether it is written, dropped, or replaced by their own text.

import type { Fact } from '../../kernel/question.js'
import { extractionPath } from '../../rules/extraction-path.js'
import { shouldWrite } from '../../rules/review-gate.js'
import { visibleText } from '../../text/clean.js'
import { memoryPath, notesPath, REGISTRY_PATH } from '../../text/places.js'
import { nameDegradation } from './degraded.js'
import { degradedWords } from './degraded-words.js'
import { allBroken, brokenIn, checkDrafts } from './draft-sources.js'
import type { Drafts, ItemDraft, NotesDraft, SeatMemory } from './drafts.js'
import { costFact, type Facts } from './facts.js'
import { reviewQuestion } from './questions.js'
import { itemEdits, itemsText, memoryEdits, memoryText, notesEdits, notesText } from './review-edits.js'
import { type Edits, type Fault, withMark, withoutMarks } from './review-marks.js'
import type { MeetState } from './state.js'

/** What will be written; null is dropped. */
export interface Reviewed {
  readonly pins: Drafts['pins']
  readonly items: readonly ItemDraft[] | null
  readonly memories: readonly SeatMemory[]
  readonly notes: NotesDraft | null
  /** The person's decision on each draft, by question. */
  readonly words: Readonly<Record<string, string>>
  /** Citations of the drafts that are broken, in words; empty without any. */
  readonly broken: string
  /** The drafts as they stand now, edits included: what is asked about when it is all asked again. */
  readonly drafts: Drafts
}

/** Asks about each draft that has content. `before` holds the earlier decisions when all is asked again. */
export async function review(
  state: MeetState,
  drafts: Drafts,
  before: Reviewed | undefined,
): Promise<Reviewed> {
  const words: Record<string, string> = {}
  const checked = await checkDrafts(state, drafts)
  const ask = async <T>(id: string, title: string, body: string, draft: T, edits: Edits<T>) => {
    const result = await decide(state, { id, title, body, last: before?.words[id] }, draft, edits)
    words[id] = result.word
    return result
  }
  const items =
    drafts.items.length + drafts.left.length === 0
      ? { draft: [], stands: [] }
      : await ask(
          'review.action-items',
          'Action items',
          itemsText(drafts, brokenIn(checked, 'items')),
          drafts.items,
          itemEdits(drafts),
        )
  const memories: SeatMemory[] = []
  const remembered: SeatMemory[] = []
  for (const memory of drafts.memories) {
    const id = `review.memory.${memory.seat}`
    if (isEmpty(memory, items.draft ?? [], state) && before?.words[id] === undefined) {
      remembered.push(memory)
      continue
    }
    const title = `Memory of ${state.seat(memory.seat).name}${byEngine(state, memory.seat)}`
    const { draft, stands } = await ask(
      id,
      title,
      memoryText(memory.draft, brokenIn(checked, `memory of ${memory.seat}`)),
      memory.draft,
      memoryEdits(memory.draft),
    )
    if (draft) memories.push({ seat: memory.seat, draft })
    remembered.push({ seat: memory.seat, draft: stands })
  }
  const notes = await ask(
    'review.notes',
    'Notes',
    notesText(drafts.notes, brokenIn(checked, 'notes')),
    drafts.notes,
    notesEdits(state, drafts.notes),
  )
  const standing = { ...drafts, items: items.stands, memories: remembered, notes: notes.stands }
  const decided = { items: items.draft, memories, notes: notes.draft, words }
  return { pins: drafts.pins, ...decided, broken: allBroken(checked), drafts: standing }
}

/** The person must know whose words they accept. */
function byEngine({ degraded }: MeetState, seat: string): string {
  return degraded.includes(`memory-by-engine:${seat}`)
    ? ' (drafted by parley from its turns: the seat did not write one)'
    : ''
}

/** A seat that takes nothing away and has nothing to do is not asked about, and nothing is written for it. */
function isEmpty({ seat, draft }: SeatMemory, items: readonly ItemDraft[], state: MeetState): boolean {
  const { decided, constraints, open_items, sources } = draft
  const assigned = items.some(({ assignee }) => assignee === state.seat(seat).name)
  return !assigned && [decided, constraints, open_items, sources].every((list) => list.length === 0)
}

/** Every path that will be written, the decisions so far, and why the result is degraded. */
export async function savingFacts(state: MeetState, reviewed: Reviewed): Promise<Facts> {
  nameDegradation(state)
  const { date, slug } = state.input
  const paths = [
    ...(reviewed.items && reviewed.items.length > 0 ? [REGISTRY_PATH] : []),
    ...reviewed.memories.map(({ seat }) => memoryPath(seat, date, slug)),
    ...extractionPaths(state, reviewed),
    ...(reviewed.notes ? [notesPath(date, slug)] : []),
  ]
  const decided = [
    ...Object.entries(reviewed.words).map(([id, word]) => `${draftName(state, id)}: ${word}`),
    ...reviewed.pins.map(({ id, disposition }) => `${id}: ${disposition}`),
  ]
  return {
    facts: [
      { name: 'Will be written', value: '', items: paths },
      { name: 'Decided', value: '', items: decided },
      ...(reviewed.drafts.itemsFailed === null
        ? []
        : [{ name: 'Action items', value: 'none, because their draft failed' }]),
      ...brokenFact(state, reviewed),
      ...(state.degraded.length > 0
        ? [{ name: 'Degraded', value: state.degraded.map(degradedWords).join('; ') }]
        : []),
      costFact(state),
    ],
  }
}

/** What a draft is called, by the id of the question about it. */
function draftName(state: MeetState, id: string): string {
  const seat = /^review\.memory\.(.+)$/.exec(id)?.[1]
  if (seat !== undefined) return `Memory of ${state.seat(seat).name}`
  return id === 'review.notes' ? 'Notes' : 'Action items'
}

function brokenFact({ citations }: MeetState, { broken }: Reviewed): Fact[] {
  const said = citations.broken > 0 ? [`${citations.broken} in what was said`] : []
  const drafted = broken === '' ? [] : [`in the drafts: ${broken}`]
  const value = [...said, ...drafted].join('; ')
  return value !== '' ? [{ name: 'Broken citations', value }] : []
}

export function extractionPaths(state: MeetState, { pins }: Pick<Reviewed, 'pins'>): string[] {
  const { date, slug } = state.input
  return pins.flatMap(({ id, disposition, content, contentType, intent }) => {
    if (disposition !== 'extract') return []
    const place = extractionPath({ date, slug, pin: id, contentType, content, intent })
    return place.kind === 'place' ? [place.path] : []
  })
}

/** An edit that cannot be read is answered with the same question, its text and its fault. */
async function decide<T>(
  state: MeetState,
  ask: { id: string; title: string; body: string; last: string | undefined },
  draft: T,
  edits: Edits<T>,
): Promise<{ draft: T | null; stands: T; word: string }> {
  let text = edits.text
  for (let fault: Fault | undefined; ; ) {
    const answer = await state.meeting.ask(reviewQuestion({ ...ask, draft: text, fault: fault?.faults }))
    if (answer.by === 'default') state.unattended = true
    if (answer.choose !== 'edit')
      return {
        draft: shouldWrite(answer.choose === 'drop' ? 'drop' : 'accept') ? draft : null,
        stands: draft,
        word: answer.choose,
      }
    const given = withoutMarks(visibleText(answer.text ?? ''))
    const edit = edits.read(given)
    if (edit.kind === 'edited') return { draft: edit.draft, stands: edit.draft, word: 'edit' }
    fault = edit
    text = withMark(given, edit)
  }
}
