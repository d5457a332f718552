// REVIEW: the person says of each draft whether it is written, dropped, or replaced by their own text.

import { parse } from 'yaml'
import { type ActionDraft, parseDrafts } from '../../documents/action-items.js'
import { type MemoryDraft, parseMemoryDraft } from '../../documents/agent-memory.js'
import { visibleText } from '../../documents/clean.js'
import { memoryPath, notesPath, REGISTRY_PATH, sessionPath } from '../../documents/places.js'
import type { Fact } from '../../kernel/question.js'
import { resolveType } from '../../rules/action-types.js'
import { extractionPath } from '../../rules/extraction-path.js'
import { shouldWrite } from '../../rules/review-gate.js'
import { isRecord } from '../../rules/values.js'
import { nameDegradation } from './degraded.js'
import { renderClosing } from './documents/closing.js'
import { oneLine } from './documents/turn-text.js'
import { allBroken, brokenIn, checkDrafts } from './draft-sources.js'
import type { Drafts, ItemDraft, NotesDraft, SeatMemory } from './drafts.js'
import { costFact, type Facts } from './facts.js'
import { mapStrings } from './fair.js'
import { reviewQuestion } from './questions.js'
import { structureFaults, withoutLabels, withoutLines } from './rules/draft-gate.js'
import { closingFor } from './schemas.js'
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
  const checked = state.mendsCitations ? await checkDrafts(state, drafts) : []
  const ask = async <T>(
    id: string,
    title: string,
    body: string,
    draft: T,
    edited: (text: string) => Edit<T>,
  ) => {
    const result = await decide(state, { id, title, body, last: before?.words[id] }, draft, edited)
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
          (text) => editedItems(drafts.items, text),
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
      editedMemory,
    )
    if (draft) memories.push({ seat: memory.seat, draft })
    remembered.push({ seat: memory.seat, draft: stands })
  }
  const notes = await ask(
    'review.notes',
    'Notes',
    notesText(drafts.notes, brokenIn(checked, 'notes')),
    drafts.notes,
    (text) => editedNotes(state, drafts.notes, text),
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
    sessionPath(state.meeting.id),
  ]
  const decided = [
    ...Object.entries(reviewed.words).map(([id, word]) => `${id}: ${word}`),
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
      ...(state.degraded.length > 0 ? [{ name: 'Degraded', value: state.degraded.join(', ') }] : []),
      costFact(state),
    ],
  }
}

function brokenFact({ mendsCitations, citations }: MeetState, { broken }: Reviewed): Fact[] {
  const said = citations.broken > 0 ? [`${citations.broken} in what was said`] : []
  const drafted = broken === '' ? [] : [`in the drafts: ${broken}`]
  const value = [...said, ...drafted].join('; ')
  return mendsCitations && value !== '' ? [{ name: 'Broken citations', value }] : []
}

export function extractionPaths(state: MeetState, { pins }: Pick<Reviewed, 'pins'>): string[] {
  const { date, slug } = state.input
  return pins.flatMap(({ id, disposition, content, contentType, intent }) => {
    if (disposition !== 'extract') return []
    const place = extractionPath({ date, slug, pin: id, contentType, content, intent })
    return place.kind === 'place' ? [place.path] : []
  })
}

type Edit<T> =
  | { readonly kind: 'edited'; readonly draft: T }
  | { readonly kind: 'invalid'; readonly faults: string }

/** An edit that cannot be read is answered with its faults and the same question. */
async function decide<T>(
  state: MeetState,
  ask: { id: string; title: string; body: string; last: string | undefined },
  draft: T,
  edited: (text: string) => Edit<T>,
): Promise<{ draft: T | null; stands: T; word: string }> {
  for (let body = ask.body; ; ) {
    const answer = await state.meeting.ask(reviewQuestion({ ...ask, body }))
    if (answer.by === 'default') state.unattended = true
    if (answer.choose !== 'edit')
      return {
        draft: shouldWrite(answer.choose === 'drop' ? 'drop' : 'accept') ? draft : null,
        stands: draft,
        word: answer.choose,
      }
    const edit = edited(visibleText(answer.text ?? ''))
    if (edit.kind === 'edited') return { draft: edit.draft, stands: edit.draft, word: 'edit' }
    body = `Your edit could not be taken: ${edit.faults}\n\n${ask.body}`
  }
}

