// Listings: the sessions of a workspace or of all, a status, and what a cleanup did.

import { newestFirst } from '../rules/matching.js'
import type { Status } from '../rules/status.js'
import { table } from './tables.js'
import { oneLine } from './text.js'

export interface Listed {
  readonly id: string
  readonly slug: string
  readonly idea: string
  readonly phase: string
  readonly status: Status
  readonly agents: readonly string[]
  /** In milliseconds; null where nothing says so. */
  readonly touched: number | null
}

/** `5m`, `3h` from 60 minutes, `2d` from 24 hours. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${minutes}m`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / (24 * 60))}d`
}

export function ageOf({ touched }: Pick<Listed, 'touched'>, now: number): string {
  return touched === null ? '?' : ageText(now - touched)
}

export function renderList(
  themeName: string,
  project: string,
  entries: readonly Listed[],
  now: number,
): string {
  const counts = [
    `Active: ${count(entries, 'active')}`,
    `Completed: ${count(entries, 'completed')}`,
    `Archived: ${count(entries, 'archived')}`,
  ]
  const stale = count(entries, 'stale')
  return `${themeName} Sessions — ${oneLine(project)}

${sessionTable(entries, now)}

${[...counts, ...(stale > 0 ? [`Stale: ${stale}`] : [])].join(' | ')}`
}

export interface WorkspaceSessions {
  readonly name: string
  readonly path: string
  readonly entries: readonly Listed[]
}

export function renderAll(themeName: string, workspaces: readonly WorkspaceSessions[], now: number): string {
  const blocks = workspaces.map(
    ({ name, path, entries }) => `## ${oneLine(name)} (${oneLine(path)})\n\n${sessionTable(entries, now)}`,
  )
  const total = workspaces.reduce((sum, { entries }) => sum + entries.length, 0)
  return [
    `${themeName} Sessions — All Workspaces`,
    ...blocks,
    `Total: ${total} sessions across ${workspaces.length} workspaces`,
  ].join('\n\n')
}

export function renderStatus(
  themeName: string,
  project: string,
  entries: readonly Listed[],
  now: number,
): string {
  const active = newestFirst(entries.filter(({ status }) => status === 'active'))
  const lines = active.map((entry, at) => {
    const branch = at === active.length - 1 ? '└─' : '├─'
    return `  ${branch} ${entry.slug} — ${oneLine(entry.phase)}, ${ageOf(entry, now)}`
  })
  const [last] = newestFirst(entries)
  return [
    `${themeName} Status — ${oneLine(project)}`,
    '',
    `Active sessions: ${active.length}`,
    ...lines,
    `Completed: ${count(entries, 'completed')}`,
    `Stale: ${count(entries, 'stale')}`,
    '',
    last === undefined ? 'Last session: none' : `Last session: ${ageOf(last, now)} ago`,
  ].join('\n')
}

export interface CleanupTally {
  readonly archived: number
  readonly deleted: number
  readonly skipped: number
  readonly kept: number
  readonly bytes: number
}

export function renderCleanup({ archived, deleted, skipped, kept, bytes }: CleanupTally): string {
  return `Cleanup complete:
  Archived: ${archived}
  Deleted: ${deleted}
  Skipped: ${skipped}
  Kept: ${kept}
  Disk freed: ~${Math.round(bytes / 1024)}KB`
}

function sessionTable(entries: readonly Listed[], now: number): string {
  const rows = newestFirst(entries).map((entry, at) => [
    String(at + 1),
    entry.id,
    entry.status,
    entry.phase,
    ageOf(entry, now),
    entry.agents.join(', '),
    entry.idea,
  ])
  return table('| # | Session | Status | Phase | Age | Agents | Idea |', rows)
}

function count(entries: readonly Listed[], wanted: Status): number {
  return entries.filter(({ status }) => status === wanted).length
}
