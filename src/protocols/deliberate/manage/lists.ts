// `--list`, `--list --all` and `--status`: what sessions there are. Changes nothing.

import type { DeedDone } from '../../manifest.js'
import { type IndexEntry, newEntry } from '../documents/index-file.js'
import { renderAll, renderList, renderStatus, type WorkspaceSessions } from '../documents/listing.js'
import { readRegistry } from '../documents/registry-file.js'
import { msOf } from '../documents/time.js'
import { newestFirst } from '../rules/matching.js'
import { slugInId } from '../rules/slug.js'
import { meetingsOf, type Sessions } from './sessions.js'

export function list(sessions: Sessions): DeedDone {
  const { theme, project, entries, now, around } = sessions
  const events = newestFirst(entries).map((entry) => ({
    type: 'session',
    ...entry,
    project,
    path: around.world.root,
    ageSeconds: ageSeconds(entry, now),
    meeting: meetingsOf(sessions, entry.id).at(-1)?.status ?? null,
  }))
  return done(renderList(theme.name, project, entries, now), events)
}

/** Of other workspaces only the registry is read; what it does not say is not known here. */
export async function listAll(sessions: Sessions): Promise<DeedDone> {
  const { theme, project, entries, now, around } = sessions
  const registry = readRegistry(await around.world.home.read(theme.registryPath))
  const here = { name: project, path: around.world.root, entries }
  const others = (registry?.workspaces ?? [])
    .filter(({ path }) => path !== here.path)
    .map(({ path, name }): WorkspaceSessions => {
      const own = (registry?.sessions ?? []).filter(({ workspace }) => workspace === path)
      return { name, path, entries: own.map(entryOf) }
    })
  const all = entries.length > 0 ? [here, ...others] : others
  const events = all.flatMap(({ name, path, entries: own }) =>
    newestFirst(own).map((entry) => ({
      type: 'session',
      ...entry,
      project: name,
      path,
      ageSeconds: ageSeconds(entry, now),
      meeting: path === here.path ? (meetingsOf(sessions, entry.id).at(-1)?.status ?? null) : null,
    })),
  )
  return done(renderAll(theme.name, all, now), events)
}

function entryOf({
  id,
  idea,
  created,
  phase,
  status,
}: {
  readonly id: string
  readonly idea: string
  readonly created: string
  readonly phase: string
  readonly status: string
}): IndexEntry {
  const made = newEntry({ id, slug: slugInId(id), idea, created, phase: 'interview', mode: 'standard' })
  const known = (['completed', 'archived', 'stale'] as const).find((one) => one === status)
  return { ...made, phase, status: known ?? 'active' }
}

export function status(sessions: Sessions): DeedDone {
  const { theme, project, entries, now } = sessions
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

export function ageSeconds({ updated }: Pick<IndexEntry, 'updated'>, now: number): number | null {
  const at = msOf(updated)
  return at === null ? null : Math.max(0, Math.floor((now - at) / 1000))
}

function done(text: string, events: Extract<DeedDone, { kind: 'done' }>['events']): DeedDone {
  return { kind: 'done', text, events, exit: 0 }
}