/** What cannot be filed is shown with its text, in comments: an edit may take it up. */
function itemsText({ items, left }: Drafts, broken: string): string {
  const out = left.map(({ key, why, text }) => `# ${key}: ${text} (${why})`)
  const note = out.length === 0 ? [] : ['# Left out, because it could not be filed:', ...out]
  return [...(items.length > 0 ? [itemList(items)] : []), ...note, ...brokenComment(broken)].join('\n')
}

function itemList(items: readonly ItemDraft[]): string {
  return items
    .map(({ key, type, priority, assignee, context_for_target, acceptance }) =>
      [
        `- type: ${type}`,
        `  key: ${key}`,
        `  priority: ${priority}`,
        `  assignee: "${assignee}"`,
        `  context_for_target: ${JSON.stringify(context_for_target)}`,
        `  acceptance: ${JSON.stringify(acceptance)}`,
      ].join('\n'),
    )
    .join('\n')
}

function editedItems(before: readonly ItemDraft[], text: string): Edit<readonly ItemDraft[]> {
  const { drafts, unknownKeys } = parseDrafts(text)
  if (unknownKeys.length > 0) return { kind: 'invalid', faults: `unknown key ${unknownKeys[0]}` }
  const refused = drafts.map(({ type }) => resolveType(type)).find((verdict) => verdict.kind === 'refused')
  if (refused?.kind === 'refused') return { kind: 'invalid', faults: refused.messages.join('; ') }
  if (drafts.length === 0 && text.trim() !== '' && text.trim() !== '[]')
    return { kind: 'invalid', faults: 'no item begins with `- type:`' }
  const items = drafts.map((draft, at) => editedItem(before, draft, at))
  const twice = items.find(({ key }, at) => items.findIndex((item) => item.key === key) !== at)
  if (twice) return { kind: 'invalid', faults: `two items have the key ${twice.key}` }
  return { kind: 'edited', draft: items }
}

function editedItem(before: readonly ItemDraft[], draft: ActionDraft, at: number): ItemDraft {
  const same = before.find(({ key }) => key === draft.key)
  return { ...draft, key: draft.key ?? `E${at + 1}`, turns: same?.turns ?? [], pins: same?.pins ?? [] }
}

/** The person must know what will be marked as broken when it is written. */
function brokenComment(broken: string): string[] {
  return broken === '' ? [] : [`# Cites what is not there: ${broken}`]
}

function memoryText(draft: MemoryDraft, broken: string): string {
  const list = (name: keyof MemoryDraft) =>
    [`${name}:`, ...draft[name].map((item) => `  - ${JSON.stringify(item)}`)].join('\n')
  const lists = (['decided', 'constraints', 'open_items', 'sources', 'tags'] as const).map(list)
  return [...lists, ...brokenComment(broken)].join('\n')
}

function editedMemory(text: string): Edit<MemoryDraft> {
  const lists = ['decided', 'constraints', 'open_items', 'sources', 'tags']
  const value = mapping(text, { texts: [], lists })
  return value.kind === 'invalid' ? value : { kind: 'edited', draft: parseMemoryDraft(text) }
}

function notesText(draft: NotesDraft, broken: string): string {
  return [
    '## Summary',
    draft.summary,
    draft.closing,
    '## Decisions',
    ...draft.decisions.map((line) => `- ${line}`),
    '## Risks identified',
    ...draft.risks.map((line) => `- ${line}`),
    '## Open questions',
    ...draft.openQuestions.map((line) => `- ${line}`),
    '',
    ...(broken === '' ? [] : [`**These notes rest on a broken citation:** ${broken}`, '']),
    'To edit: YAML with any of summary, closing, decisions, risks, open_questions. What you leave out stays. `closing` is Markdown, or',
    'the fields that a model would give it.',
  ].join('\n')
}

