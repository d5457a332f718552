// `--resume` and `--export`: a session goes on by its journal where that can be replayed, else by what lies in its folder.

import type { Calling, DeedDone, Ready } from '../../manifest.js'
import { adoptedInput } from '../adopting.js'
import type { IndexEntry } from '../documents/index-file.js'
import { storiesIn, tasksIn } from '../documents/prd.js'
import type { AdoptedInput, DeliberateInput } from '../input.js'
import { surroundings } from '../prepare.js'
import { isRehearsed, marksIn } from '../rules/degraded.js'
import { activeSessions } from '../rules/matching.js'
import { nextStep } from '../rules/next-step.js'
import { meetingId } from '../rules/slug.js'
import { named, pick, refused } from './choose.js'
import { keepEntries, meetingsOf, readFolder, type Sessions } from './sessions.js'

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
  entry: IndexEntry,
  themeName: string | null,
  calling: Calling,
): Promise<DeedDone> {
  const last = meetingsOf(sessions, entry.id).at(-1)
  if (last === undefined || last.status === 'concluded' || last.status === 'aborted')
    return adopt(sessions, entry, themeName, calling, null)
  if (entry.status === 'stale') {
    const back = { id: entry.id, status: 'active' as const, stale_from: null, updated: sessions.stamp }
    const failed = await keepEntries(sessions, [back])
    if (failed !== null) calling.tell(`The registry of all workspaces was not updated: ${failed}`)
  }
  return { kind: 'resume', id: last.id }
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
  const last = meetingsOf(sessions, entry.id).at(-1)
  if (last !== undefined && last.status !== 'concluded' && last.status !== 'aborted')
    return refused(
      `${entry.id} is still under way: go on with ${sessions.theme.command} --resume ${entry.slug}, and export it there.`,
    )
  return adopt(sessions, entry, themeName, calling, 'github')
}

async function adopt(
  sessions: Sessions,
  entry: IndexEntry,
  themeName: string | null,
  calling: Calling,
  wanted: AdoptedInput['wanted'],
): Promise<DeedDone> {
  const { around, theme, indexed, stamp } = sessions
  const { session, files, warnings } = await readFolder(around, theme, entry.id)
  if (session === null)
    return refused(`${entry.id} has no session.md that can be read, so nothing tells how it stands.`)
  const folder = { session, entry: indexed.has(entry.id) ? entry : null, files }
  const own = meetingsOf(sessions, entry.id).at(-1)?.foreign === false
  const input = adoptedInput({ id: entry.id, folder, theme, at: stamp, wanted, own })
  const { adopted, mode } = input
  const why = wanted === null ? null : whyNoExport(input.adopted, input.adopted.files)
  if (why !== null) return refused(`${entry.id} cannot be exported: ${why}.`)
  const next = nextStep({
    adopted: { ...adopted, mode },
    files: new Map(Object.entries(adopted.files)),
    roster: theme.roster,
    action: wanted ?? (own ? adopted.action : null),
  })
  if (next.what === 'nothing') return shown(entry, adopted.files['meeting-notes.md'])
  for (const warning of warnings) calling.tell(warning)
  return {
    kind: 'open',
    found: { protocol: 'deliberate', ready: await readyFor(sessions, input, themeName) },
  }
}

function whyNoExport({ marks }: AdoptedInput, files: AdoptedInput['files']): string | null {
  if (isRehearsed(marksIn(marks))) return 'it is a rehearsal, which never touches GitHub'
  const items = storiesIn(files['prd.md'] ?? '').length + tasksIn(files['plan.md'] ?? '').length
  return items === 0 ? 'it has no plan' : null
}

function shown({ id }: IndexEntry, notes: string | undefined): DeedDone {
  const text = notes ?? `${id} is finished; nothing is left to do.`
  return { kind: 'done', text, events: [{ type: 'finished', id, text }], exit: 0 }
}

async function readyFor(
  { around }: Sessions,
  input: ReturnType<typeof adoptedInput>,
  themeName: string | null,
): Promise<Ready<DeliberateInput>> {
  const known = await surroundings(around, themeName)
  return {
    kind: 'ready',
    seats: known.seats.map(({ id }) => id),
    ceiling: null,
    async propose() {
      const taken = new Set(await around.takenIds())
      return { id: meetingId(input.session, (id) => taken.has(id)), input: { ...known, ...input } }
    },
  }
}
