// The global registry: the sessions of all workspaces of one person. Counts are computed from it, never incremented.

import { fieldsOf } from '../../../rules/values.js'
import type { IndexEntry, Merged } from './index-file.js'
import { type Json, jsonText, readJson, recordsIn, textIn, upserted, withoutIds } from './json-file.js'
import { msOf } from './time.js'

export interface RegistrySession {
  readonly id: string
  readonly workspace: string
  readonly idea: string
  readonly created: string
  readonly phase: string
  readonly status: string
}

export interface RegistryWorkspace {
  readonly path: string
  readonly name: string
}

export interface Registry {
  readonly workspaces: readonly RegistryWorkspace[]
  readonly sessions: readonly RegistrySession[]
}

const parts = { lists: ['sessions'], maps: ['workspaces'] }

/** Null where the file cannot be read. */
export function readRegistry(text: string | null): Registry | null {
  const read = readJson(text, parts)
  if (read.kind === 'bad') return null
  const workspaces = Object.entries(fieldsOf(read.json['workspaces'])).map(([path, about]) => ({
    path,
    name: textIn(fieldsOf(about), 'name') || (path.split('/').at(-1) ?? path),
  }))
  return { workspaces, sessions: recordsIn(read.json['sessions']).map(sessionOf) }
}

export interface RegistryChange {
  readonly workspace: string
  /** What the workspace is called. */
  readonly name: string
  readonly entries: readonly IndexEntry[]
  readonly gone?: readonly string[]
}

/** Two workspaces may have a session of the same id, so a session is known by both. */
export function mergedRegistry(
  text: string | null,
  { workspace, name, entries, gone = [] }: RegistryChange,
): Merged {
  const read = readJson(text, parts)
  if (read.kind === 'bad') return read
  const all: readonly unknown[] = Array.isArray(read.json['sessions']) ? read.json['sessions'] : []
  const isOurs = (item: unknown) => textIn(fieldsOf(item), 'workspace') === workspace
  let ours: readonly unknown[] = withoutIds(all.filter(isOurs), gone)
  for (const entry of entries)
    ours = upserted(ours, entry.id, (before) => ({ ...before, ...registered(entry, workspace) }))
  const known = fieldsOf(read.json['workspaces'])
  const counted = countedWorkspace(fieldsOf(known[workspace]), name, ours, entries)
  return {
    kind: 'text',
    text: jsonText({
      version: '1.0',
      ...read.json,
      workspaces: { ...known, [workspace]: counted },
      sessions: [...all.filter((item) => !isOurs(item)), ...ours],
    }),
  }
}

/** The registry without a workspace whose folder is gone. */
export function withoutWorkspace(text: string | null, workspace: string): Merged {
  const read = readJson(text, parts)
  if (read.kind === 'bad') return read
  const { [workspace]: _, ...workspaces } = fieldsOf(read.json['workspaces'])
  const sessions = recordsIn(read.json['sessions']).filter((item) => item['workspace'] !== workspace)
  return { kind: 'text', text: jsonText({ version: '1.0', ...read.json, workspaces, sessions }) }
}

function registered(entry: IndexEntry, workspace: string): RegistrySession {
  const { id, idea, created, phase, status } = entry
  return { id, workspace, idea, created, phase, status }
}

function countedWorkspace(
  before: Json,
  name: string,
  ours: readonly unknown[],
  entries: readonly IndexEntry[],
): Json {
  const times = [textIn(before, 'last_session'), ...entries.map(({ updated }) => updated)]
  const newest = times.reduce((one, other) => ((msOf(other) ?? 0) > (msOf(one) ?? 0) ? other : one))
  return {
    ...before,
    name,
    last_session: newest,
    session_count: ours.length,
    active_sessions: ours.filter((item) => fieldsOf(item)['status'] === 'active').length,
  }
}

function sessionOf(json: Json): RegistrySession {
  return {
    id: textIn(json, 'id'),
    workspace: textIn(json, 'workspace'),
    idea: textIn(json, 'idea'),
    created: textIn(json, 'created'),
    phase: textIn(json, 'phase'),
    status: textIn(json, 'status'),
  }
}