/** Since version 2 the form in which the facilitator itself drafts is taken too. */
function editedNotes(state: MeetState, before: NotesDraft, text: string): Edit<NotesDraft> {
  const drafted = state.keepsTable
  const value = mapping(text, {
    texts: ['summary', 'closing'],
    lists: ['decisions', 'risks', 'open_questions'],
    drafted,
  })
  if (value.kind === 'invalid') return value
  const { summary, closing, decisions, risks, open_questions } = value.draft
  const closed = isRecord(closing) ? closingOf(state, closing) : undefined
  if (closed?.kind === 'invalid') return closed
  return {
    kind: 'edited',
    draft: {
      summary: wordsOf(state, summary) ?? before.summary,
      closing: closed?.draft ?? wordsOf(state, closing) ?? before.closing,
      decisions: linesOf(decisions) ?? before.decisions,
      risks: linesOf(risks) ?? before.risks,
      openQuestions: linesOf(open_questions) ?? before.openQuestions,
    },
  }
}

function closingOf(state: MeetState, closing: Record<string, unknown>): Edit<string> {
  const { bias } = state.input
  const read = closingFor(bias).safeParse(closing)
  if (!read.success) {
    const [fault] = read.error.issues
    return { kind: 'invalid', faults: `closing.${fault?.path.join('.')}: ${fault?.message}` }
  }
  const fair = mapStrings(read.data, (text) => wordsOf(state, text) ?? '') as Record<string, unknown>
  return { kind: 'edited', draft: renderClosing(state.template, bias, fair, false, state.words) }
}

interface Shape {
  readonly texts: readonly string[]
  readonly lists: readonly string[]
  /** Takes what a model drafts: a mapping for the closing part, `{ text, turns }` for a line. */
  readonly drafted?: boolean
}

function mapping(text: string, { texts, lists, drafted = false }: Shape): Edit<Record<string, unknown>> {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    return { kind: 'invalid', faults: `it is not YAML: ${(error as Error).message.split('\n')[0]}` }
  }
  if (!isRecord(value)) return { kind: 'invalid', faults: 'it is not a mapping' }
  const known = [...texts, ...lists]
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined)
    return { kind: 'invalid', faults: `unknown key ${unknown}; known are ${known.join(', ')}` }
  const odd = Object.entries(value).find(
    ([key, held]) =>
      !(texts.includes(key)
        ? isText(held) || (drafted && key === 'closing' && isRecord(held))
        : isList(held, drafted)),
  )
  if (odd) return { kind: 'invalid', faults: `${odd[0]} is no ${texts.includes(odd[0]) ? 'text' : 'list'}` }
  return { kind: 'edited', draft: value as Record<string, unknown> }
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** A key without a value is an empty list. */
function isList(value: unknown, drafted: boolean): boolean {
  if (value === null) return true
  return (
    Array.isArray(value) && value.every((item) => typeof item !== 'object' || (drafted && isDrafted(item)))
  )
}

function isDrafted(item: unknown): item is { text: string; turns?: readonly unknown[] } {
  return (
    isRecord(item) &&
    typeof item['text'] === 'string' &&
    (item['turns'] === undefined || Array.isArray(item['turns']))
  )
}

function wordsOf(state: MeetState, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const faults = structureFaults(value, state.input.person.name).filter(({ kind }) => kind === 'forged')
  return withoutLabels(withoutLines(value, faults))
}

function linesOf(value: unknown): string[] | undefined {
  if (value === undefined) return undefined
  return Array.isArray(value) ? value.map(lineOf) : []
}

function lineOf(item: unknown): string {
  if (!isDrafted(item)) return oneLine(String(item))
  const turns = item.turns ?? []
  return `${oneLine(item.text)}${turns.length > 0 ? ` — turns ${turns.join(', ')}` : ''}`
}
