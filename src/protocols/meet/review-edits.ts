// Drafts as texts to read and to edit, and what an edited text means.

import { parse, stringify, YAMLParseError } from 'yaml'
import { resolveType } from '../../rules/action-types.js'
import { isRecord } from '../../rules/values.js'
import { type ActionDraft, parseDrafts } from '../../text/action-items.js'
import { type MemoryDraft, parseMemoryDraft } from '../../text/agent-memory.js'
import { renderClosing } from './documents/closing.js'
import { oneLine } from './documents/turn-text.js'
import type { Drafts, ItemDraft, NotesDraft } from './drafts.js'
import { mapStrings } from './fair.js'
import { type Edit, type Edits, type Fault, faultAt } from './review-marks.js'
import { structureFaults, withoutLabels, withoutLines } from './rules/draft-gate.js'
import { closingFor } from './schemas.js'
import type { MeetState } from './state.js'

/** The action items to read, as Markdown. */
export function itemsText({ items, left }: Drafts, broken: string): string {
  const lines = items.map(
    ({ key, type, priority, assignee, context_for_target, acceptance }) =>
      `- **${key}** for ${oneLine(assignee)} (${type}, ${priority}): ${oneLine(context_for_target)}${acceptance ? ` **Done when:** ${oneLine(acceptance)}` : ''}`,
  )
  const out = left.map(({ key, why, text }) => `- ${key}: ${oneLine(text)} (${why})`)
  const note = out.length === 0 ? [] : ['', 'Left out, because it could not be filed:', '', ...out]
  return [...lines, ...note, ...brokenNote(broken)].join('\n')
}

/** The same to edit, as YAML. What cannot be filed stands in comments: an edit may take it up. */
function itemsDraft({ items, left }: Drafts): string {
  const out = left.map(({ key, why, text }) => `# ${key}: ${text} (${why})`)
  const note = out.length === 0 ? [] : ['# Left out, because it could not be filed:', ...out]
  return [...(items.length > 0 ? [itemList(items)] : []), ...note].join('\n')
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

export function itemEdits(drafts: Drafts): Edits<readonly ItemDraft[]> {
  return { text: itemsDraft(drafts), read: (text) => editedItems(drafts.items, text) }
}

function editedItems(before: readonly ItemDraft[], text: string): Edit<readonly ItemDraft[]> {
  const { drafts, unknownKeys } = parseDrafts(text)
  const [unknown] = unknownKeys
  if (unknown !== undefined) return faultAt(text, unknown, `unknown key ${unknown}`)
  const refused = drafts.map(({ type }) => resolveType(type)).find((verdict) => verdict.kind === 'refused')
  if (refused?.kind === 'refused') return { kind: 'invalid', faults: refused.messages.join('; ') }
  const said = text.replace(/^#.*$/gm, '').trim()
  if (drafts.length === 0 && said !== '' && said !== '[]')
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
function brokenNote(broken: string): string[] {
  return broken === '' ? [] : ['', `**Cites what is not there:** ${broken}`]
}

/** What a seat takes away, to read, as Markdown. */
export function memoryText(draft: MemoryDraft, broken: string): string {
  const parts = memoryLists.flatMap((name) =>
    draft[name].length === 0
      ? []
      : [`**${memoryNames[name]}**`, '', ...draft[name].map((item) => `- ${oneLine(item)}`), ''],
  )
  return [...parts, ...brokenNote(broken)].join('\n').trim()
}

const memoryLists = ['decided', 'constraints', 'open_items', 'sources', 'tags'] as const
const memoryNames: Readonly<Record<(typeof memoryLists)[number], string>> = {
  decided: 'Decided',
  constraints: 'Constraints',
  open_items: 'Open items',
  sources: 'Sources',
  tags: 'Tags',
}

/** The same to edit, as YAML. */
function memoryDraft(draft: MemoryDraft): string {
  const list = (name: (typeof memoryLists)[number]) =>
    [`${name}:`, ...draft[name].map((item) => `  - ${JSON.stringify(item)}`)].join('\n')
  return memoryLists.map(list).join('\n')
}

export function memoryEdits(draft: MemoryDraft): Edits<MemoryDraft> {
  return { text: memoryDraft(draft), read: editedMemory }
}

function editedMemory(text: string): Edit<MemoryDraft> {
  const value = mapping(text, { texts: [], lists: memoryLists })
  return value.kind === 'invalid' ? value : { kind: 'edited', draft: parseMemoryDraft(text) }
}

export function notesText(draft: NotesDraft, broken: string): string {
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
  ].join('\n')
}

export function notesEdits(state: MeetState, draft: NotesDraft): Edits<NotesDraft> {
  const { summary, closing, decisions, risks, openQuestions } = draft
  const lists = { decisions, risks, open_questions: openQuestions }
  const text = stringify({ summary, closing, ...lists }, { lineWidth: 0 })
  return {
    text: `# What you leave out stays as it was drafted. \`closing\` is Markdown, or the fields that a model would give it.\n${text}`,
    read: (edited) => editedNotes(state, draft, edited),
  }
}

/** The form in which the facilitator itself drafts is taken too. */
function editedNotes(state: MeetState, before: NotesDraft, text: string): Edit<NotesDraft> {
  const value = mapping(text, {
    texts: ['summary', 'closing'],
    lists: ['decisions', 'risks', 'open_questions'],
    drafted: true,
  })
  if (value.kind === 'invalid') return value
  const { summary, closing, decisions, risks, open_questions } = value.draft
  const closed = isRecord(closing) ? closingOf(state, closing) : undefined
  if (closed?.kind === 'invalid') return faultAt(text, 'closing', closed.faults)
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
  return { kind: 'edited', draft: renderClosing(state.template, bias, fair, false) }
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
    return notYaml(error)
  }
  if (!isRecord(value)) return { kind: 'invalid', faults: 'it is not a mapping' }
  const known = [...texts, ...lists]
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined)
    return faultAt(text, unknown, `unknown key ${unknown}; known are ${known.join(', ')}`)
  const odd = Object.entries(value).find(
    ([key, held]) =>
      !(texts.includes(key)
        ? isText(held) || (drafted && key === 'closing' && isRecord(held))
        : isList(held, drafted)),
  )
  if (odd) return faultAt(text, odd[0], `${odd[0]} is no ${texts.includes(odd[0]) ? 'text' : 'list'}`)
  return { kind: 'edited', draft: value as Record<string, unknown> }
}

function notYaml(error: unknown): Fault {
  const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
  const faults = `it is not YAML: ${(error as Error).message.split('\n')[0]}`
  return { kind: 'invalid', faults, ...(line === undefined ? {} : { line }) }
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
