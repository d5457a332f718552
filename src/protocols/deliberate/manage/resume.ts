// `--resume` and `--export`: a session goes on by its journal where that is not at its end, else after its last complete paper.

import type { Calling, DeedDone } from '../../manifest.js'
import { readFolder } from '../before/folder.js'
import { storiesIn, tasksIn } from '../documents/prd.js'
import type { EarlierInput } from '../input.js'
import { readyToGoOn } from '../prepare.js'
import { activeSessions } from '../rules/matching.js'
import { named, pick, refused } from './choose.js'
import type { Session, Sessions } from './sessions.js'

export async function resume(
  sessions: Sessions,
  asked: { readonly slug: string | null; readonly pick: boolean },
  themeName: string | null,
  calling: Calling,
): Promise<DeedDone> {
  const active = activeSessions(sessions.entries)
  if (asked.slug === null && active.length === 0)
    return refused(`No session is under way here. See ${sessions.theme.command} --list.`)
  if (asked.slug === null && !asked.pick) return goOn(sessions, active[0]!, themeName, calling)
  const chosen =
    asked.slug === null ? await pick(sessions, calling, active) : await named(sessions, calling, asked.slug)
  return chosen.kind === 'done' ? chosen.done : goOn(sessions, chosen.entry, themeName, calling)
}

async function goOn(
  sessions: Sessions,
  entry: Session,
  themeName: string | null,
  calling: Calling,
): Promise<DeedDone> {
  const { archived } = entry.head
  if (archived !== null) return refused(`${entry.id} is archived: ${archived}`)
  const last = entry.meetings.at(-1)
  if (isOpen(last)) return { kind: 'resume', id: last.id }
  return openAgain(sessions, entry, themeName, calling, null)
}

function isOpen<T extends { readonly status: string }>(meeting: T | undefined): meeting is T {
  return meeting !== undefined && meeting.status !== 'concluded' && meeting.status !== 'aborted'
}

/** The person's word for the export, and for nothing else. */
export async function exportNow(
  sessions: Sessions,
  slug: string,
  themeName: string | null,
  calling: Calling,
): Promise<DeedDone> {
  const chosen = await named(sessions, calling, slug)
  if (chosen.kind === 'done') return chosen.done
  const { entry } = chosen
  if (isOpen(entry.meetings.at(-1)))
    return refused(
      `${entry.id} is still under way: go on with ${sessions.theme.command} --resume ${entry.slug}, and export it there.`,
    )
  const why = await whyNoExport(sessions, entry)
  if (why !== null) return refused(`${entry.id} cannot be exported: ${why}.`)
  return openAgain(sessions, entry, themeName, calling, 'github')
}

async function whyNoExport({ around, theme }: Sessions, { id }: Session): Promise<string | null> {
  const { files } = await readFolder(around, theme, id)
  const items = storiesIn(files.get('prd.md') ?? '').length + tasksIn(files.get('plan.md') ?? '').length
  return items === 0 ? 'it has no plan' : null
}

async function openAgain(
  { around }: Sessions,
  { id }: Session,
  themeName: string | null,
  calling: Calling,
  wanted: EarlierInput['wanted'],
): Promise<DeedDone> {
  const going = await readyToGoOn(around, { id, theme: themeName, asked: null, wanted })
  if (going.kind === 'over') return over(id, going.text)
  for (const warning of going.warnings ?? []) calling.tell(warning)
  return { kind: 'open', found: { protocol: 'deliberate', ready: going } }
}

/** All that is left of a session that has nothing to go on with. */
export function over(id: string, text: string): DeedDone {
  return { kind: 'done', text, events: [{ type: 'finished', id, text }], exit: 0 }
}
