// Action items: drafts as people and models write them, and the registry that the accepted ones are appended to.
//
//   ITEM1  The registry is only appended to: every byte that was there stays, except its schema line.
//   ITEM2  No id is given twice on one date, whatever else the registry holds.
//
// One draft of an unknown type refuses all drafts.

import { type ActionType, resolveType, targetOf } from '../rules/action-types.js'
import { endedByBreak } from '../rules/lines.js'
import { entriesIn, type Section, textOf } from './loose-yaml.js'
import { quoted, scalar } from './yaml-text.js'

export interface ActionDraft {
  /** How a draft is referred to before it has an id. */
  key?: string
  type: string
  priority: string
  assignee: string
  context_for_target: string
  acceptance: string
}

export interface ParsedDrafts {
  drafts: readonly ActionDraft[]
  /** Keys that no draft has, in order of appearance. They are ignored; a caller may warn about them. */
  unknownKeys: readonly string[]
}

export interface RegistryRequest {
  /** The file's text; undefined when there is none yet. */
  registry: string | undefined
  drafts: readonly ActionDraft[]
  date: string
  /** When the items are filed: UTC, to the second. */
  created: string
  sourceMeeting: string
}

export type RegistryPlan =
  /** Ids in the order of the drafts, and the whole new text. */
  { kind: 'planned'; ids: readonly string[]; text: string } | { kind: 'refused'; messages: readonly string[] }

export function parseDrafts(text: string): ParsedDrafts {
  const entries = entriesIn(text.split('\n'))
  const keys = entries.flatMap((entry) => [...entry.keys()])
  return { drafts: entries.map(draftFrom), unknownKeys: keys.filter((key) => !DRAFT_KEYS.includes(key)) }
}

export function planRegistry({
  registry,
  drafts,
  date,
  created,
  sourceMeeting,
}: RegistryRequest): RegistryPlan {
  const verdicts = drafts.map((draft) => resolveType(draft.type))
  const refused = verdicts.find((verdict) => verdict.kind === 'refused')
  if (refused) return refused
  if (drafts.length === 0) return { kind: 'planned', ids: [], text: registry ?? '' }
  const first = highestNumber(registry ?? '', date) + 1
  const ids = drafts.map((_, index) => `AI-${date}-${first + index}`)
  const items = drafts.map((draft, index) => renderItem(ids[index]!, draft, created, sourceMeeting))
  return { kind: 'planned', ids, text: withItems(opened(registry), items) }
}

/** The ids that a meeting has filed already, in the registry's order. */
export function idsFiledBy(registry: string, sourceMeeting: string): string[] {
  const ids: string[] = []
  let id: string | undefined
  for (const line of registry.split('\n')) {
    id = ID_LINE.exec(line)?.[1] ?? (/^\s*- /.test(line) ? undefined : id)
    const source = /^\s*source_meeting:\s*(.*)$/.exec(line)?.[1]?.trim()
    if (id && (source === scalar(sourceMeeting) || source === quoted(sourceMeeting))) ids.push(id)
  }
  return ids
}

/** Those that nobody has closed, in the registry's order. */
export function openItems(registry: string): readonly OpenItem[] {
  return entriesIn(registry.split('\n')).flatMap((entry) => {
    const value = (key: string) => textOf(entry.get(key)).trim()
    const [id, item] = [value('id'), value('context_for_target')]
    return id === '' || item === '' || value('status') !== 'open'
      ? []
      : [{ id, item, owner: value('assignee') }]
  })
}

export interface OpenItem {
  readonly id: string
  readonly item: string
  readonly owner: string
}

const DRAFT_KEYS: readonly string[] = [
  'key',
  'type',
  'priority',
  'assignee',
  'context_for_target',
  'acceptance',
]
const ID_LINE = /^\s*- id:\s*["']?([A-Za-z0-9-]+)["']?\s*$/
const NEW_REGISTRY = '# Action Items — canonical registry\nschema_version: 2\nitems:\n'

function draftFrom(entry: Map<string, Section>): ActionDraft {
  const value = (key: string) => textOf(entry.get(key)).trim()
  const key = value('key')
  return {
    ...(key === '' ? {} : { key }),
    type: value('type'),
    priority: value('priority') || 'normal',
    assignee: value('assignee') || 'unassigned',
    context_for_target: value('context_for_target'),
    acceptance: value('acceptance'),
  }
}

/** The registry with its schema line, ending in a line break. A version line that is there is changed, not doubled. */
function opened(registry: string | undefined): string {
  if (registry === undefined) return NEW_REGISTRY
  const lines = emptyListOpened(registry).split('\n')
  const version = lines.findIndex((line) => SCHEMA_LINE.test(line))
  if (version >= 0) {
    const once = lines.filter((line, at) => at === version || !SCHEMA_LINE.test(line))
    return endedByBreak(once.with(version, lines[version]!.replace(SCHEMA_LINE, '$12')).join('\n'))
  }
  const at = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  if (at < 0) return `${endedByBreak(registry)}schema_version: 2\n`
  return endedByBreak(lines.toSpliced(at, 0, 'schema_version: 2').join('\n'))
}

const SCHEMA_LINE = /^(schema_version:[ \t]*)(?:"[^"]*"|'[^']*'|[^\s#]*)/

/** Items go to the end of the list, indented as those that stand in it: another indent would make the file invalid YAML. */
function withItems(registry: string, items: readonly string[]): string {
  const lines = registry.split('\n')
  const list = lines.findIndex((line) => /^items:\s*(?:#.*)?$/.test(line))
  const below = lines.findIndex((line, at) => at > list && /^[^\s#-]/.test(line))
  const end = list < 0 || below < 0 ? lines.length - 1 : below
  const indent =
    / *(?=- )/.exec(lines.slice(list + 1, end).find((line) => /^ *- /.test(line)) ?? '')?.[0] ?? ''
  const added = items.map((item) => `\n${item.replace(/^(?=.)/gm, indent)}`).join('')
  return [...lines.slice(0, end), `${added}${lines.slice(end).join('\n')}`].join('\n')
}

/** `items: []` ends the list on its line: items appended below it would make the file invalid YAML. */
function emptyListOpened(registry: string): string {
  return registry.replace(/^items:[ \t]*\[[ \t]*\][ \t]*$/m, 'items:')
}

function highestNumber(registry: string, date: string): number {
  const prefix = `AI-${date}-`
  const numbers = registry.split('\n').flatMap((line) => {
    const id = ID_LINE.exec(line)?.[1]
    return id?.startsWith(prefix) && /^[0-9]+$/.test(id.slice(prefix.length))
      ? [Number(id.slice(prefix.length))]
      : []
  })
  return numbers.reduce((most, next) => Math.max(most, next), 0)
}

function renderItem(id: string, draft: ActionDraft, created: string, sourceMeeting: string): string {
  return `- id: ${id}
  created: ${quoted(created)}
  source_meeting: ${scalar(sourceMeeting)}
  type: ${draft.type}
  priority: ${scalar(draft.priority)}
  status: open
  target_command: ${quoted(targetOf(draft.type as ActionType))}
  assignee: ${quoted(draft.assignee)}
  context_for_target: ${quoted(draft.context_for_target)}
  acceptance: ${quoted(draft.acceptance)}
`
}
