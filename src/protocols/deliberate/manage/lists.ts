// `--list`, `--list --all` and `--status`: what sessions there are. Changes nothing.

import type { DeedDone } from '../../manifest.js'
import { renderAll, renderList, renderStatus } from '../documents/listing.js'
import { isoOf } from '../documents/time.js'
import { newestFirst } from '../rules/matching.js'
import { type Session, type Sessions, sessionsIn } from './sessions.js'

type Event = Extract<DeedDone, { kind: 'done' }>['events'][number]

export function list({ theme, project, entries, now, around }: Sessions): DeedDone {
  const events = eventsOf(entries, { name: project, path: around.world.root }, now)
  return done(renderList(theme.name, project, entries, now), events)
}

/** Of this workspace, then of the other folders in which the person has met; there only the papers are read. */
export async function listAll({ theme, project, entries, now, around }: Sessions): Promise<DeedDone> {
  const all = [{ name: project, path: around.world.root, entries }]
  for (const { name, path, within } of await around.elsewhere())
    if (within !== null) all.push({ name, path, entries: await sessionsIn(within, theme, []) })
  const used = all.filter((one) => one.entries.length > 0)
  const events = used.flatMap((one) => eventsOf(one.entries, one, now))
  return done(renderAll(theme.name, used, now), events)
}

function eventsOf(
  entries: readonly Session[],
  { name, path }: { readonly name: string; readonly path: string },
  now: number,
): Event[] {
  return newestFirst(entries).map((entry) => ({
    type: 'session',
    id: entry.id,
    slug: entry.slug,
    idea: entry.idea,
    date: entry.head.date,
    phase: entry.phase,
    mode: entry.head.mode,
    status: entry.status,
    touched: entry.touched === null ? null : isoOf({ ms: entry.touched, offset: 0 }),
    agents: entry.agents,
    action: entry.head.action,
    export: entry.head.export,
    contract_issue: entry.head.contractIssue,
    archived: entry.head.archived,
    degraded: entry.head.degraded,
    project: name,
    path,
    ageSeconds: ageSeconds(entry, now),
    meeting: entry.meetings.at(-1)?.status ?? null,
  }))
}

export function status({ theme, project, entries, now }: Sessions): DeedDone {
  const count = (wanted: string) => entries.filter((entry) => entry.status === wanted).length
  const active = newestFirst(entries.filter((entry) => entry.status === 'active'))
  const [last] = newestFirst(entries)
  const event = {
    type: 'status',
    project,
    active: active.map((entry) => ({
      slug: entry.slug,
      phase: entry.phase,
      ageSeconds: ageSeconds(entry, now),
    })),
    completed: count('completed'),
    stale: count('stale'),
    archived: count('archived'),
    lastAgeSeconds: last === undefined ? null : ageSeconds(last, now),
  }
  return done(renderStatus(theme.name, project, entries, now), [event])
}

export function ageSeconds({ touched }: Pick<Session, 'touched'>, now: number): number | null {
  return touched === null ? null : Math.max(0, Math.floor((now - touched) / 1000))
}

function done(text: string, events: readonly Event[]): DeedDone {
  return { kind: 'done', text, events, exit: 0 }
}
