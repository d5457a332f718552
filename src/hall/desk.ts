// The desk: what the person has put out of sight in the list of meetings. It is kept in `desk.json` of their own folder, and nothing of
// a meeting changes by it.
//
// What was archived comes back by itself when its meeting goes on; what was put off comes back when its time is there.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { keyOf } from '../protocols/talk/views.js'
import { replaceBelow } from '../workspace/plain-files.js'
import { type Away, type MeetingEntry, type MeetingRef, type PutAway, Refused } from './api.js'
import { located, type Parts } from './parts.js'

const file = 'desk.json'

const Kept = z.record(
  z.string(),
  z.union([z.strictObject({ archived: z.int() }), z.strictObject({ snoozed: z.iso.datetime() })]),
)

export type Desk = z.infer<typeof Kept>

/** A file that cannot be read hides nothing. */
export async function deskAt(home: string): Promise<Desk> {
  const text = await readFile(join(home, file), 'utf8').catch(() => '{}')
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

export function onDesk<E extends MeetingEntry>(entry: E, desk: Desk, now: Date): E {
  return { ...entry, away: awayOf(entry, desk, now) }
}

function awayOf(entry: MeetingEntry, desk: Desk, now: Date): Away | null {
  const kept = Object.hasOwn(desk, keyOf(entry)) ? desk[keyOf(entry)] : undefined
  if (kept === undefined) return null
  if ('archived' in kept) return entry.lines > kept.archived ? null : { kind: 'archived' }
  return new Date(kept.snoozed) > now ? { kind: 'snoozed', until: kept.snoozed } : null
}

export async function putAway(parts: Parts, ref: MeetingRef, put: PutAway): Promise<void> {
  const { parley } = await located(parts, ref)
  const { lines = 0 } = (await parley.summary(ref.id)) ?? {}
  await parts.locks.exclusively('desk', async () => {
    const { [keyOf(ref)]: _, ...others } = await deskAt(parts.home)
    const next: Desk = put.kind === 'back' ? others : { ...others, [keyOf(ref)]: keptOf(put, lines) }
    replaceBelow(parts.home, file, { text: `${JSON.stringify(next, null, 2)}\n`, mode: 0o600 })
  })
  parts.feed.nudge()
}

function keptOf(put: Exclude<PutAway, { kind: 'back' }>, lines: number): Desk[string] {
  return put.kind === 'archived' ? { archived: lines } : { snoozed: put.until }
}

/** Ends a meeting that nobody will finish; its journal stays, and says so. */
export async function drop(parts: Parts, ref: MeetingRef): Promise<void> {
  const { parley, talk } = await located(parts, ref)
  if (talk) throw new Refused('wrong-state', `${ref.id} is a talk.`, 'Close it: its notes are written then.')
  await parley.mustBeOwn(ref.id)
  const { status } = (await parley.summary(ref.id)) ?? {}
  if (status === undefined || status === 'concluded' || status === 'aborted')
    throw new Refused('wrong-state', `${ref.id} has ended; there is nothing to drop.`)
  if (parts.runs.of(ref) || (await parley.journals.of(ref.id).held()))
    throw new Refused('wrong-state', `${ref.id} is under way.`, 'Stop it first.')
  await parley.abandon(ref.id, 'dropped by the person')
  parts.feed.nudge()
}
