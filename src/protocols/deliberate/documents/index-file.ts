// index.json: the sessions of one workspace. Entries are merged; keys that we do not know survive.

import { isMeetingId } from '../../../rules/meeting-id.js'
import type { Mode, Phase } from '../modes.js'
import { type Mark, marksIn } from '../rules/degraded.js'
import { slugIn, slugInId } from '../rules/slug.js'
import {
  type Json,
  jsonText,
  readJson,
  recordsIn,
  textIn,
  textsIn,
  upserted,
  withoutIds,
} from './json-file.js'
import type { SessionFile } from './session-file.js'

export type SessionStatus = 'active' | 'completed' | 'archived' | 'stale'

export interface IndexEntry {
  readonly id: string
  readonly slug: string
  readonly idea: string
  /** ISO 8601 with offset, both. */
  readonly created: string
  readonly updated: string
  readonly phase: string
  readonly status: SessionStatus
  /** Display names. */
  readonly agents: readonly string[]
  /** `<agent>/<skill>` */
  readonly skills_used: readonly string[]
  readonly contract_generated: boolean
  readonly contract_issue: string | null
  readonly archived_to: string | null
  readonly mode: string
  readonly stale_from: string | null
  readonly degraded: readonly Mark[]
  readonly export: 'undone' | 'done' | null
}

export type Merged =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bad'; readonly why: string }

export type EntryChange = Partial<IndexEntry> & { readonly id: string }

/** Null where the file cannot be read. */
export function entriesIn(text: string | null): IndexEntry[] | null {
  const read = readJson(text, { lists: ['sessions'] })
  return read.kind === 'bad' ? null : recordsIn(read.json['sessions']).filter(hasId).map(entryOf)
}

/** The file with these entries changed or added, and those ids taken out. */
export function mergedIndex(
  text: string | null,
  workspace: string,
  changes: readonly EntryChange[],
  gone: readonly string[] = [],
): Merged {
  const read = readJson(text, { lists: ['sessions'] })
  if (read.kind === 'bad') return read
  let sessions: unknown = read.json['sessions']
  for (const change of changes) sessions = upserted(sessions, change.id, (before) => merged(before, change))
  const json = { version: '1.0', ...read.json, workspace, sessions: withoutIds(sessions, gone) }
  return { kind: 'text', text: jsonText(json) }
}

/** What is known of a session from its folder alone, for an index that has to be made again. */
export function entryFromFolder(
  folder: string,
  session: SessionFile,
  files: readonly string[],
  now: string,
): EntryChange {
  return {
    ...blank(folder),
    slug: slugIn(session.slug, folder),
    idea: session.idea,
    created: session.date === '' ? now : `${session.date}T00:00:00Z`,
    updated: session.approvals.at(-1)?.at ?? session.adopted ?? now,
    phase: session.phase ?? 'interview',
    status: session.status ?? (files.includes('plan.md') ? 'completed' : 'active'),
    agents: session.skills.map(({ agent }) => agent),
    contract_generated: files.includes('acceptance-contract.md'),
    mode: session.mode ?? 'standard',
    degraded: session.degraded,
    export: session.export === null ? null : session.export.startsWith('undone') ? 'undone' : 'done',
  }
}

export interface NewEntry {
  readonly id: string
  readonly slug: string
  readonly idea: string
  readonly created: string
  readonly phase: Phase
  readonly mode: Mode
}

export function newEntry(session: NewEntry): IndexEntry {
  return { ...blank(session.id), ...session, updated: session.created }
}

function merged(before: Json, change: EntryChange): Json {
  return Object.keys(before).length === 0 ? { ...blank(change.id), ...change } : { ...before, ...change }
}

function blank(id: string): IndexEntry {
  return {
    id,
    slug: slugInId(id),
    idea: '',
    created: '',
    updated: '',
    phase: 'interview',
    status: 'active',
    agents: [],
    skills_used: [],
    contract_generated: false,
    contract_issue: null,
    archived_to: null,
    mode: 'standard',
    stale_from: null,
    degraded: [],
    export: null,
  }
}

/** An id is part of paths, and this file comes with a clone: an entry whose id could lead elsewhere is nobody's. */
function hasId(json: Json): boolean {
  return isMeetingId(textIn(json, 'id'))
}

/** Other hands write this file too, so what is missing or of the wrong kind takes its default. */
function entryOf(json: Json): IndexEntry {
  const usual = blank(textIn(json, 'id'))
  const exported = json['export']
  return {
    id: usual.id,
    slug: slugIn(textIn(json, 'slug'), usual.id),
    idea: textIn(json, 'idea'),
    created: textIn(json, 'created'),
    updated: textIn(json, 'updated') || textIn(json, 'created'),
    phase: textIn(json, 'phase') || usual.phase,
    status: statusIn(json),
    agents: textsIn(json['agents']),
    skills_used: textsIn(json['skills_used']),
    contract_generated: json['contract_generated'] === true,
    contract_issue: textIn(json, 'contract_issue') || null,
    archived_to: textIn(json, 'archived_to') || null,
    mode: textIn(json, 'mode'),
    stale_from: textIn(json, 'stale_from') || null,
    degraded: marksIn(textsIn(json['degraded']).join(', ')),
    export: exported === 'undone' || exported === 'done' ? exported : null,
  }
}

function statusIn(json: Json): SessionStatus {
  const status = textIn(json, 'status')
  return status === 'completed' || status === 'archived' || status === 'stale' ? status : 'active'
}
